import { timestampMs } from "../../access/codec/decode.js";
import type { StarknetSync } from "../../access/methods/other-chains.js";
import { addSyncFlag } from "../evidence.js";
import type { ProbeFamily } from "../family.js";
import { addMovingHead, addNoHead, type HeadSample } from "../moving-head.js";
import type { Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import { unexpectedShape } from "../session/shape.js";
import { rpcRead } from "../session/typed-calls.js";
import { addIfOffered } from "../supporting.js";

const latestBlock = rpcRead("starknet_getBlockWithTxHashes", ["latest"]);

/** Probes a Starknet node: identity, sync state and head in one batch. Stops after it on the wrong chain. */
async function probeStarknet(session: ProbeSession): Promise<void> {
  const { chain, sync, block } = await session.read({
    chain: rpcRead("starknet_chainId"),
    sync: rpcRead("starknet_syncing"),
    block: latestBlock,
  });
  if (!chain.ok) {
    session.addFailure("identity", chain.failure, chain);
  } else if (session.addIdentity(withoutZeros(chain.value), "chain id", chain).cause === "wrong-chain") {
    return;
  }
  let syncing: string | undefined;
  addIfOffered(session, "sync", sync, (state) => {
    syncing = state === false ? addSyncFlag(session, false, sync) : addGap(session, state, sync);
  });
  if (!block.ok) {
    addNoHead(session, block.failure, syncing, block);
    return;
  }
  const timeMs = timestampMs(block.value.timestamp);
  if (timeMs === undefined) {
    session.add(unexpectedShape("head", block.value.timestamp, "the time of the newest block is no date but"), block);
    return;
  }
  const head = { number: block.value.block_number, timeMs, syncing, look: () => look(session) };
  await addMovingHead(session, head, block);
}

/** @returns evidence that the node is catching up; undefined if there is none */
function addGap(session: ProbeSession, sync: StarknetSync, call: Reading): string | undefined {
  const [, limit] = session.facts.lagBlocks;
  const gap = Math.max(0, Number(sync.highestBlock - sync.currentBlock));
  const why = `the node reports that it is ${gap} blocks behind`;
  const evidence = { check: "sync", observed: `${gap} blocks`, value: gap, threshold: `${limit} blocks`, why } as const;
  session.add(
    gap > limit ? { ...evidence, verdict: "degraded", cause: "syncing" } : { ...evidence, verdict: "healthy" },
    call,
  );
  return gap === 0 ? undefined : why;
}

async function look(session: ProbeSession): Promise<Reading<HeadSample>> {
  const { block } = await session.read({ block: latestBlock });
  return block.ok
    ? { ...block, value: { number: block.value.block_number ?? 0, timeMs: timestampMs(block.value.timestamp) } }
    : block;
}

function withoutZeros(id: string): string {
  return id.toLowerCase().replace(/^0x0+(?=.)/, "0x");
}

export const starknet: ProbeFamily = { basic: probeStarknet };
