import { readCount, readQuantity } from "../../access/codec/decode.js";
import { isObject } from "../../base/is-object.js";
import { addSyncFlag } from "../evidence.js";
import type { ProbeFamily } from "../family.js";
import { ageLimits, checkAge, isStale } from "../head-age.js";
import type { Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import { unexpectedShape } from "../session/shape.js";
import { addClient, addIfOffered } from "../supporting.js";
import type { CheckResult } from "../verdict.js";
import { watchHead } from "./advance.js";
import { probeEvmCapabilities } from "./capabilities.js";
import { latestBlock, measureBlockTime, readHead, rememberView } from "./evm-head.js";
import { probeEvmFull } from "./full.js";

/**
 * Probes an EVM node: identity, head, sync state and client version in one batch, then the block time, then the head
 * until it moves. Stops after the batch on the wrong chain.
 */
async function probeEvm(session: ProbeSession): Promise<void> {
  const [chainId, latest, syncing, client] = await session.ask([
    { method: "eth_chainId" },
    latestBlock,
    { method: "eth_syncing" },
    { method: "web3_clientVersion" },
  ]);
  if (chainId === undefined || latest === undefined || syncing === undefined || client === undefined) {
    return;
  }
  const identity = checkIdentity(session, chainId);
  if (identity?.cause === "wrong-chain") {
    return;
  }
  let sync: string | undefined;
  addIfOffered(session, "sync", syncing, (state) => {
    sync = addSync(session, state, syncing);
  });
  await checkHead(session, latest, sync, identity !== undefined);
  addIfOffered(session, "client", client, (name) =>
    addClient(session, typeof name === "string" ? name : undefined, client),
  );
}

function checkIdentity(session: ProbeSession, answer: Reading): CheckResult | undefined {
  if (!answer.ok) {
    session.addFailure("identity", answer.failure, answer);
    return undefined;
  }
  const id = readQuantity(answer.value);
  if (id === undefined) {
    session.add(unexpectedShape("identity", answer.value, "the chain id is not a number but"), answer);
    return undefined;
  }
  return session.addIdentity(id.toString(), "chain id", answer);
}

/** @param isIdentityKnown if false, the node stays unknown, and watching its head would be useless */
async function checkHead(
  session: ProbeSession,
  latest: Reading,
  sync: string | undefined,
  isIdentityKnown: boolean,
): Promise<void> {
  const reading = readHead(latest);
  if (reading.kind === "failed") {
    session.addFailure("head", reading.failure, latest);
    return;
  }
  if (reading.kind === "wrong") {
    const { result } = reading;
    const isExplained = sync !== undefined && result.verdict === "unhealthy";
    session.add(
      isExplained ? { ...result, verdict: "syncing", cause: "syncing", why: `${result.why}; ${sync}` } : result,
      latest,
    );
    return;
  }
  const { facts } = session;
  const blockTimeMs = isIdentityKnown ? await measureBlockTime(session, reading.head) : facts.blockTimeMs;
  const limits = ageLimits(facts, blockTimeMs);
  const isOld = isStale(reading.head.timestampMs, session.now(), limits);
  const isWatched =
    isIdentityKnown && !facts.isOnDemand && session.maxWaitForAdvanceMs > 0 && !(isOld && sync !== undefined);
  const watch = isWatched ? await watchHead(session, reading.head, { blockTimeMs, isStale: isOld }) : undefined;
  const head = watch?.highest ?? reading.head;
  rememberView(session, { head, blockTimeMs });
  const catchUp = watch?.isCatchingUp === true ? "the head advances faster than the chain produces blocks" : undefined;
  session.add(checkAge(head.timestampMs, session.now(), limits, sync ?? catchUp), latest);
}

// State that geth still fetches after it has all blocks.
const healing = ["healingTrienodes", "healingBytecode"] as const;

/** @returns the node's report that it is catching up; undefined if there is none */
function addSync(session: ProbeSession, value: unknown, answer: Reading): string | undefined {
  if (value === false) {
    return addSyncFlag(session, false, answer);
  }
  if (value !== true && !isObject(value)) {
    session.add(unexpectedShape("sync", value, "the sync state is"), answer);
    return undefined;
  }
  const [current, highest] = isObject(value) ? [readCount(value.currentBlock), readCount(value.highestBlock)] : [];
  if (current === undefined || highest === undefined) {
    // Nitro and others report internals here even at the head: this may explain a stale head, but proves nothing alone.
    session.add(
      { check: "sync", verdict: "healthy", why: "the node reports a sync state without block numbers" },
      answer,
    );
    return "the node reports that it is syncing";
  }
  const gap = Math.max(0, highest - current);
  const [, limit] = session.facts.lagBlocks;
  const isHealing = healing.some((name) => isObject(value) && (readCount(value[name]) ?? 0) > 0);
  const why = `the node reports that it is ${gap} blocks behind${isHealing ? " and that its state is incomplete" : ""}`;
  const evidence = { check: "sync", observed: `${gap} blocks`, threshold: `${limit} blocks`, why } as const;
  session.add(
    gap > limit ? { ...evidence, verdict: "degraded", cause: "syncing" } : { ...evidence, verdict: "healthy" },
    answer,
  );
  // At genesis, and while indexing, geth reports a sync state without a gap, which does not explain a bad head.
  return gap === 0 && !isHealing ? undefined : why;
}

export const evm: ProbeFamily = { basic: probeEvm, capabilities: probeEvmCapabilities, full: probeEvmFull };
