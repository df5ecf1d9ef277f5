import { readQuantity } from "../../access/codec/decode.js";
import { addNotFunctional, addRefusal } from "../offer.js";
import type { PricedCall } from "../session/budget.js";
import type { Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import { shapeOf } from "../session/shape.js";
import type { CheckResult } from "../verdict.js";
import { hexOf, oldCall } from "./evm-head.js";

/** Whether a node has the state of a block. */
export type StateReading = "kept" | "missing" | "unclear";

const zeroAddress = `0x${"0".repeat(40)}`;
const slackBlocks = 1_000;

// What clients say besides the errors that are classified as `no-state`.
const noStateText = /state.{0,80}(?:unavailable|not available|not found|pruned)|(?:no|not|missing) state/i;

/** The call for state at a block. */
export function stateAt(number: number, head: number): PricedCall {
  return oldCall("eth_getBalance", [zeroAddress, hexOf(number)], number, head);
}

/** Reads the response to {@link stateAt}. */
export function readState(reading: Reading): StateReading {
  if (reading.ok) {
    return readQuantity(reading.value) === undefined ? "unclear" : "kept";
  }
  const { kind, message } = reading.failure;
  const isRefused = kind === "rpc" || kind === "params";
  return kind === "no-state" || (isRefused && noStateText.test(message)) ? "missing" : "unclear";
}

/** Blocks whose state only an archive node has: the first, and one past the window of a full node. */
export function archiveBlocks(head: number, stateBlocks: number): readonly number[] {
  const past = head - (stateBlocks + slackBlocks);
  return head < 2 ? [] : past > 1 ? [1, past] : [1];
}

/** Records whether the node has all state. */
export function addArchive(
  session: ProbeSession,
  head: number,
  blocks: readonly number[],
  readings: readonly Reading[],
): CheckResult | undefined {
  const states = readings.map(readState);
  const missing = states.indexOf("missing");
  if (missing >= 0) {
    const why = `no state at block ${blocks[missing]}: a full node`;
    return session.add({ check: "archive", verdict: "healthy", cause: "no-state", observed: "full", why }, ...readings);
  }
  const unclear = readings[states.indexOf("unclear")];
  if (unclear !== undefined) {
    return unclear.ok
      ? addNotFunctional(session, "archive", "eth_getBalance", shapeOf(unclear.value), ...readings)
      : addRefusal(session, "archive", "eth_getBalance", unclear.failure, ...readings);
  }
  const { stateBlocks } = session.facts;
  if (head - 1 <= stateBlocks) {
    const why = `state at block 1 of ${head}, which a full node has too: it keeps ${stateBlocks} blocks`;
    return session.add({ check: "archive", verdict: "healthy", observed: "undetermined", why }, ...readings);
  }
  const why = `state at block ${blocks.join(" and ")}`;
  return session.add({ check: "archive", verdict: "healthy", observed: "archive", why }, ...readings);
}
