import { isProviderError, type ProviderError, type TransportFailure } from "../errors/errors.js";

/**
 * Whether a write may have taken effect although it failed: its answer was lost on the way, cut, unreadable, or the
 * platform broke while it worked on it. Only reading can tell then.
 */
export function mayHaveTakenEffect(error: unknown): boolean {
  return (
    (isProviderError(error, "transport") && error.mayHaveTakenEffect) ||
    (isProviderError(error, "unavailable") && error.status >= 500) ||
    isProviderError(error, "shape")
  );
}

const attempts = 3;

/**
 * Writes what has the same effect done twice, and resolves an answer that was lost by reading back; what did not take
 * effect is written again, three times in all.
 *
 * @param read asks for the object itself: a list may show what was before
 * @param isDone whether what was read is what should have been written
 * @throws the write's own error when it failed, or did not take effect
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
      if (attempt === attempts) {
        throw error;
      }
    }
  }
}

// Another attempt at what a redirect, a certificate or a size stops ends the same.
const passingKinds: readonly TransportFailure[] = ["dns", "refused", "reset", "timeout"];

/** Whether a read failed for a reason that passes, so that it says nothing about the object. */
export function isTransient(error: unknown): boolean {
  return (
    isProviderError(error, "unavailable") || (isProviderError(error, "transport") && passingKinds.includes(error.kind))
  );
}

/** The same for an answer that cannot be read, too: the next one may be as documented. */
export function isInconclusive(error: unknown): error is ProviderError {
  return isTransient(error) || isProviderError(error, "shape");
}
