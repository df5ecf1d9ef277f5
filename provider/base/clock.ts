import { setTimeout as delay } from "node:timers/promises";

/** The source of time; tests inject their own. */
export interface Clock {
  /** Milliseconds since the epoch. For ages and dates only: it jumps when the system clock is set. */
  now(): number;
  /** Milliseconds since an arbitrary start, never set. For waits, deadlines and rates. */
  monotonicMs(): number;
  /**
   * Resolves after `ms` milliseconds.
   *
   * @throws the signal's reason when it aborts first
   */
  sleep(ms: number, signal?: AbortSignal | undefined): Promise<void>;
}

/** The system clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep: async (ms, signal) => {
    try {
      await delay(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      // The timer rejects with an AbortError whose cause is the signal's reason.
      signal?.throwIfAborted();
      throw error;
    }
  },
};
