import { readCount, timestampMs } from "../../access/codec/decode.js";
import { isObject } from "../../base/is-object.js";
import type { ForkPoint } from "../chains/chains.js";
import type { ProbeFamily } from "../family.js";
import { ageLimits, checkAge } from "../head-age.js";
import type { Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import { unexpectedShape } from "../session/shape.js";
import { probeUtxoCapabilities, probeUtxoFull } from "./utxo-depths.js";

type Info = Readonly<Record<string, unknown>>;

// Headers that a node knows ahead of its blocks: more than the first number is a warning, more than the second means
// syncing.
const headerGap = { warn: 1, syncing: 3 } as const;

/**
 * Probes a node of Bitcoin or a related chain: genesis and chain state in one batch, then the tip's time if the state
 * lacks it. Stops after the batch on the wrong chain.
 */
async function probeUtxo(session: ProbeSession): Promise<void> {
  const { fork } = session.facts;
  const [state, genesis, atFork] = await session.ask([
    { method: "getblockchaininfo" },
    { method: "getblockhash", params: [0] },
    ...(fork === undefined ? [] : [{ method: "getblockhash", params: [fork.height] }]),
  ]);
  if (state === undefined || genesis === undefined) {
    return;
  }
  const info = state.ok ? state.value : undefined;
  const blocks = isObject(info) ? readCount(info.blocks) : undefined;
  if (!checkIdentity(session, { genesis, fork, atFork, blocks })) {
    return;
  }
  if (!state.ok) {
    session.addFailure("head", state.failure, state);
    return;
  }
  if (!isObject(info) || blocks === undefined) {
    session.add(unexpectedShape("head", info, "the chain state is not documented data but"), state);
    return;
  }
  const sync = checkSync(session, info, blocks);
  checkWarnings(session, info.warnings);
  await checkTip(session, info, sync);
}

/** What shows the identity of a node. */
interface IdentityReadings {
  readonly genesis: Reading;
  readonly fork: ForkPoint | undefined;
  readonly atFork: Reading | undefined;
  /** Height of the node, if known. */
  readonly blocks: number | undefined;
}

/** @returns false if the node serves another chain */
function checkIdentity(session: ProbeSession, { genesis, fork, atFork, blocks }: IdentityReadings): boolean {
  if (!genesis.ok) {
    session.addFailure("identity", genesis.failure, genesis);
    return true;
  }
  if (typeof genesis.value !== "string") {
    session.add(unexpectedShape("identity", genesis.value, "the genesis hash is not a string but"));
    return true;
  }
  // A node that has not reached the fork yet returns an error: its genesis must suffice.
  const isBeforeFork = fork === undefined || atFork === undefined || (blocks ?? 0) < fork.height;
  if (!isBeforeFork && !atFork.ok) {
    session.addFailure("identity", atFork.failure, genesis, atFork);
    return true;
  }
  if (!isBeforeFork && atFork.ok && typeof atFork.value !== "string") {
    session.add(unexpectedShape("identity", atFork.value, "the hash of a block is not a string but"), genesis, atFork);
    return true;
  }
  if (fork !== undefined && atFork?.ok === true && (atFork.value === fork.hash) !== fork.isOurs) {
    const why = `wrong chain: block ${fork.height} is ${fork.isOurs ? "not the one of Bitcoin Cash" : "the one of Bitcoin Cash"}`;
    session.add({ check: "identity", verdict: "unhealthy", cause: "wrong-chain", observed: String(atFork.value), why });
    return false;
  }
  return session.addIdentity(genesis.value, "genesis").cause !== "wrong-chain";
}

/** @returns evidence that the node is catching up; undefined if there is none */
function checkSync(session: ProbeSession, info: Info, blocks: number): string | undefined {
  const gap = Math.max(0, (readCount(info.headers) ?? blocks) - blocks);
  if (gap > headerGap.syncing) {
    const why = `the node knows ${gap} more headers than blocks`;
    const [observed, threshold] = [`${gap} blocks`, `${headerGap.syncing} blocks`];
    session.add({ check: "lag", verdict: "syncing", cause: "syncing", observed, threshold, why });
    return why;
  }
  if (info.initialblockdownload === true) {
    const why = "the node is in its initial block download";
    session.add({ check: "lag", verdict: "syncing", cause: "syncing", why });
    return why;
  }
  session.add({
    check: "lag",
    verdict: gap > headerGap.warn ? "degraded" : "healthy",
    observed: `${gap} blocks`,
    threshold: `${headerGap.warn} blocks`,
    why: gap === 0 ? "every header has its block" : `the node knows ${gap} more headers than blocks`,
    ...(gap > headerGap.warn ? { cause: "syncing" } : {}),
  });
  return undefined;
}

// A string in old versions, a list in new ones; empty if there are none.
function checkWarnings(session: ProbeSession, warnings: unknown): void {
  const texts = (Array.isArray(warnings) ? warnings : [warnings]).filter(
    (text): text is string => typeof text === "string" && text !== "",
  );
  if (texts.length > 0) {
    const observed = texts.join("; ");
    const why = `the node warns: ${observed}`;
    session.add({ check: "warnings", verdict: "degraded", cause: "warning", observed, why });
  }
}

async function checkTip(session: ProbeSession, info: Info, sync: string | undefined): Promise<void> {
  let tipMs = timestampMs(info.time);
  if (tipMs === undefined) {
    const [header] = await session.ask([{ method: "getblockheader", params: [info.bestblockhash, true] }]);
    if (header?.ok === false) {
      session.addFailure("head", header.failure, header);
      return;
    }
    tipMs = header !== undefined && isObject(header.value) ? timestampMs(header.value.time) : undefined;
  }
  if (tipMs === undefined) {
    session.add({ check: "head", verdict: "unknown", cause: "shape", why: "the newest block has no readable time" });
    return;
  }
  session.add(checkAge(tipMs, session.now(), ageLimits(session.facts, session.facts.blockTimeMs), sync));
}

export const utxo: ProbeFamily = { basic: probeUtxo, capabilities: probeUtxoCapabilities, full: probeUtxoFull };
