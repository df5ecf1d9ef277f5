import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { claim, liveOwner, renewEveryMs } from "./claim";

/** How often a waiting process looks again. */
const pollMs = 250;

/** What a waiting process needs to know. */
export interface LockOptions {
  /** Ends the waiting early: the thing that was locked for is there. */
  readonly isDone: () => boolean;
  /**
   * Called once when waiting begins and then every {@link renewEveryMs}, with the owner's pid and the seconds waited.
   */
  readonly onWait: (owner: string, seconds: number) => void;
  /** Aborts the waiting. */
  readonly signal: AbortSignal;
}

/**
 * Takes the lock file, waiting for a live owner and breaking the lock of a dead one.
 *
 * The lock only saves work. Two processes that break a dead lock at the same moment may both get it; what they do
 * under it must be safe to do twice.
 *
 * @returns the release of the lock, or `undefined` when `isDone` became true first.
 */
export const takeLock = async (
  file: string,
  { isDone, onWait, signal }: LockOptions,
): Promise<(() => void) | undefined> => {
  const startedMs = Date.now();
  let nextReportMs = 0;
  while (!isDone()) {
    signal.throwIfAborted();
    const release = claim(file);
    if (release !== undefined) {
      return release;
    }
    const owner = liveOwner(file);
    if (owner === undefined) {
      rmSync(file, { force: true });
      continue;
    }
    const waitedMs = Date.now() - startedMs;
    if (waitedMs >= nextReportMs) {
      onWait(owner, Math.round(waitedMs / 1000));
      nextReportMs += renewEveryMs;
    }
    await sleep(pollMs, undefined, { signal });
  }
  return;
};
