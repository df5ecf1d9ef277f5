import {
  type CheckCause,
  type CheckName,
  type CheckResult,
  decisiveChecks,
  fails,
  type NodeReport,
  type Verdict,
  worstOf,
} from "./verdict.js";

/** Parts of a report besides its checks. */
export type ReportExtras = Pick<NodeReport, "cost" | "isQuota" | "maxCost" | "observedIdentity" | "retryAfterMs">;

/**
 * Derives a report from the evidence: a failed decisive check wins, else an unanswered one makes the node `unknown`,
 * else the worst evidence decides. Supporting checks never make a node worse than `degraded` or `gated`.
 *
 * @param checks at least one; `healthy` requires both `identity` and `head`
 */
export function decide(checks: readonly CheckResult[], extras: ReportExtras): NodeReport {
  const decider = decisive(checks);
  return {
    ...extras,
    verdict: decider.verdict,
    decidedBy: decider.check,
    why: decider.why,
    checks,
    isUnreachable: isUnreachable(checks),
    isWrongChain: checks.some(({ cause }) => cause === "wrong-chain"),
  };
}

/**
 * Accepts the node's chain identity in a report where no expected identity is known. Returns any other report
 * unchanged.
 */
export function acceptUnknownIdentity(report: NodeReport): NodeReport {
  const isOpen = ({ check, cause }: CheckResult) => identityChecks.includes(check) && cause === "no-expectation";
  if (!report.checks.some(isOpen)) {
    return report;
  }
  const accepted = report.checks.map((result) =>
    isOpen(result) ? { ...result, verdict: "healthy" as const, why: `${result.why}; accepted` } : result,
  );
  return decide(accepted, report);
}

const identityChecks: readonly CheckName[] = ["identity", "beacon-identity"];
const headChecks: readonly CheckName[] = ["head", "beacon-head"];

type Decider = Pick<CheckResult, "check" | "verdict" | "why">;

function decisive(checks: readonly CheckResult[]): Decider {
  const decisiveResults = checks.filter(({ check }) => decisiveChecks.has(check));
  const failed = decisiveResults.filter(({ verdict }) => fails(verdict));
  const worstFailure = failed.find(({ verdict }) => verdict === worstOf(failed.map((result) => result.verdict)));
  if (worstFailure !== undefined) {
    return worstFailure;
  }
  // A gated decisive check says something about the plan, not about the node.
  const open = decisiveResults.find(
    (result) => (result.verdict === "unknown" || result.verdict === "gated") && !isOmitted(result),
  );
  if (open !== undefined) {
    return { ...open, verdict: "unknown" };
  }
  // A node with a beacon endpoint alone is judged by that.
  const head = firstOf(decisiveResults, headChecks);
  if (head === undefined || firstOf(decisiveResults, identityChecks) === undefined) {
    return {
      check: head === undefined ? "head" : "identity",
      verdict: "unknown",
      why: "identity and head were not both checked",
    };
  }
  const lowered = checks.map((result) => ({ ...result, verdict: lower(result) }));
  const worst = worstOf(lowered.map(({ verdict }) => verdict)) ?? "healthy";
  return worst === "healthy" ? head : (lowered.find(({ verdict }) => verdict === worst) ?? head);
}

// What was not looked at for lack of budget, or for lack of a reference, says nothing about the node. Identity and head
// are indispensable all the same.
const omissions: ReadonlySet<CheckCause> = new Set(["budget", "reference"]);
const dispensable: ReadonlySet<CheckName> = new Set(["advance", "lag", "consistency"]);

function isOmitted({ check, cause }: CheckResult): boolean {
  return dispensable.has(check) && cause !== undefined && omissions.has(cause);
}

/** The result of the first of these checks that there is. */
function firstOf(results: readonly CheckResult[], names: readonly CheckName[]): CheckResult | undefined {
  return names.flatMap((name) => results.find(({ check }) => check === name) ?? [])[0];
}

function lower({ check, verdict }: CheckResult): Verdict {
  return fails(verdict) && !decisiveChecks.has(check) ? "degraded" : verdict;
}

const unreachableCauses: ReadonlySet<CheckCause> = new Set(["unreachable", "auth"]);

function isUnreachable(checks: readonly CheckResult[]): boolean {
  // Error responses carry a date too, so that the clock check does not prove that the node was reached.
  const evidence = checks.filter(({ check }) => check !== "clock");
  return evidence.length > 0 && evidence.every(({ cause }) => cause !== undefined && unreachableCauses.has(cause));
}
