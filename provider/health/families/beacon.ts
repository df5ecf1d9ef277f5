import type { ProbeSession } from "../session/session.js";

/** Probes the beacon endpoint of a node: identity, sync, head by the wall clock, finality. */
export async function probeBeacon(_session: ProbeSession): Promise<void> {}
