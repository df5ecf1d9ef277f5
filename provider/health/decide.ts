import {
  type CheckCause,
  type CheckResult,
  decisiveChecks,
  fails,
  type NodeReport,
  type Verdict,
  worstOf,
} from "./verdict.js";

/** What a report holds beside its checks. */
export type ReportExtras = Pick<NodeReport, "cost" | "observedIdentity" | "retryAfterMs">;

/**
 * Makes a report of the evidence: a failed decisive check wins, else an unanswered one makes the node `unknown`, else the
 * worst evidence counts. Supporting checks never make a node worse than `degraded` or `gated`.
 *
 * @param checks at least one; `healthy` needs both `identity` and `head` among them
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
 * The report as it reads when the chain identity need not be known: for a chain without an expected identity, whose node
 * told one all the same. Any other report comes back unchanged.
 */
export function acceptUnknownIdentity(report: NodeReport): NodeReport {
  const isOpen = report.checks.some(({ check, cause }) => check === "identity" && cause === "no-expectation");
  if (!isOpen) {
    return report;
  }
  const accepted = report.checks.map((result) =>
    result.check === "identity"
      ? { ...result, verdict: "healthy" as const, why: `${result.why}; accepted as it is` }
      : result,
  );
  return decide(accepted, report);
}

type Decider = Pick<CheckResult, "check" | "verdict" | "why">;

function decisive(checks: readonly CheckResult[]): Decider {
  const made = checks.filter(({ check }) => decisiveChecks.has(check));
  const failed = made.filter(({ verdict }) => fails(verdict));
  const worstFailure = failed.find(({ verdict }) => verdict === worstOf(failed.map((result) => result.verdict)));
  if (worstFailure !== undefined) {
    return worstFailure;
  }
  // A gate in front of a decisive check is an answer about the plan, not about the node.
  const open = made.find(({ verdict }) => verdict === "unknown" || verdict === "gated");
  if (open !== undefined) {
    return { ...open, verdict: "unknown" };
  }
  const head = made.find(({ check }) => check === "head");
  if (head === undefined || !made.some(({ check }) => check === "identity")) {
    return {
      check: head === undefined ? "head" : "identity",
      verdict: "unknown",
      why: "the node was not asked for identity and head",
    };
  }
  const lowered = checks.map((result) => ({ ...result, verdict: lower(result) }));
  const worst = worstOf(lowered.map(({ verdict }) => verdict)) ?? "healthy";
  return worst === "healthy" ? head : (lowered.find(({ verdict }) => verdict === worst) ?? head);
}

function lower({ check, verdict }: CheckResult): Verdict {
  return fails(verdict) && !decisiveChecks.has(check) ? "degraded" : verdict;
}

const unreachableCauses: ReadonlySet<CheckCause> = new Set(["unreachable", "auth"]);

function isUnreachable(checks: readonly CheckResult[]): boolean {
  // A refusal carries a date, too: the clock check says nothing about reaching the node.
  const evidence = checks.filter(({ check }) => check !== "clock");
  return evidence.length > 0 && evidence.every(({ cause }) => cause !== undefined && unreachableCauses.has(cause));
}
