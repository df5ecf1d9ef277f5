import { isProviderError, type ProviderError, type TransportFailure } from "../errors/errors.js";

/**
 * Whether a failed write may have taken effect: its response was lost, cut or unreadable, or the platform failed while
 * processing it. Only a read can tell.
 */
export function mayHaveTakenEffect(error: unknown): boolean {
  return (
    (isProviderError(error, "transport") && error.mayHaveTakenEffect) ||
    (isProviderError(error, "unavailable") && error.status >= 500) ||
    isProviderError(error, "shape")
  );
}

const maxAttempts = 3;

/**
 * Performs an idempotent write. After a lost response it reads the object back, and repeats the write if it had no
 * effect, up to three attempts in all.
 *
 * @param read reads the object itself: a list may be stale
 * @param isDone whether the object that was read shows the write's effect
 * @throws the write's own error when it failed or had no effect
 */
export async function writeOrReadBack<T>(
  write: () => Promise<T>,
  read: () => Promise<T>,
  isDone: (seen: T) => boolean,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!mayHaveTakenEffect(error)) {
        throw error;
      }
      const seen = await read();
      if (isDone(seen)) {
        return seen;
      }
      if (attempt === maxAttempts) {
        throw error;
      }
    }
  }
}

// A redirect, an invalid certificate or an oversized body would fail again.
const transientKinds: readonly TransportFailure[] = ["dns", "refused", "reset", "timeout"];

/** Whether a read failed for a transient reason, which says nothing about the object. */
export function isTransient(error: unknown): boolean {
  return (
    isProviderError(error, "unavailable") ||
    (isProviderError(error, "transport") && transientKinds.includes(error.kind))
  );
}

/** Whether a failure is transient or an unreadable response: the next response may be readable. */
export function isInconclusive(error: unknown): error is ProviderError {
  return isTransient(error) || isProviderError(error, "shape");
}
