import type { RpcFailureKind } from "../errors/errors.js";

/** What is known about a node. `unknown` is no verdict about the node: it says that we could not find out. */
export type Verdict = "healthy" | "degraded" | "gated" | "syncing" | "unhealthy" | "unknown";

/** The verdicts about a node, best first; `unknown` stands beside this order. */
export const verdictOrder = [
  "healthy",
  "degraded",
  "gated",
  "syncing",
  "unhealthy",
] as const satisfies readonly Verdict[];

const passing: ReadonlySet<Verdict> = new Set(["healthy", "degraded", "gated"]);

/** Whether a gate lets this verdict through: healthy, degraded and gated pass. */
export function passes(verdict: Verdict): boolean {
  return passing.has(verdict);
}

/** Whether a verdict is a failure of the node: syncing or unhealthy. `unknown` is neither a pass nor a failure. */
export function fails(verdict: Verdict): boolean {
  return verdict !== "unknown" && !passing.has(verdict);
}

/**
 * The verdict of a group of nodes: the worst one if it fails, else `unknown` if there is one, else the worst.
 *
 * @param verdicts of the nodes; none at all gives `unknown`, since nothing was found out
 */
export function combine(verdicts: readonly Verdict[]): Verdict {
  const worst = worstOf(verdicts);
  if (worst !== undefined && fails(worst)) {
    return worst;
  }
  return worst === undefined || verdicts.includes("unknown") ? "unknown" : worst;
}

/** The worst verdict by {@link verdictOrder}; undefined when nothing but `unknown` was given. */
export function worstOf(verdicts: readonly Verdict[]): Verdict | undefined {
  return verdictOrder.findLast((verdict) => verdicts.includes(verdict));
}

/** What was looked at. */
export type CheckName =
  | "identity"
  | "head"
  | "advance"
  | "lag"
  | "consistency"
  | "sync"
  | "warnings"
  | "client"
  | "clock";

/**
 * Checks that can make a node unhealthy; the others only explain, or lower `healthy` to `degraded`. A decisive check that
 * was made but gave no answer keeps the node `unknown`.
 */
export const decisiveChecks: ReadonlySet<CheckName> = new Set(["identity", "head", "advance", "lag", "consistency"]);

/** Why a check did not simply pass: a failure of the call, or what is wrong with the answer. */
export type CheckCause =
  | RpcFailureKind
  /** The endpoint cannot be called at all: missing, malformed, or plain http. Nothing was sent. */
  | "config"
  /** The node serves another chain. Final: no waiting helps. */
  | "wrong-chain"
  /** The node answers, but nobody knows what the right answer would be. */
  | "no-expectation"
  /** This kind of chain has no probe. */
  | "no-probe"
  /** The answer has another shape than the interface promises. */
  | "shape"
  /** No head block, or one without number or hash. */
  | "no-head"
  /** The head block is too old. */
  | "stale"
  /** The node says or shows that it is catching up. */
  | "syncing"
  /** No new block in the time in which several were due. */
  | "frozen"
  /** The head went back further than a change of backend explains. */
  | "step-back"
  /** The node itself raises a warning. */
  | "warning"
  /** This machine's clock is wrong; the server's was used. */
  | "clock-skew";

/** One piece of evidence. */
export interface CheckResult {
  readonly check: CheckName;
  readonly verdict: Verdict;
  /** What was seen, in the unit of the threshold. */
  readonly observed?: string;
  /** What it was measured against. */
  readonly threshold?: string;
  /** One line that a tired person understands. */
  readonly why: string;
  /** Absent when there is nothing to explain. */
  readonly cause?: CheckCause;
}

/** What one probe found out about one node. */
export interface NodeReport {
  readonly verdict: Verdict;
  /** The check that decided. */
  readonly decidedBy: CheckName;
  /** That check's line. */
  readonly why: string;
  /** All evidence, in the order in which it was gathered. */
  readonly checks: readonly CheckResult[];
  /** Request units spent: each call counts, also within a batch. */
  readonly cost: number;
  /** Whether the node never answered us: each failure is DNS, connection, timeout, TLS, 401 or 403. */
  readonly isUnreachable: boolean;
  /** Whether the node serves another chain than the expected one. Final. */
  readonly isWrongChain: boolean;
  /** The identity the node gave (decimal chain id, or genesis hash), when it did. */
  readonly observedIdentity?: string;
  /** How long a throttling server asks callers to wait, in milliseconds. */
  readonly retryAfterMs?: number;
}
