import { type AlgorandStatus, chainReads } from "../../access/rest/chain-reads.js";
import { addSyncFlag } from "../evidence.js";
import type { ProbeFamily } from "../family.js";
import { duration } from "../head-age.js";
import type { Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import { isFinal } from "../session/typed-calls.js";
import { addIdentityBy, addNumberedHead } from "./numbered-head.js";

/** Probes an Algorand node: genesis id, status, and the header of the last round for its time. */
async function probeAlgorand(session: ProbeSession): Promise<void> {
  const versions = await session.get(chainReads.getAlgorandVersions);
  if (!addIdentityBy(session, versions, "genesis id", ({ genesisId }) => genesisId)) {
    return;
  }
  const status = await session.get(chainReads.getAlgorandStatus);
  if (!status.ok) {
    session.addFailure("head", status.failure, status);
    return;
  }
  const syncing = addSync(session, status.value, status);
  const { lastRound } = status.value;
  const block = await session.get(chainReads.getAlgorandBlock, { round: lastRound });
  if (!block.ok && isFinal(block)) {
    session.addFailure("head", block.failure, block);
    return;
  }
  // The status only tells when the round arrived: while catching up, that of an old round is recent.
  const timeMs = block.ok ? block.value.time.getTime() : session.now() - arrivedAgoMs(status.value);
  const again = async () => {
    const look = await session.get(chainReads.getAlgorandStatus);
    return look.ok ? { ...look, value: { number: Number(look.value.lastRound) } } : look;
  };
  await addNumberedHead(session, { number: Number(lastRound), timeMs }, { again, syncing, calls: [block] });
}

const nsPerMs = 1e6;

function arrivedAgoMs({ timeSinceLastRoundNs }: AlgorandStatus): number {
  return Number(timeSinceLastRoundNs) / nsPerMs;
}

/** @returns evidence that the node is catching up */
function addSync(session: ProbeSession, status: AlgorandStatus, call: Reading): string | undefined {
  if (status.isStopped === true) {
    const why = "the node has stopped: it is too old for the next round";
    session.add({ check: "sync", verdict: "degraded", cause: "warning", observed: "stopped", why }, call);
    return undefined;
  }
  if (status.catchupTimeNs > 0n) {
    const observed = duration(Number(status.catchupTimeNs) / nsPerMs);
    const why = `the node has been catching up for ${observed}`;
    session.add({ check: "sync", verdict: "degraded", cause: "syncing", observed, why }, call);
    return why;
  }
  return addSyncFlag(session, false, call);
}

export const algorand: ProbeFamily = { basic: probeAlgorand };
