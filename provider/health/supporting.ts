import type { CallsMade, Reading } from "./session/reading.js";
import type { ProbeSession } from "./session/session.js";

/** Records the version of the node's software, if it reports one. */
export function addClient(session: ProbeSession, version: string | undefined, ...calls: CallsMade): void {
  if (version !== undefined) {
    session.add({ check: "client", verdict: "healthy", observed: version, why: "recorded" }, ...calls);
  }
}

/**
 * Records the oldest block that the node still has, if it reports one.
 *
 * @param what unit of the number
 */
export function addDepth(
  session: ProbeSession,
  oldest: number | undefined,
  what: "block" | "slot",
  ...calls: CallsMade
): void {
  if (oldest !== undefined) {
    const observed = `${what} ${oldest}`;
    session.add(
      { check: "depth", verdict: "healthy", observed, value: oldest, why: `the oldest block is at ${observed}` },
      ...calls,
    );
  }
}

/** Records what a supporting call returned, or why it failed; a method that is not offered says nothing. */
export function addIfOffered<T>(
  session: ProbeSession,
  check: "client" | "depth" | "peers" | "sync",
  reading: Reading<T>,
  record: (value: T) => void,
): void {
  if (reading.ok) {
    record(reading.value);
  } else if (reading.failure.kind !== "method") {
    session.addFailure(check, reading.failure, reading);
  }
}
