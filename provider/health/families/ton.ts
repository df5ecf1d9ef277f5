import { timestampMs } from "../../access/codec/decode.js";
import { type TonHeader, tonHeader } from "../../access/methods/other-chains.js";
import type { ProbeFamily } from "../family.js";
import { addMovingHead, type HeadSample } from "../moving-head.js";
import type { Reading, TypedCall } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import { unexpectedShape } from "../session/shape.js";
import { isFinal, rpcRead } from "../session/typed-calls.js";

// The API takes parameters by name, also none.
const masterchainInfo = { ...rpcRead("getMasterchainInfo"), params: {} };

// The masterchain is never split: this is its only shard.
const masterchain = { workchain: -1, shard: "-9223372036854775808" } as const;

// Another backend of a load balancer may not have the newest block yet.
const behind = 3;

/**
 * Probes a TON node by its HTTP API v2, which has no batches: identity and the number of the newest masterchain block,
 * then its time, then the number until it moves. Stops after the first call on the wrong chain.
 */
async function probeTon(session: ProbeSession): Promise<void> {
  const { info } = await session.read({ info: masterchainInfo });
  if (!info.ok) {
    session.addFailure("identity", info.failure, info);
    return;
  }
  const { initRootHash, seqno } = info.value;
  if (initRootHash === undefined) {
    const why = "the response does not name the zero state, which identifies the network";
    session.add({ check: "identity", verdict: "unknown", cause: "shape", observed: "no zero state", why }, info);
  } else if (session.addIdentity(initRootHash, "zero state", info).cause === "wrong-chain") {
    return;
  }
  const newest = await readHeader(session, seqno);
  const isWorthAnother =
    !newest.ok && !isFinal(newest) && newest.failure.kind !== "budget" && newest.failure.kind !== "method";
  const header = isWorthAnother ? await readHeader(session, Math.max(0, seqno - behind)) : newest;
  if (!header.ok) {
    session.addFailure("head", header.failure, newest, header);
    return;
  }
  const timeMs = timestampMs(header.value.genUtime);
  if (timeMs === undefined) {
    session.add(unexpectedShape("head", header.value.genUtime, "the time of the newest block is no date but"), header);
    return;
  }
  await addMovingHead(session, { number: seqno, timeMs, syncing: undefined, look: lookAt(session) }, header);
}

function lookAt(session: ProbeSession): (isTimeUseful: boolean) => Promise<Reading<HeadSample>> {
  return async (isTimeUseful) => {
    const { info } = await session.read({ info: masterchainInfo });
    if (!info.ok) {
      return info;
    }
    const { seqno: number } = info.value;
    const header = isTimeUseful ? await readHeader(session, number) : undefined;
    const timeMs = header?.ok === true ? timestampMs(header.value.genUtime) : undefined;
    return { ...info, value: { number, timeMs } };
  };
}

async function readHeader(session: ProbeSession, seqno: number): Promise<Reading<TonHeader>> {
  const call: TypedCall<TonHeader> = {
    method: "getBlockHeader",
    params: { ...masterchain, seqno },
    result: tonHeader,
  };
  return (await session.read({ header: call })).header;
}

export const ton: ProbeFamily = { basic: probeTon };
