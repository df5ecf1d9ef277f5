import type { Hex } from "../../access/codec/values.js";
import { addSyncFlag } from "../evidence.js";
import type { ProbeFamily } from "../family.js";
import { addHeadByNumber, addMovingHead, addNoHead, type HeadSample } from "../moving-head.js";
import { addPeerCount } from "../peers.js";
import type { Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import { shapeOf } from "../session/shape.js";
import { isFinal, rpcRead } from "../session/typed-calls.js";
import { addClient, addIfOffered } from "../supporting.js";

// Key of `Timestamp.Now`, the time of the latest block: a header has none. Both names hashed with twox128.
const timestampKey = "0xf0c365c3cf59d671eb72da0e7a4113c49f1f0515f462cdcf84e0f1d6045dfcbb";

const headCalls = { header: rpcRead("chain_getHeader"), time: rpcRead("state_getStorage", [timestampKey]) };

/**
 * Probes a node of Polkadot or another Substrate chain: everything in one batch, then the head until it moves. Where
 * the time of the latest block is not to be had, the head must move. Stops after the batch on the wrong chain.
 */
async function probePolkadot(session: ProbeSession): Promise<void> {
  const { chain, health, version, header, time } = await session.read({
    chain: rpcRead("system_chain"),
    health: rpcRead("system_health"),
    version: rpcRead("system_version"),
    ...headCalls,
  });
  if (!chain.ok) {
    session.addFailure("identity", chain.failure, chain);
  } else if (session.addIdentity(chain.value, "chain", chain).cause === "wrong-chain") {
    return;
  }
  let syncing: string | undefined;
  addIfOffered(session, "sync", health, ({ isSyncing, peers, shouldHavePeers }) => {
    syncing = addSyncFlag(session, isSyncing, health);
    if (shouldHavePeers || peers > 0) {
      addPeerCount(session, peers);
    }
  });
  addIfOffered(session, "client", version, (name) => addClient(session, name, version));
  if (!header.ok) {
    addNoHead(session, header.failure, syncing, header, time);
    return;
  }
  const blockTime = timeIn(time, session.now());
  const head = { number: Number(header.value.number), syncing, look: lookAt(session) };
  if (blockTime.ok) {
    await addMovingHead(session, { ...head, timeMs: blockTime.value }, header, time);
  } else if (isFinal(blockTime) || blockTime.failure.kind === "budget") {
    session.addFailure("head", blockTime.failure, header, time);
  } else {
    await addHeadByNumber(session, head, blockTime.failure, header, time);
  }
}

function lookAt(session: ProbeSession): (isTimeUseful: boolean) => Promise<Reading<HeadSample>> {
  return async (isTimeUseful) => {
    const { header, time } = isTimeUseful
      ? await session.read(headCalls)
      : { ...(await session.read({ header: headCalls.header })), time: undefined };
    if (!header.ok) {
      return header;
    }
    const blockTime = time === undefined ? undefined : timeIn(time, session.now());
    const timeMs = blockTime?.ok === true ? blockTime.value : undefined;
    return { ...header, value: { number: Number(header.value.number), timeMs } };
  };
}

// Before the first Substrate chain, and later than any clock error: not a time in milliseconds.
const firstTimeMs = Date.parse("2016-01-01T00:00:00Z");
const maxAheadMs = 86_400_000;

/** The time of a block: 8 bytes, little-endian, milliseconds. Anything else is something else. */
function timeIn(storage: Reading<Hex | null>, nowMs: number): Reading<number> {
  if (!storage.ok) {
    return storage;
  }
  const { value, spent } = storage;
  const timeMs = value?.length === 18 ? Number(Buffer.from(value.slice(2), "hex").readBigUInt64LE()) : Number.NaN;
  if (timeMs >= firstTimeMs && timeMs <= nowMs + maxAheadMs) {
    return { ok: true, value: timeMs, spent };
  }
  const observed = value === null ? shapeOf(value) : `${Math.floor(value.length / 2) - 1} bytes`;
  const message = `the storage of the node holds no time of the newest block, but ${observed}`;
  return { ok: false, failure: { kind: "shape", message, observed }, spent };
}

export const polkadot: ProbeFamily = { basic: probePolkadot };
