import { readCount, readQuantity } from "../../access/codec/decode.js";
import { isObject } from "../../base/is-object.js";
import { addOmitted } from "../evidence.js";
import { addLatency } from "../latency.js";
import { type ChainReader, compareWithReference } from "../reference.js";
import type { ProbeSession } from "../session/session.js";
import { addDepth } from "./depth.js";
import { blockAt, latestBlock, viewOf } from "./evm-head.js";
import { addFinality, finalityUnits } from "./finality.js";
import { addLogRange } from "./log-range.js";

const reader: ChainReader = {
  tipCalls: [{ method: "eth_chainId" }, latestBlock],
  readIdentity: (value) => readQuantity(value)?.toString(),
  readHeight: (value) => (isObject(value) ? readCount(value.number) : undefined),
  blockCall: blockAt,
  readHash: (value) => (isObject(value) && typeof value.hash === "string" ? value.hash.toLowerCase() : undefined),
  settledBlocks: 8,
};

/** Compares an EVM node with its reference, then measures it; what costs most comes last. */
export async function probeEvmFull(session: ProbeSession): Promise<void> {
  const view = viewOf(session);
  if (view === undefined) {
    return;
  }
  const head = view.head.number;
  await compareWithReference(session, reader);
  if (session.isDecisiveOnly) {
    return;
  }
  if (finalityUnits > session.unitsLeft) {
    addOmitted(session, "finality", finalityUnits);
  } else {
    await addFinality(session);
  }
  await addLogRange(session, head);
  await addLatency(session, { method: "eth_chainId" });
  await addDepth(session, head);
}
