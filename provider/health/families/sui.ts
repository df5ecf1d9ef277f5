import type { ProbeFamily } from "../family.js";
import type { Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import { rpcRead } from "../session/typed-calls.js";
import { addIdentityBy, addNumberedHead, type TimedHead } from "./numbered-head.js";

/** Probes a Sui node: identity and number of the newest checkpoint in one batch, then that checkpoint. */
async function probeSui(session: ProbeSession): Promise<void> {
  const { chain, latest } = await session.read({
    chain: rpcRead("sui_getChainIdentifier"),
    latest: rpcRead("sui_getLatestCheckpointSequenceNumber"),
  });
  if (!addIdentityBy(session, chain, "chain identifier", (id) => id)) {
    return;
  }
  if (!latest.ok) {
    session.addFailure("head", latest.failure, latest);
    return;
  }
  const first = await readCheckpoint(session, latest.value);
  // A load balancer may have sent the second call to a node that does not have the checkpoint yet.
  const head = first.ok || first.failure.kind !== "params" ? first : await readNewest(session);
  const calls = head === first ? [latest, first] : [latest, first, head];
  if (head.ok) {
    await addNumberedHead(session, head.value, { again: () => readNewest(session), calls });
  } else {
    session.addFailure("head", head.failure, ...calls);
  }
}

async function readCheckpoint(session: ProbeSession, number: bigint): Promise<Reading<TimedHead>> {
  const { checkpoint } = await session.read({ checkpoint: rpcRead("sui_getCheckpoint", [`${number}`]) });
  return checkpoint.ok
    ? { ...checkpoint, value: { number: Number(number), timeMs: checkpoint.value.timestampMs } }
    : checkpoint;
}

async function readNewest(session: ProbeSession): Promise<Reading<TimedHead>> {
  const { latest } = await session.read({ latest: rpcRead("sui_getLatestCheckpointSequenceNumber") });
  if (!latest.ok) {
    return latest;
  }
  const checkpoint = await readCheckpoint(session, latest.value);
  const cost = latest.spent.cost + checkpoint.spent.cost;
  return { ...checkpoint, spent: { ...checkpoint.spent, cost } };
}

export const sui: ProbeFamily = { basic: probeSui };
