import { readCount } from "../../access/codec/decode.js";
import { isObject } from "../../base/is-object.js";
import { askParts, type Part } from "../batch-parts.js";
import { addLatency } from "../latency.js";
import { addOffer } from "../offer.js";
import { addPeers } from "../peers.js";
import { type ChainReader, compareWithReference } from "../reference.js";
import type { Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import { addClient } from "../supporting.js";

const offers = [
  { check: "mempool", method: "getmempoolinfo", add: addMempool },
  { check: "depth", method: "getblockchaininfo", add: addPruning },
  { check: "client", method: "getnetworkinfo", add: addNetwork },
] as const;

/** Checks the mempool, how many blocks the node keeps, its version and, if dedicated, its peers, in one batch. */
export async function probeUtxoCapabilities(session: ProbeSession): Promise<void> {
  const parts = offers.map(
    ({ check, method, add }): Part => ({
      check,
      calls: [{ method }],
      record: ([reading]) => (reading === undefined ? undefined : add(session, reading)),
    }),
  );
  await askParts(session, parts);
}

const reader: ChainReader = {
  tipCalls: [{ method: "getblockhash", params: [0] }, { method: "getblockchaininfo" }],
  readIdentity: readText,
  readHeight: (value) => (isObject(value) ? readCount(value.blocks) : undefined),
  blockCall: (height) => ({ method: "getblockhash", params: [height] }),
  readHash: readText,
  settledBlocks: 6,
};

/** Compares a node with its reference, and measures its latency. */
export async function probeUtxoFull(session: ProbeSession): Promise<void> {
  await compareWithReference(session, reader);
  if (session.isDecisiveOnly) {
    return;
  }
  await addLatency(session, { method: "getblockhash", params: [0] });
}

function addMempool(session: ProbeSession, reading: Reading): void {
  const describe = (value: unknown) => {
    const size = isObject(value) ? readCount(value.size) : undefined;
    return size === undefined ? undefined : `${size} transactions`;
  };
  addOffer(session, { check: "mempool", what: "getmempoolinfo", describe }, reading);
}

// The node itself says whether it keeps old blocks, so that no search is necessary.
function addPruning(session: ProbeSession, reading: Reading): void {
  if (!reading.ok) {
    session.addFailure("depth", reading.failure, reading);
    return;
  }
  const { pruned, pruneheight } = isObject(reading.value) ? reading.value : {};
  if (pruned === false) {
    const why = "the node keeps all blocks";
    session.add({ check: "depth", verdict: "healthy", observed: "all blocks", why }, reading);
  } else if (pruned === true) {
    const first = readCount(pruneheight);
    const observed = first === undefined ? "pruned" : `blocks from ${first}`;
    const why = `the node is pruned: ${observed}`;
    session.add({ check: "depth", verdict: "healthy", cause: "no-state", observed, why }, reading);
  }
}

function addNetwork(session: ProbeSession, reading: Reading): void {
  const client = reading.ok && isObject(reading.value) ? readText(reading.value.subversion) : undefined;
  addClient(session, client, reading);
  if (session.target.isDedicated === true) {
    addPeers(session, reading, (value) => (isObject(value) ? value.connections : undefined));
  }
}

function readText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
