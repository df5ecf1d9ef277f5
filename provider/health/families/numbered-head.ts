import { addMovingHead, type HeadSample } from "../moving-head.js";
import type { Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import { isFinal } from "../session/typed-calls.js";

/** The newest block with its time. */
export interface TimedHead extends HeadSample {
  readonly timeMs: number;
}

/** How a head was read, and how to read it again. */
export interface HeadPlan {
  /** Reads it again, with or without its time. */
  readonly again: () => Promise<Reading<HeadSample>>;
  /** Evidence that the node is catching up. */
  readonly syncing?: string | undefined;
  /** The calls that read it. */
  readonly calls: readonly Reading[];
}

/**
 * Records the identity of a node.
 *
 * @returns whether to go on: not on the wrong chain, nor when further requests would fail like this one
 */
export function addIdentityBy<T>(
  session: ProbeSession,
  reading: Reading<T>,
  what: string,
  identityOf: (value: T) => string,
): boolean {
  if (reading.ok) {
    return session.addIdentity(identityOf(reading.value), what, reading).cause !== "wrong-chain";
  }
  session.addFailure("identity", reading.failure, reading);
  return !isFinal(reading);
}

/** Records age and movement of a head. That of a node without identity is not watched. */
export async function addNumberedHead(
  session: ProbeSession,
  { number, timeMs }: TimedHead,
  { again, syncing, calls }: HeadPlan,
): Promise<void> {
  const watched = isIdentityKnown(session) ? number : undefined;
  await addMovingHead(session, { number: watched, timeMs, syncing, look: again }, ...calls);
}

/** Whether the rest can make the node healthy: a node without identity stays unknown. */
function isIdentityKnown({ checks }: ProbeSession): boolean {
  return checks.some(
    ({ check, verdict, cause }) => check === "identity" && (verdict === "healthy" || cause === "no-expectation"),
  );
}
