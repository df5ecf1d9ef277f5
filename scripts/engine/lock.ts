import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { claim, liveOwner, renewEveryMs } from "./claim";

/** How often a waiting process checks again. */
const pollMs = 250;

/** What a waiting process needs to know. */
export interface LockOptions {
  /** Ends the wait early: what the lock is for is done. */
  readonly isDone: () => boolean;
  /**
   * Called when the wait begins and then every {@link renewEveryMs}, with the owner's pid and the seconds waited.
   */
  readonly onWait: (owner: string, seconds: number) => void;
  /** Aborts the wait. */
  readonly signal: AbortSignal;
}

/**
 * Takes the lock file, waiting for a live owner and breaking the lock of a dead one.
 *
 * The lock only saves work. Two processes that break a dead lock at the same moment may both acquire it; what they do
 * under it must be safe to do twice.
 *
 * @returns the release of the lock, or `undefined` if `isDone` became true first
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
