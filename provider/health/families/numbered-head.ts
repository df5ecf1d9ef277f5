import { addAdvance, type Movement, slowBlockTimeMs, watchNumber } from "../evidence.js";
import { ageLimits, checkAge, duration, isStale } from "../head-age.js";
import type { Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import { isFinal } from "../session/typed-calls.js";
import type { CheckResult } from "../verdict.js";

/** The newest block of a chain. */
export interface NumberedHead {
  readonly number: number;
  /** Milliseconds since the epoch; absent where only the number is read. */
  readonly timeMs?: number | undefined;
}

/** The newest block with its time. */
export interface TimedHead extends NumberedHead {
  readonly timeMs: number;
}

/** How a head was read, and how to read it again. */
export interface HeadPlan {
  /** Reads it again, with or without its time. */
  readonly again: () => Promise<Reading<NumberedHead>>;
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

/**
 * Records age and movement of a head: a fresh one is watched until it moves, a stale one until it is clear whether it
 * catches up.
 */
export async function addNumberedHead(
  session: ProbeSession,
  first: TimedHead,
  { again, syncing, calls }: HeadPlan,
): Promise<CheckResult> {
  const { facts } = session;
  const limits = ageLimits(facts, facts.blockTimeMs);
  const isOld = isStale(first.timeMs, session.now(), limits);
  const isExplained = isOld && syncing !== undefined;
  const isWatched =
    isIdentityKnown(session) &&
    !isExplained &&
    (isOld || facts.blockTimeMs < slowBlockTimeMs) &&
    session.maxWaitForAdvanceMs > 0;
  const watch = isWatched ? await watchHead(session, first, isOld, again) : { highest: first, isCatchingUp: false };
  const catchUp = watch.isCatchingUp ? "the head advances faster than the chain produces blocks" : undefined;
  const age = checkAge(watch.highest.timeMs ?? first.timeMs, session.now(), limits, syncing ?? catchUp);
  return session.add(age, ...calls);
}

/** Watches a head and records whether it moved. */
export async function watchHead(
  session: ProbeSession,
  first: NumberedHead,
  isOld: boolean,
  again: () => Promise<Reading<NumberedHead>>,
): Promise<{ readonly highest: NumberedHead; readonly isCatchingUp: boolean }> {
  const { clock, facts } = session;
  const startMs = clock.monotonicMs();
  const looks: Reading[] = [];
  let highest = first;
  let highestAfterMs = 0;
  // A single new block of a stale chain does not show yet whether it catches up.
  const movement = await watchNumber(session, first.number + (isOld ? 1 : 0), async () => {
    const look = await again();
    looks.push(look);
    if (look.ok && look.value.number > highest.number) {
      highest = look.value;
      highestAfterMs = clock.monotonicMs() - startMs;
    }
    return look.ok ? { ...look, value: look.value.number } : look;
  });
  const by = highest.number - first.number;
  const watched = duration(clock.monotonicMs() - startMs);
  const seen: Movement = by > 0 ? { kind: "moved", by, watched } : movement;
  addAdvance(session, seen, ...looks);
  const chainMs =
    highest.timeMs === undefined || first.timeMs === undefined ? by * facts.blockTimeMs : highest.timeMs - first.timeMs;
  // One block is not counted: in any window a steady chain can show one more than its share.
  return { highest, isCatchingUp: by >= 2 && (chainMs * (by - 1)) / by > 1.5 * highestAfterMs };
}

/** Whether the rest can make the node healthy: a node without identity stays unknown. */
function isIdentityKnown({ checks }: ProbeSession): boolean {
  return checks.some(
    ({ check, verdict, cause }) => check === "identity" && (verdict === "healthy" || cause === "no-expectation"),
  );
}
