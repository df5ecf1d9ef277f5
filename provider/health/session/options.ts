import type { NodeEndpoints } from "../../access/endpoints.js";
import type { Clock } from "../../base/clock.js";
import type { Pacer } from "./pacer.js";

/** What the platform states about a node. Undefined or absent members promise nothing. */
export interface NodePromise {
  /** `full` or `archive`. */
  readonly mode?: string | undefined;
  /** Version of the client. */
  readonly version?: string | undefined;
  /** For example `eth`, `debug`. */
  readonly apiNamespaces?: readonly string[] | undefined;
}

/** What is probed. */
export interface ProbeTarget {
  readonly endpoints: NodeEndpoints;
  /** Platform slug, for example `ethereum-mainnet`; see {@link chainKey} for short ones. */
  readonly chain: string;
  /** The identity the node must have, in the form of its chain. @default what is known about the chain */
  readonly expected?: string | undefined;
  /** What the node must do beyond its chain's basics. @default nothing */
  readonly promise?: NodePromise | undefined;
  /** Whether it is the only user of its node: then a node without peers is suspicious. @default false */
  readonly isDedicated?: boolean | undefined;
  /** Another node of the same chain to compare with, in depth `full`. @default none */
  readonly reference?: NodeEndpoints | undefined;
}

/** How much is checked: identity, head and sync; also what else was bought; everything. */
export type ProbeDepth = "basic" | "capabilities" | "full";

/** All depths, shallow first. */
export const probeDepths = ["basic", "capabilities", "full"] as const satisfies readonly ProbeDepth[];

/** Request units that a probe may spend by default. */
export const defaultMaxCost: Readonly<Record<ProbeDepth, number>> = { basic: 30, capabilities: 60, full: 200 };

/** Options of a probe. */
export interface ProbeOptions {
  /** @default "basic" */
  readonly depth?: ProbeDepth | undefined;
  /** Budget of request units, never exceeded. @default 30, for `capabilities` 60, for `full` 200 */
  readonly maxCost?: number | undefined;
  /** Ends the probe; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  /** Deadline of one request. @default 10_000 */
  readonly timeoutMs?: number | undefined;
  /** Longest wait for the head to move; 0 looks at the head once. @default 40_000 */
  readonly maxWaitForAdvanceMs?: number | undefined;
  /** Whether only what can fail a node is checked, to confirm a failure. @default false */
  readonly isDecisiveOnly?: boolean | undefined;
  /** Paces requests over all probes. @default as fast as nodes respond, four at a time per host */
  readonly pacer?: Pacer | undefined;
}
