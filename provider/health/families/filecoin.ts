import type { FilecoinSync } from "../../access/methods/other-chains.js";
import { evm } from "../evm/evm.js";
import type { ProbeFamily } from "../family.js";
import type { ProbeSession } from "../session/session.js";
import { rpcRead } from "../session/typed-calls.js";

// Stages of a sync that make no progress any more: idle, complete, failed.
const restingStages: ReadonlySet<number> = new Set([0, 4, 5]);

/**
 * Probes an EVM node, and of Filecoin also its own sync state: its `eth_syncing` is false as soon as one of several
 * syncs is complete.
 */
async function probeCapabilities(session: ProbeSession): Promise<void> {
  await evm.capabilities?.(session);
  if (session.facts.hasLotusApi) {
    await addSyncState(session);
  }
}

async function addSyncState(session: ProbeSession): Promise<void> {
  const { state, head } = await session.read({
    state: rpcRead("Filecoin.SyncState"),
    head: rpcRead("Filecoin.ChainHead"),
  });
  const failed = [state, head].find((reading) => !reading.ok);
  if (failed?.ok === false && failed.failure.kind !== "method") {
    session.addFailure("sync", failed.failure, state, head);
  }
  if (!state.ok || !head.ok) {
    // Gateways may offer the EVM interface alone.
    return;
  }
  const gap = gapOf(state.value, head.value.Height);
  const [, limit] = session.facts.lagBlocks;
  const evidence = {
    check: "sync",
    observed: `${gap} epochs`,
    value: gap,
    threshold: `${limit} epochs`,
    why: `by Filecoin.SyncState, the node is ${gap} epochs behind what it syncs to, limit ${limit}`,
  } as const;
  session.add(
    gap > limit ? { ...evidence, verdict: "degraded", cause: "syncing" } : { ...evidence, verdict: "healthy" },
    state,
    head,
  );
}

/** Epochs between the head and the furthest target in progress. */
function gapOf({ ActiveSyncs }: FilecoinSync, height: number): number {
  const targets = ActiveSyncs.filter(({ Stage }) => !restingStages.has(Stage)).map(({ Target }) => Target?.Height ?? 0);
  return Math.max(0, ...targets.map((target) => target - height));
}

/** EVM, with what Filecoin adds. */
export const evmWithFilecoin: ProbeFamily = { ...evm, capabilities: probeCapabilities };
