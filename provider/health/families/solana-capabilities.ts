import { isProviderError } from "../../errors/errors.js";
import type { Reading } from "../session/reading.js";
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
  const event = await firstSlot(session);
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

/** A URL that is none must not cost the evidence so far. */
async function firstSlot(session: ProbeSession): Promise<Reading> {
  try {
    return await session.firstEvent("slots", firstSlotMs);
  } catch (error) {
    if (!isProviderError(error, "config")) {
      throw error;
    }
    return { ok: false, failure: { kind: "config", message: error.message }, spent: { cost: 0 } };
  }
}
