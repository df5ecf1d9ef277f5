import type { ProbeSession } from "../session/session.js";
import { rpcRead } from "../session/typed-calls.js";
import { addClient, addDepth, addIfOffered } from "../supporting.js";

const firstSlotMs = 5_000;

/** Records the oldest block and the version of a Solana node, and whether its WebSocket delivers slots. */
export async function probeSolanaCapabilities(session: ProbeSession): Promise<void> {
  const { oldest, version } = await session.read({
    oldest: rpcRead("getFirstAvailableBlock"),
    version: rpcRead("getVersion"),
  });
  addIfOffered(session, "depth", oldest, (slot) => addDepth(session, slot, "slot", oldest));
  addIfOffered(session, "client", version, ({ solanaCore }) => addClient(session, solanaCore, version));
  await probeSlots(session);
}

async function probeSlots(session: ProbeSession): Promise<void> {
  if ((session.target.endpoints.wss ?? "") === "") {
    return;
  }
  const threshold = `${firstSlotMs / 1_000} s`;
  const event = await session.firstEvent("slots", firstSlotMs);
  if (event.ok) {
    const why = "the first slot arrived over WebSocket";
    session.add({ check: "websocket", verdict: "healthy", threshold, why }, event);
  } else if (event.failure.kind === "silent") {
    const { message: why } = event.failure;
    session.add({ check: "websocket", verdict: "degraded", cause: "silent", threshold, why }, event);
  } else {
    session.addFailure("websocket", event.failure, event);
  }
}
