import { backOff } from "./back-off.js";
import type { Clock } from "./clock.js";

/** The pauses of a wait, in milliseconds; each is twice the one before. */
export interface PollTiming {
  /** @default 250 */
  readonly firstMs?: number | undefined;
  /** @default 4_000 */
  readonly longestMs?: number | undefined;
  /** How much longer each pause is than the one before. @default 2 */
  readonly factor?: number | undefined;
  /**
   * Pauses end at multiples of this on the clock, so that the looks of several waits coincide. @default 0: they are not
   * aligned
   */
  readonly alignMs?: number | undefined;
  /** No pause goes beyond it; what it means is for the look to say. */
  readonly deadlineMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A wait that is under way. */
export interface Wait {
  /** Looks before this one. */
  readonly looks: number;
  /** Milliseconds since the wait began. */
  readonly elapsedMs: number;
  /** Milliseconds until the deadline; none are left when it is not above 0. */
  readonly leftMs: number;
}

/**
 * Looks again and again, with pauses in between, until a look finds what is waited for.
 *
 * @param look gives what it found; undefined to look again, or a number of milliseconds to do so after another pause
 * than the next
 * @throws whatever the look throws, and the signal's reason when it aborts during a pause
 */
export async function poll<T>(
  clock: Clock,
  { firstMs, longestMs, factor, alignMs = 0, deadlineMs = Number.POSITIVE_INFINITY, signal }: PollTiming,
  look: (wait: Wait) => Promise<{ readonly found: T } | number | undefined>,
): Promise<T> {
  const startedAt = clock.monotonicMs();
  const nextPauseMs = backOff(firstMs, longestMs, factor);
  for (let looks = 0; ; looks += 1) {
    const wait: Wait = {
      looks,
      get elapsedMs() {
        return clock.monotonicMs() - startedAt;
      },
      get leftMs() {
        return deadlineMs - this.elapsedMs;
      },
    };
    const pauseMs = nextPauseMs();
    const outcome = await look(wait);
    if (typeof outcome === "object") {
      return outcome.found;
    }
    const alignedMs = untilAligned(clock.monotonicMs(), outcome ?? pauseMs, alignMs);
    await clock.sleep(Math.max(0, Math.min(alignedMs, wait.leftMs)), signal);
  }
}

/** The pause, prolonged to the next multiple of `alignMs` on the clock. */
function untilAligned(nowMs: number, pauseMs: number, alignMs: number): number {
  return alignMs === 0 ? pauseMs : Math.ceil((nowMs + pauseMs) / alignMs) * alignMs - nowMs;
}
