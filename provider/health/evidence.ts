import { duration } from "./head-age.js";
import type { CallsMade, ProbeFailure, Reading } from "./session/reading.js";
import type { ProbeSession } from "./session/session.js";
import type { CheckName } from "./verdict.js";

/** Records whether the node itself reports that it is catching up, and returns that as an explanation. */
export function addSyncFlag(session: ProbeSession, isSyncing: boolean, ...calls: CallsMade): string | undefined {
  const why = isSyncing ? "the node reports that it is syncing" : "the node does not report syncing";
  session.add(
    isSyncing
      ? { check: "sync", verdict: "degraded", cause: "syncing", why }
      : { check: "sync", verdict: "healthy", why },
    ...calls,
  );
  return isSyncing ? why : undefined;
}

/** Records that a check was left out because the budget of request units does not allow it. */
export function addOmitted(session: ProbeSession, check: CheckName, units: number): void {
  const message = `not checked: it takes ${units} request units, and ${session.unitsLeft} are left`;
  session.addFailure(check, { kind: "budget", message });
}

/** Result of watching a number. */
export type Movement =
  | { readonly kind: "failed"; readonly failure: ProbeFailure }
  /** Looked too briefly to tell. */
  | { readonly kind: "unclear" }
  | { readonly kind: "moved" | "still"; readonly by: number; readonly watched: string };

// A sub-second chain makes several blocks per round trip: a shorter watch without a new block proves nothing.
const minWatchMs = 3_000;
const minPauseMs = 250;
const maxLooks = 6;

/**
 * Watches the number of the newest block for up to three block times, until it increases.
 *
 * @param first the number now
 * @param again reads it again
 */
export async function watchNumber(
  session: ProbeSession,
  first: number,
  again: () => Promise<Reading<number>>,
): Promise<Movement> {
  const { clock, facts, maxWaitForAdvanceMs } = session;
  const wantedMs = Math.max(3 * facts.blockTimeMs, minWatchMs);
  const windowMs = Math.min(wantedMs, maxWaitForAdvanceMs);
  const startMs = clock.monotonicMs();
  const elapsedMs = () => clock.monotonicMs() - startMs;
  let failure: ProbeFailure | undefined;
  let samples = 0;
  for (let looks = 0; looks < maxLooks && elapsedMs() < windowMs; looks += 1) {
    await session.sleep(Math.min(Math.max(minPauseMs, windowMs / (maxLooks - 1)), windowMs - elapsedMs()));
    const reading = await again();
    if (reading.ok) {
      samples += 1;
      if (reading.value > first) {
        return { kind: "moved", by: reading.value - first, watched: duration(elapsedMs()) };
      }
    } else {
      failure = reading.failure;
      if (failure.kind === "throttled" || failure.kind === "budget") {
        break;
      }
    }
  }
  if (samples === 0) {
    return failure === undefined ? { kind: "unclear" } : { kind: "failed", failure };
  }
  return windowMs < wantedMs || elapsedMs() < windowMs
    ? { kind: "unclear" }
    : { kind: "still", by: 0, watched: duration(elapsedMs()) };
}

/** On slower chains minutes without a block are normal, so that only the age of the head counts. */
export const slowBlockTimeMs = 10_000;

/** Records the check `advance` for a chain whose head also has an age. */
export function addAdvance(session: ProbeSession, movement: Movement, ...calls: CallsMade): void {
  if (movement.kind === "failed") {
    session.addFailure("advance", movement.failure, ...calls);
  } else if (movement.kind === "moved") {
    const why = `the head moved by ${movement.by} in ${movement.watched}`;
    session.add({ check: "advance", verdict: "healthy", observed: `${movement.by} blocks`, why }, ...calls);
  } else if (movement.kind === "still") {
    const isConclusive = session.facts.blockTimeMs < slowBlockTimeMs && !session.facts.isOnDemand;
    const stalled = { check: "advance", observed: "0 blocks", why: `no new block in ${movement.watched}` } as const;
    session.add(
      isConclusive ? { ...stalled, verdict: "degraded", cause: "frozen" } : { ...stalled, verdict: "healthy" },
      ...calls,
    );
  }
}
