import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isOwnClaim, liveOwner, renewClaim, renewEveryMs, writeClaim } from "./claim";

/** How often a waiting process looks again. */
const pollMs = 250;

/** What a waiting process needs to know. */
export interface LockOptions {
  /** Ends the waiting early: the thing that was locked for is there. */
  readonly isDone: () => boolean;
  /** Called once when waiting begins and then every {@link renewEveryMs}, with the owner's pid and the seconds waited. */
  readonly onWait: (owner: string, seconds: number) => void;
  /** Aborts the waiting. */
  readonly signal: AbortSignal;
}

/** A held lock. */
export interface Lock {
  readonly release: () => void;
}

const tryClaim = (file: string, token: string): boolean => {
  try {
    writeClaim(file, token);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") {
      return false;
    }
    throw error;
  }
};

/**
 * Takes the lock file, waiting for a live owner and breaking the lock of a dead one.
 *
 * The lock only saves work. Two processes that break a dead lock at the same moment may both get it; what they do
 * under it must be safe to do twice.
 *
 * @returns the lock, or `undefined` when `isDone` became true first.
 */
export const takeLock = async (file: string, { isDone, onWait, signal }: LockOptions): Promise<Lock | undefined> => {
  const token = randomBytes(8).toString("hex");
  const startedMs = Date.now();
  let nextReportMs = 0;
  while (!isDone()) {
    signal.throwIfAborted();
    if (tryClaim(file, token)) {
      const renewal = setInterval(() => renewClaim(file), renewEveryMs);
      return {
        release: () => {
          clearInterval(renewal);
          if (isOwnClaim(file, token)) {
            rmSync(file, { force: true });
          }
        },
      };
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
