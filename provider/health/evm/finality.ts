import { readCount, timestampMs } from "../../access/codec/decode.js";
import { isObject } from "../../base/is-object.js";
import { duration } from "../head-age.js";
import type { Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import type { CheckResult } from "../verdict.js";
import { viewOf } from "./evm-head.js";

const tags = ["latest", "safe", "finalized"] as const;

/** Units of {@link addFinality}. */
export const finalityUnits = tags.length;

interface Block {
  readonly number: number;
  readonly timestampMs: number;
}

/**
 * Records the finalized block: not above the safe one, which is not above the newest, and not too old on chains that
 * finalize by themselves. A node that does not know these tags is not checked.
 */
export async function addFinality(session: ProbeSession): Promise<void> {
  const answers = await session.ask(tags.map((tag) => ({ method: "eth_getBlockByNumber", params: [tag, false] })));
  const failed = answers.find((answer) => !answer.ok && !isUnsupported(answer));
  if (failed?.ok === false) {
    session.addFailure("finality", failed.failure, ...answers);
    return;
  }
  const [latest, safe, finalized] = answers.map((answer) => (answer.ok ? readBlock(answer.value) : undefined));
  if (latest === undefined || finalized === undefined) {
    const seen = answers.some(isWithoutBlock) ? noBlock : notOffered;
    session.add({ check: "finality", verdict: "healthy", ...seen }, ...answers);
    return;
  }
  session.add(checkFinality(session, latest, safe ?? finalized, finalized), ...answers);
}

const notOffered = { observed: "not offered", why: "the node does not know the tag finalized" };
const noBlock = { observed: "none", why: "the node knows of no finalized block yet" };

// As geth says until its beacon node names a finalized block.
function isWithoutBlock(answer: Reading): boolean {
  return !answer.ok && /(?:finalized|safe) block not found/i.test(answer.failure.message);
}

function checkFinality(session: ProbeSession, latest: Block, safe: Block, finalized: Block): CheckResult {
  const behind = `${latest.number - finalized.number} blocks`;
  if (finalized.number > safe.number || safe.number > latest.number) {
    const why = `out of order: finalized ${finalized.number}, safe ${safe.number}, latest ${latest.number}`;
    return { check: "finality", verdict: "degraded", cause: "not-functional", observed: behind, why };
  }
  const { finalityMs } = session.facts;
  const ageMs = ageOf(session, latest, finalized);
  const what = finalized.number === 0 ? "only the genesis block is finalized, about" : "the finalized block is";
  const seen = `${what} ${duration(ageMs)} old, ${behind} below the head`;
  const evidence = { check: "finality", observed: duration(ageMs), value: ageMs / 1000 } as const;
  if (finalityMs === undefined) {
    return { ...evidence, verdict: "healthy", why: seen };
  }
  const threshold = duration(finalityMs);
  const why = `${seen}, limit ${threshold}`;
  return ageMs > finalityMs
    ? { ...evidence, verdict: "degraded", cause: "late", threshold, why }
    : { ...evidence, verdict: "healthy", threshold, why };
}

// The timestamp of the genesis block is often arbitrary: for it, the blocks since then count.
function ageOf(session: ProbeSession, latest: Block, finalized: Block): number {
  return finalized.number === 0
    ? latest.number * (viewOf(session)?.blockTimeMs ?? session.facts.blockTimeMs)
    : Math.max(0, session.now() - finalized.timestampMs);
}

// Genesis included: a young chain has finalized nothing else.
function readBlock(value: unknown): Block | undefined {
  const number = isObject(value) ? readCount(value.number) : undefined;
  const time = isObject(value) ? timestampMs(value.timestamp) : undefined;
  return number === undefined || time === undefined ? undefined : { number, timestampMs: time };
}

function isUnsupported(answer: Reading): boolean {
  return !answer.ok && ["method", "no-state", "params", "rpc"].includes(answer.failure.kind);
}
