import { timestampMs } from "../../access/codec/decode.js";
import type { ProbeFamily } from "../family.js";
import { addMovingHead, addNoHead } from "../moving-head.js";
import type { ProbeFailure, Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import { shapeOf } from "../session/shape.js";
import { rpcRead } from "../session/typed-calls.js";
import { addIfOffered } from "../supporting.js";
import { probeSolanaCapabilities } from "./solana-capabilities.js";

const slots = {
  finalized: rpcRead("getSlot", [{ commitment: "finalized" }]),
  processed: rpcRead("getSlot", [{ commitment: "processed" }]),
} as const;

// A finalized slot is some 13 s old already: the usual warning age would warn all the time.
const limits = { warnMs: 60_000, failMs: 60_000 } as const;

// The smallest plan allows five requests a second, and each call of a batch counts.
const pauseMs = 1_000;

/**
 * Probes a Solana node: identity, health and slots in one batch, then the time of the finalized slot, then the
 * processed slot until it moves. Stops after the batch on the wrong chain.
 */
async function probeSolana(session: ProbeSession): Promise<void> {
  const { genesis, health, finalized, processed, received } = await session.read({
    genesis: rpcRead("getGenesisHash"),
    health: rpcRead("getHealth"),
    ...slots,
    received: rpcRead("getMaxShredInsertSlot"),
  });
  if (!genesis.ok) {
    session.addFailure("identity", genesis.failure, genesis);
  } else if (session.addIdentity(genesis.value, "genesis", genesis).cause === "wrong-chain") {
    return;
  }
  const unhealthy = addHealth(session, health);
  const gap = addProgress(session, processed, received);
  const syncing = gap ?? unhealthy;
  if (!finalized.ok) {
    addNoHead(session, finalized.failure, syncing, finalized);
    return;
  }
  const time = await readTime(session, finalized.value);
  if (!time.ok) {
    session.addFailure("head", time.failure, finalized, time);
    return;
  }
  const watched = processed.ok ? processed : finalized;
  const again = processed.ok ? slots.processed : slots.finalized;
  const look = async () => {
    const { slot } = await session.read({ slot: again });
    return slot.ok ? { ...slot, value: { number: slot.value } } : slot;
  };
  const head = { number: watched.value, timeMs: time.value, syncing, limits, look };
  await addMovingHead(session, head, finalized, time);
}

/** @returns the node's word that it is behind; undefined if it says otherwise */
function addHealth(session: ProbeSession, health: Reading<unknown>): string | undefined {
  addIfOffered(session, "sync", health, (word) => {
    if (word === "ok") {
      session.add({ check: "sync", verdict: "healthy", observed: "ok", why: "the node reports that it is ok" }, health);
    } else {
      const observed = typeof word === "string" ? word : shapeOf(word);
      const why = `the health of the node is neither ok nor an error, but ${observed}`;
      session.add({ check: "sync", verdict: "unknown", cause: "shape", observed, why }, health);
    }
  });
  return !health.ok && health.failure.kind === "starting" ? health.failure.message : undefined;
}

/**
 * Compares what the node has received with what it has processed.
 *
 * @returns evidence that the node is catching up; undefined if there is none
 */
function addProgress(session: ProbeSession, processed: Reading<number>, received: Reading<number>): string | undefined {
  if (!processed.ok || !received.ok) {
    // Only supports the other checks: `lag` without an answer would leave the node unknown.
    addIfOffered<number>(session, "sync", processed.ok ? received : processed, () => undefined);
    return undefined;
  }
  const [warn, fail] = session.facts.lagBlocks;
  const gap = Math.max(0, received.value - processed.value);
  const why = `the node has received data ${gap} slots ahead of what it has processed`;
  const evidence = { check: "lag", observed: `${gap} slots`, value: gap, threshold: `${warn} slots`, why } as const;
  if (gap <= warn) {
    session.add({ ...evidence, verdict: "healthy" }, processed, received);
    return undefined;
  }
  session.add({ ...evidence, verdict: gap > fail ? "syncing" : "degraded", cause: "syncing" }, processed, received);
  return why;
}

// Of the finalized slot, then below it: a leader that fails leaves four slots in a row without a block.
const stepsDown = [1, 2, 4, 8] as const;

// Not available (yet), skipped, skipped according to long-term storage, status not available yet.
const noBlockCodes: ReadonlySet<number | undefined> = new Set([-32004, -32007, -32009, -32014]);

/** Reads the time of a slot, or of one just below it where that one has none. */
async function readTime(session: ProbeSession, slot: number): Promise<Reading<number>> {
  await session.sleep(pauseMs);
  const { time } = await session.read({ time: rpcRead("getBlockTime", [slot]) });
  const newest = timeIn(time, slot);
  if (newest.ok || !isWithoutBlock(newest.failure)) {
    return newest;
  }
  await session.sleep(pauseMs);
  const lower = stepsDown.map((steps) => Math.max(0, slot - steps));
  const readings = await session.read(
    Object.fromEntries(lower.map((number) => [`at${number}`, rpcRead("getBlockTime", [number])])),
  );
  const times = lower.flatMap((number) => {
    const reading = readings[`at${number}`];
    return reading === undefined ? [] : [timeIn(reading, number)];
  });
  return (
    times.find(({ ok }) => ok) ?? times.find((reading) => !reading.ok && !isWithoutBlock(reading.failure)) ?? newest
  );
}

function isWithoutBlock({ kind, rpcCode, observed }: ProbeFailure): boolean {
  return noBlockCodes.has(rpcCode) || (kind === "shape" && observed === "null");
}

function timeIn(reading: Reading<number | null>, slot: number): Reading<number> {
  if (!reading.ok) {
    return reading;
  }
  const { value, spent } = reading;
  const timeMs = timestampMs(value);
  if (timeMs !== undefined) {
    return { ok: true, value: timeMs, spent };
  }
  const observed = shapeOf(value);
  return { ok: false, failure: { kind: "shape", message: `the time of slot ${slot} is ${observed}`, observed }, spent };
}

export const solana: ProbeFamily = { basic: probeSolana, capabilities: probeSolanaCapabilities };
