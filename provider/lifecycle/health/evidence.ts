import type { CheckCause, CheckResult, NodeReport } from "../../health/verdict.js";

/** The check that speaks against a node. */
export type Evidence = Pick<CheckResult, "cause" | "check" | "observed" | "threshold" | "verdict" | "why">;

/** Causes that no waiting changes. */
const finalCauses: ReadonlySet<CheckCause | undefined> = new Set(["config", "no-expectation", "no-probe"]);

/** Whether waiting is useless. */
export function isFinal({ isWrongChain, isQuota = false }: NodeReport, { cause }: Evidence): boolean {
  return isWrongChain || isQuota || finalCauses.has(cause);
}

/** The evidence in one line: check, reason, and what the reason does not say of observed value and limit. */
export function evidenceOf({ check, verdict, why, observed, threshold }: Evidence): string {
  const more = [
    ["observed", observed],
    ["expected or limit", threshold],
  ].flatMap(([name, value]) => (value === undefined || why.includes(value) ? [] : [`${name}: ${value}`]));
  return `${verdict} by check ${check}: ${why}${more.length === 0 ? "" : ` (${more.join(", ")})`}`;
}

const nextSteps: Readonly<Partial<Record<CheckCause, string>>> = {
  "wrong-chain": "Correct expect.chain or expect.identity, or connect the right node.",
  "no-expectation":
    "If this is the right chain, set expect.identity to the observed value. A node that reports none cannot be gated.",
  "no-probe": "Leave this NodeHealth out.",
  config: "Correct the endpoints.",
  syncing: "It is catching up: run `pulumi up` again later, or raise the argument timeouts.",
  starting: "It is starting: run `pulumi up` again later, or raise the argument timeouts.",
  unreachable: "This says nothing about the node: check the route from this machine to it, then run `pulumi up` again.",
  auth: "Check its access rules; `pulumi refresh` reads credentials that were rotated.",
  throttled: "The limit of the plan is reached: run `pulumi up` again later, or set expect.maxCost lower.",
  budget: "Raise expect.maxCost.",
  "broken-promise": "The node does not do what expect demands: change expect, or the node.",
};

const otherwise: Readonly<Partial<Record<NodeReport["verdict"], string>>> = {
  degraded: "The argument expect.verdict accepts nothing worse.",
  gated: "The argument expect.verdict accepts nothing worse.",
  unknown: "This says nothing about the node: run `pulumi up` again.",
};

/** What to do about a node that did not pass. */
export function nextStep({ isWrongChain, isQuota = false }: NodeReport, { cause, verdict }: Evidence): string {
  if (isQuota) {
    return "The monthly limit of the account is reached: change the plan, or wait until it ends.";
  }
  const found = isWrongChain ? "wrong-chain" : cause;
  return (
    (found === undefined ? undefined : nextSteps[found]) ??
    otherwise[verdict] ??
    "Check the node on the platform, or replace it; the next `pulumi up` probes again."
  );
}
