import { readCount, timestampMs } from "../../access/codec/decode.js";
import type { RpcCall } from "../../access/rpc/call.js";
import { isObject } from "../../base/is-object.js";
import type { ChainFacts } from "../chains/chains.js";
import type { PricedCall } from "../session/budget.js";
import type { ProbeFailure, Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import { unexpectedShape } from "../session/shape.js";
import type { CheckResult } from "../verdict.js";

/** The parts of a block that probes use. */
export interface Head {
  readonly number: number;
  readonly timestampMs: number;
  readonly hash: string;
}

/** What the basic probe learned, for the checks that follow. */
export interface EvmView {
  readonly head: Head;
  /** Measured, or what is known about the chain. */
  readonly blockTimeMs: number;
}

const views = new WeakMap<ProbeSession, EvmView>();

/** Keeps what the basic probe learned. */
export function rememberView(session: ProbeSession, view: EvmView): void {
  views.set(session, view);
}

/** What the basic checks of this probe learned; undefined if they found no head. */
export function viewOf(session: ProbeSession): EvmView | undefined {
  return views.get(session);
}

/** Result of a call for a block. */
export type HeadReading =
  | { readonly kind: "head"; readonly head: Head }
  | { readonly kind: "failed"; readonly failure: ProbeFailure }
  | { readonly kind: "wrong"; readonly result: CheckResult };

/** The call for the newest block. */
export const latestBlock: RpcCall = { method: "eth_getBlockByNumber", params: ["latest", false] };

/** The call for a block by its number. Costs double from 127 blocks back. */
export function blockAt(number: number, head: number): PricedCall {
  return oldCall("eth_getBlockByNumber", [hexOf(number), false], number, head);
}

/** A call about a block, priced by its distance from the head. */
export function oldCall(method: string, params: readonly unknown[], number: number, head: number): PricedCall {
  return { method, params, units: head - number >= pricedBack ? 2 : 1 };
}

/** A whole number as JSON-RPC parameter. */
export function hexOf(value: number): string {
  return `0x${value.toString(16)}`;
}

// From this many blocks back, a call costs double.
const pricedBack = 127;

/**
 * Parses a block. `null`, height 0 or a missing hash is a fault of the node; any other shape is no evidence about it.
 */
export function readHead(result: Reading): HeadReading {
  if (!result.ok) {
    return { kind: "failed", failure: result.failure };
  }
  const { value } = result;
  if (value === null) {
    return noHead("the node has no newest block (null)");
  }
  const number = isObject(value) ? readCount(value.number) : undefined;
  const time = isObject(value) ? timestampMs(value.timestamp) : undefined;
  if (!isObject(value) || number === undefined || time === undefined) {
    return { kind: "wrong", result: unexpectedShape("head", value, "the newest block is not a block but") };
  }
  if (number === 0) {
    return noHead("the node has only the genesis block (height 0)");
  }
  return typeof value.hash === "string"
    ? { kind: "head", head: { number, timestampMs: time, hash: value.hash } }
    : noHead("the newest block has no hash");
}

// Blocks to measure the block time over: below 127, from where a call costs double.
const measuredBlocks = 100;

/**
 * Measures the chain's block time over the last hundred blocks with one extra call. Known facts about the chain bound
 * the result: a few early blocks, or a standstill, must not make every limit meaningless.
 */
export async function measureBlockTime(session: ProbeSession, head: Head): Promise<number> {
  // Not back to genesis: its timestamp is often arbitrary.
  const back = Math.min(measuredBlocks, head.number - 1);
  if (back < 1) {
    return session.facts.blockTimeMs;
  }
  const [answer] = await session.ask([{ method: "eth_getBlockByNumber", params: [hexOf(head.number - back), false] }]);
  const earlier = answer === undefined ? undefined : readHead(answer);
  if (earlier?.kind !== "head" || earlier.head.number >= head.number) {
    return session.facts.blockTimeMs;
  }
  const measuredMs = (head.timestampMs - earlier.head.timestampMs) / (head.number - earlier.head.number);
  const [minMs, maxMs] = bounds(session.facts);
  return Math.min(Math.max(measuredMs, minMs), maxMs);
}

function bounds({ blockTimeMs, isBlockTimeKnown, isOnDemand }: ChainFacts): readonly [number, number] {
  if (!isBlockTimeKnown) {
    return [100, 60_000];
  }
  return [blockTimeMs / 4, isOnDemand ? 3_600_000 : blockTimeMs * 4];
}

function noHead(why: string): HeadReading {
  return { kind: "wrong", result: { check: "head", verdict: "unhealthy", cause: "no-head", why } };
}
