import { chainReads } from "../../access/rest/chain-reads.js";
import { addSyncFlag } from "../evidence.js";
import type { ProbeFamily } from "../family.js";
import type { HeadSample } from "../moving-head.js";
import type { Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import { addIdentityBy, addNumberedHead } from "./numbered-head.js";

/** Probes a Tezos node: the header of the newest block has identity and head; then whether the node is in sync. */
async function probeTezos(session: ProbeSession): Promise<void> {
  const header = await session.get(chainReads.getTezosHeader);
  if (!addIdentityBy(session, header, "chain id", ({ chainId }) => chainId) || !header.ok) {
    return;
  }
  const syncing = await addBootstrap(session);
  const { level, time } = header.value;
  const first = { number: level, timeMs: time.getTime() };
  // The identity has the cost of the one call for both.
  await addNumberedHead(session, first, { again: () => readHead(session), syncing, calls: [] });
}

async function readHead(session: ProbeSession): Promise<Reading<HeadSample>> {
  const header = await session.get(chainReads.getTezosHeader);
  return header.ok ? { ...header, value: { number: header.value.level, timeMs: header.value.time.getTime() } } : header;
}

/** @returns evidence that the node is catching up */
async function addBootstrap(session: ProbeSession): Promise<string | undefined> {
  const bootstrap = await session.get(chainReads.getTezosBootstrap);
  if (!bootstrap.ok) {
    session.addFailure("sync", bootstrap.failure, bootstrap);
    return undefined;
  }
  const { isBootstrapped, syncState } = bootstrap.value;
  if (isBootstrapped && syncState === "stuck") {
    const why = "the node reports that its chain is stuck: no peer has a newer block";
    session.add({ check: "sync", verdict: "degraded", cause: "warning", observed: syncState, why }, bootstrap);
    return undefined;
  }
  return addSyncFlag(session, !isBootstrapped || syncState === "unsynced", bootstrap);
}

export const tezos: ProbeFamily = { basic: probeTezos };
