import type { NodeStatus } from "../../access/methods/node-status.js";
import { addSyncFlag } from "../evidence.js";
import { addEmptyChain, addMovingHead, type HeadSample } from "../moving-head.js";
import { addPeerCount } from "../peers.js";
import type { Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import { rpcRead } from "../session/typed-calls.js";
import { addClient, addDepth, addIfOffered } from "../supporting.js";

/** Probes a node that reports everything with `status`: one call, then the same until the head moves. */
export async function probeStatus(session: ProbeSession): Promise<void> {
  const status = await readStatus(session);
  if (!status.ok) {
    session.addFailure("identity", status.failure, status);
    return;
  }
  const { chainId, isSyncing, latestBlockTime, latestBlockHeight, earliestBlockHeight, version } = status.value;
  if (session.addIdentity(chainId, "chain id", status).cause === "wrong-chain") {
    return;
  }
  const syncing = addSyncFlag(session, isSyncing);
  addClient(session, version);
  if (latestBlockHeight === 0) {
    addEmptyChain(session, syncing);
    return;
  }
  // Comes with the status: another call would cost more than it shows.
  if (session.depth !== "basic") {
    addDepth(session, earliestBlockHeight, "block");
  }
  await addMovingHead(session, {
    number: latestBlockHeight,
    timeMs: latestBlockTime.getTime(),
    syncing,
    look: async () => sampleIn(await readStatus(session)),
  });
}

/** Counts the peers of a dedicated node; behind a load balancer their number means nothing. */
export async function probePeers(session: ProbeSession, method: "net_info" | "network_info"): Promise<void> {
  if (session.target.isDedicated === true) {
    const { network } = await session.read({ network: rpcRead(method) });
    addIfOffered(session, "peers", network, ({ peers }) => addPeerCount(session, peers, network));
  }
}

async function readStatus(session: ProbeSession): Promise<Reading<NodeStatus>> {
  return (await session.read({ status: rpcRead("status") })).status;
}

function sampleIn(status: Reading<NodeStatus>): Reading<HeadSample> {
  if (!status.ok) {
    return status;
  }
  const { latestBlockHeight, latestBlockTime } = status.value;
  return { ...status, value: { number: latestBlockHeight ?? 0, timeMs: latestBlockTime.getTime() } };
}
