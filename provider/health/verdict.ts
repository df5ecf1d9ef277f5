import type { RpcFailureKind } from "../errors/errors.js";

/** What is known about a node. `unknown` says nothing about the node: its health could not be determined. */
export type Verdict = "healthy" | "degraded" | "gated" | "syncing" | "unhealthy" | "unknown";

/** The verdicts about a node, best first; `unknown` has no rank. */
export const verdictOrder = [
  "healthy",
  "degraded",
  "gated",
  "syncing",
  "unhealthy",
] as const satisfies readonly Verdict[];

const passing: ReadonlySet<Verdict> = new Set(["healthy", "degraded", "gated"]);

/** Whether a health gate accepts this verdict: healthy, degraded and gated pass. */
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
 * @param verdicts of the nodes; an empty list is `unknown`
 */
export function combine(verdicts: readonly Verdict[]): Verdict {
  const worst = worstOf(verdicts);
  if (worst !== undefined && fails(worst)) {
    return worst;
  }
  return worst === undefined || verdicts.includes("unknown") ? "unknown" : worst;
}

/** The worst verdict by {@link verdictOrder}; undefined if all are `unknown`. */
export function worstOf(verdicts: readonly Verdict[]): Verdict | undefined {
  return verdictOrder.findLast((verdict) => verdicts.includes(verdict));
}

/** The subjects of checks, in the order of reports: what several nodes' reports show must not depend on timing. */
export const checkNames = [
  "identity",
  "head",
  "advance",
  "lag",
  "consistency",
  "sync",
  "beacon-identity",
  "beacon-sync",
  "beacon-head",
  "peers",
  "finality",
  "warnings",
  "client",
  "clock",
  "beacon-finality",
  "beacon-peers",
  "attestation",
  "archive",
  "debug",
  "trace",
  "filters",
  "logs",
  "ots",
  "mempool",
  "websocket",
  "log-range",
  "depth",
  "latency",
  "promise",
] as const;

/** The subject of a check. */
export type CheckName = (typeof checkNames)[number];

/**
 * Checks that can make a node unhealthy; the others only explain, or lower `healthy` to `degraded`. A decisive check
 * without a response keeps the node `unknown`.
 */
export const decisiveChecks: ReadonlySet<CheckName> = new Set([
  "identity",
  "head",
  "advance",
  "lag",
  "consistency",
  "beacon-identity",
  "beacon-head",
  "beacon-sync",
]);

/** Why a check did not simply pass: the call failed, or its response shows a problem. */
export type CheckCause =
  | RpcFailureKind
  /** The endpoint cannot be called at all: missing, malformed, or plain http. Nothing was sent. */
  | "config"
  /** The node serves another chain. Final: waiting does not help. */
  | "wrong-chain"
  /** The node responds, but the expected identity is unknown. */
  | "no-expectation"
  /** No probe supports this protocol. */
  | "no-probe"
  /** The response has an undocumented shape. */
  | "shape"
  /** No head block, or one without number or hash. */
  | "no-head"
  /** The head block is too old. */
  | "stale"
  /** The node is catching up. */
  | "syncing"
  /** No new block while several were due. */
  | "frozen"
  /** The head moved back further than a change of backend explains. */
  | "step-back"
  /** The node itself reports a warning. */
  | "warning"
  /** This machine's clock is wrong; the server's was used. */
  | "clock-skew"
  /** The budget of request units is used up. Nothing was sent. */
  | "budget"
  /** The execution client of a beacon node is offline, or has not verified the head. */
  | "execution"
  /** The chain has not started yet. */
  | "not-started"
  /** A subscription was accepted, but no event arrived. */
  | "silent"
  /** A method returns something, but not what it must: it is not functional. */
  | "not-functional"
  /** The node does not do what the platform states. */
  | "broken-promise"
  /** Finality is late. */
  | "late"
  /** No peers on a node that should have some. */
  | "no-peers"
  /** The node and the reference disagree about a block. */
  | "fork"
  /** Behind the reference. */
  | "behind"
  /** The reference could not be compared with: this says nothing about the node. */
  | "reference";

/** One piece of evidence. */
export interface CheckResult {
  readonly check: CheckName;
  readonly verdict: Verdict;
  /** The observed value, in the unit of the threshold. */
  readonly observed?: string;
  /** The observed value as a number, for metrics: seconds of an age, blocks of a lag, a count. */
  readonly value?: number;
  /** The limit or expected value. */
  readonly threshold?: string;
  /** The reason in one plain line. */
  readonly why: string;
  /** Duration of the slowest of its calls in milliseconds, without time in a queue; absent if none responded. */
  readonly latencyMs?: number;
  /** Request units of its calls; 0 where another check made them. */
  readonly cost?: number;
  /** Absent when there is nothing to explain. */
  readonly cause?: CheckCause;
}

/** Result of one probe of one node. */
export interface NodeReport {
  readonly verdict: Verdict;
  /** The check that decided. */
  readonly decidedBy: CheckName;
  /** That check's reason. */
  readonly why: string;
  /** All evidence, in order. */
  readonly checks: readonly CheckResult[];
  /** Request units spent: each call counts, even within a batch. Never above {@link NodeReport.maxCost}. */
  readonly cost: number;
  /** The budget of request units. */
  readonly maxCost: number;
  /** Whether the node was never reached: every failure is DNS, connection, timeout, TLS, 401 or 403. */
  readonly isUnreachable: boolean;
  /** Whether the node serves another chain than expected. Final. */
  readonly isWrongChain: boolean;
  /** The node's identity (decimal chain id, genesis hash, or what the chain uses), if known. */
  readonly observedIdentity?: string;
  /** The wait that a throttling server requests, in milliseconds. */
  readonly retryAfterMs?: number;
  /** Whether a monthly limit of the account is reached, so that a retry is useless. */
  readonly isQuota?: boolean;
}
