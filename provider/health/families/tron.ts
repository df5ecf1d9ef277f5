import { chainReads } from "../../access/rest/chain-reads.js";
import type { ProbeFamily } from "../family.js";
import type { Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import { rpcRead } from "../session/typed-calls.js";
import { addIdentityBy, addNumberedHead, type TimedHead } from "./numbered-head.js";

/** Probes a TRON node: chain id by JSON-RPC, then the newest block by the REST API beside it. */
async function probeTron(session: ProbeSession): Promise<void> {
  const { chainId } = await session.read({ chainId: rpcRead("eth_chainId") });
  if (!addIdentityBy(session, chainId, "chain id", (id) => id.toString())) {
    return;
  }
  const head = await readHead(session);
  if (head.ok) {
    await addNumberedHead(session, head.value, { again: () => readHead(session), calls: [head] });
  } else {
    session.addFailure("head", head.failure, head);
  }
}

async function readHead(session: ProbeSession): Promise<Reading<TimedHead>> {
  const block = await session.get(chainReads.getTronBlock);
  return block.ok
    ? { ...block, value: { number: Number(block.value.number), timeMs: block.value.timestampMs } }
    : block;
}

export const tron: ProbeFamily = { basic: probeTron };
