import { setTimeout as delay } from "node:timers/promises";

/** Time as the code sees it; tests put in their own. */
export interface Clock {
  /** Milliseconds since the epoch: for ages and dates only, since it jumps when the machine's clock is set. */
  now(): number;
  /** Milliseconds since some moment, never set: for every wait, deadline and pace. */
  monotonicMs(): number;
  /**
   * Resolves after `ms` milliseconds.
   *
   * @throws the signal's reason when it aborts first
   */
  sleep(ms: number, signal?: AbortSignal | undefined): Promise<void>;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep: async (ms, signal) => {
    try {
      await delay(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      // The timer rejects with an error of its own, and keeps the signal's reason as its cause.
      signal?.throwIfAborted();
      throw error;
    }
  },
};
