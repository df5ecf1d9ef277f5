import { readCount } from "../access/codec/decode.js";
import type { CallsMade, Reading } from "./session/reading.js";
import type { ProbeSession } from "./session/session.js";
import { unexpectedShape } from "./session/shape.js";
import { addIfOffered } from "./supporting.js";

/**
 * Records the number of peers of a dedicated node; behind a load balancer it means nothing. A node that does not tell
 * has no such check.
 *
 * @param count of the response, to be read as a number
 */
export function addPeers(session: ProbeSession, reading: Reading, count: (value: unknown) => unknown): void {
  addIfOffered(session, "peers", reading, (value) => {
    const peers = readCount(count(value));
    if (peers === undefined) {
      session.add(unexpectedShape("peers", value, "the number of peers is not a number but"), reading);
    } else {
      addPeerCount(session, peers, reading);
    }
  });
}

/** Records the number of connected peers; none is a warning. */
export function addPeerCount(session: ProbeSession, peers: number, ...calls: CallsMade): void {
  const evidence = { check: "peers", observed: `${peers} peers`, value: peers, threshold: "1 peer" } as const;
  session.add(
    peers === 0
      ? { ...evidence, verdict: "degraded", cause: "no-peers", why: "the node has no peers" }
      : { ...evidence, verdict: "healthy", why: `the node has ${peers} peers` },
    ...calls,
  );
}
