import { duration } from "../head-age.js";
import { addRefusal } from "../offer.js";
import type { ProbeSession } from "../session/session.js";

const minWaitMs = 15_000;
// Between two blocks of an on-demand chain any time may pass: an accepted subscription is enough.
const onDemandWaitMs = 100;

/**
 * Records whether the WebSocket endpoint delivers new heads. A node without one has no such check: that is no fault.
 *
 * @param blockTimeMs three of these, but at least 15 s, may pass until the first event
 */
export async function addSocket(session: ProbeSession, blockTimeMs: number): Promise<void> {
  const { facts, target } = session;
  if ((target.endpoints.wss ?? "") === "") {
    return;
  }
  const waitMs = facts.isOnDemand ? onDemandWaitMs : Math.max(3 * blockTimeMs, minWaitMs);
  const event = await session.firstEvent("newHeads", waitMs);
  if (event.ok) {
    session.add({ check: "websocket", verdict: "healthy", observed: "event", why: "a new head arrived" }, event);
  } else if (event.failure.kind !== "silent") {
    addRefusal(session, "websocket", "a subscription to newHeads", event.failure, event);
  } else if (facts.isOnDemand) {
    const why = "the subscription was accepted; this chain produces blocks on demand";
    session.add({ check: "websocket", verdict: "healthy", observed: "accepted", why }, event);
  } else {
    const threshold = duration(waitMs);
    const why = `the subscription to newHeads was accepted, but no event arrived within ${threshold}`;
    session.add(
      { check: "websocket", verdict: "degraded", cause: "silent", observed: "no event", threshold, why },
      event,
    );
  }
}
