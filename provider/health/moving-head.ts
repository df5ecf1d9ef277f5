import { addAdvance, type Movement, slowBlockTimeMs, watchNumber } from "./evidence.js";
import { type AgeLimits, ageLimits, checkAge, duration, isStale } from "./head-age.js";
import type { CallsMade, ProbeFailure, Reading } from "./session/reading.js";
import type { ProbeSession } from "./session/session.js";

/** The newest block, as seen once. */
export interface HeadSample {
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly timeMs?: number | undefined;
}

/** The newest block of a node, and how to read it again. */
export interface MovingHead {
  /** Absent where the node does not number it: then it is not watched. */
  readonly number: number | undefined;
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
  /** Evidence that the node is catching up. */
  readonly syncing: string | undefined;
  /** @default those of the chain */
  readonly limits?: AgeLimits;
  /**
   * Reads it again.
   *
   * @param isTimeUseful false if the number suffices
   */
  look(isTimeUseful: boolean): Promise<Reading<HeadSample>>;
}

/**
 * Records the age of the head, and whether it moves. A fresh head is watched until it moves, where the chain makes
 * blocks fast enough for that; a stale one without evidence of syncing until it is clear whether it catches up.
 */
export async function addMovingHead(session: ProbeSession, head: MovingHead, ...calls: CallsMade): Promise<void> {
  const { facts } = session;
  const { number, timeMs, syncing, limits = ageLimits(facts, facts.blockTimeMs) } = head;
  const isWatched = number !== undefined && session.maxWaitForAdvanceMs > 0 && !facts.isOnDemand;
  if (isWatched && syncing === undefined && isStale(timeMs, session.now(), limits)) {
    const { latestMs, evidence } = await watchClimb(session, { number, timeMs }, head);
    session.add(checkAge(latestMs, session.now(), limits, evidence), ...calls);
    return;
  }
  const { verdict } = session.add(checkAge(timeMs, session.now(), limits, syncing), ...calls);
  if (isWatched && facts.blockTimeMs < slowBlockTimeMs && verdict !== "syncing") {
    await addMovement(session, number, () => head.look(false));
  }
}

/** Watches the number of the newest block, and records whether it moves. */
export async function addMovement(
  session: ProbeSession,
  number: number,
  look: () => Promise<Reading<HeadSample>>,
): Promise<Movement> {
  const looks: Reading[] = [];
  const movement = await watchNumber(session, number, async () => {
    const reading = await look();
    looks.push(reading);
    return numberIn(reading);
  });
  addAdvance(session, movement, ...looks);
  return movement;
}

/**
 * Records the movement of a head without a time, as the only evidence of it.
 *
 * @param noTime why the node does not tell the time of the block
 */
export async function addHeadByNumber(
  session: ProbeSession,
  head: Omit<MovingHead, "limits" | "timeMs"> & { readonly number: number },
  noTime: ProbeFailure,
  ...calls: CallsMade
): Promise<void> {
  const { number, syncing } = head;
  const movement = await watchNumber(session, number, async () => numberIn(await head.look(false)));
  const evidence = { check: "head", observed: `block ${number}` } as const;
  if (movement.kind === "failed") {
    session.addFailure("head", movement.failure, ...calls);
  } else if (movement.kind === "unclear") {
    const why = `the age of block ${number} is unknown, and it was not watched long enough: ${noTime.message}`;
    session.add({ ...evidence, verdict: "unknown", cause: noTime.kind, why }, ...calls);
  } else if (movement.kind === "moved") {
    const why = `the head moved by ${movement.by} in ${movement.watched}; its age is unknown`;
    session.add({ ...evidence, verdict: "healthy", why }, ...calls);
  } else {
    const why = `no new block in ${movement.watched}`;
    session.add(
      syncing === undefined
        ? { ...evidence, verdict: "unhealthy", cause: "frozen", why }
        : { ...evidence, verdict: "syncing", cause: "syncing", why: `${why}; ${syncing}` },
      ...calls,
    );
  }
}

/** Records that the newest block could not be read. `null` in its place is a fault of the node. */
export function addNoHead(
  session: ProbeSession,
  failure: ProbeFailure,
  syncing: string | undefined,
  ...calls: CallsMade
): void {
  if (failure.kind !== "shape" || failure.observed !== "null") {
    session.addFailure("head", failure, ...calls);
    return;
  }
  addMissingHead(session, "the node has no newest block (null)", syncing, ...calls);
}

/** Records that the node has no block yet. The time that it reports then means nothing: for Cosmos it is 1970. */
export function addEmptyChain(session: ProbeSession, syncing: string | undefined, ...calls: CallsMade): void {
  addMissingHead(session, "the node has no block yet (height 0)", syncing, ...calls);
}

/** Records that there is no head: a fault, unless the node is catching up. */
export function addMissingHead(
  session: ProbeSession,
  why: string,
  syncing: string | undefined,
  ...calls: CallsMade
): void {
  session.add(
    syncing === undefined
      ? { check: "head", verdict: "unhealthy", cause: "no-head", why }
      : { check: "head", verdict: "syncing", cause: "syncing", why: `${why}; ${syncing}` },
    ...calls,
  );
}

interface Climb {
  /** Time of the newest block seen. */
  readonly latestMs: number;
  /** That the node is catching up. */
  readonly evidence: string | undefined;
}

async function watchClimb(
  session: ProbeSession,
  first: HeadSample & { readonly timeMs: number },
  { look }: MovingHead,
): Promise<Climb> {
  const { clock, facts } = session;
  const startMs = clock.monotonicMs();
  let latest: HeadSample = first;
  const looks: Reading[] = [];
  // Watches whether the head gains on the clock, instead of its number.
  const gain = await watchNumber(session, 0, async () => {
    const reading = await look(true);
    looks.push(reading);
    if (!reading.ok) {
      return reading;
    }
    latest = reading.value.number > latest.number ? reading.value : latest;
    return { ...reading, value: isGaining(first, latest, clock.monotonicMs() - startMs, facts.blockTimeMs) ? 1 : 0 };
  });
  const by = latest.number - first.number;
  const watched = duration(clock.monotonicMs() - startMs);
  const movement: Movement = by > 0 ? { kind: "moved", by, watched } : gain;
  addAdvance(session, movement, ...looks);
  return {
    latestMs: latest.timeMs ?? first.timeMs,
    evidence: gain.kind === "moved" ? "the head advances faster than the chain produces blocks" : undefined,
  };
}

// Blocks arrive in bursts: less is too short to tell the speed.
const minClimbMs = 1_500;

// How much faster than the clock a head must be that catches up: more where only the nominal block time is known.
const minSpeed = { byTime: 1.5, byNumber: 2 } as const;

// One block is not counted: in any window a steady chain can show one more than its share.
function isGaining(first: HeadSample, latest: HeadSample, elapsedMs: number, blockTimeMs: number): boolean {
  const blocks = latest.number - first.number;
  if (blocks < 2 || elapsedMs < Math.max(blockTimeMs, minClimbMs)) {
    return false;
  }
  const isTimed = first.timeMs !== undefined && latest.timeMs !== undefined;
  const chainMs = isTimed ? (latest.timeMs ?? 0) - (first.timeMs ?? 0) : blocks * blockTimeMs;
  return (chainMs * (blocks - 1)) / blocks > (isTimed ? minSpeed.byTime : minSpeed.byNumber) * elapsedMs;
}

function numberIn(reading: Reading<HeadSample>): Reading<number> {
  return reading.ok ? { ...reading, value: reading.value.number } : reading;
}
