import { isProviderError, ShapeError, type TransportError, type UnavailableError } from "../errors.js";

/**
 * Whether a write may have taken effect although it failed: its answer was lost on the way, cut, unreadable, or the
 * platform broke while it worked on it. Only reading can tell then.
 */
export function isLost(error: unknown): boolean {
  return (
    (isProviderError(error, "transport") && (error as TransportError).lost) ||
    (isProviderError(error, "unavailable") && (error as UnavailableError).status >= 500) ||
    error instanceof ShapeError
  );
}

/** Whether a read failed for a reason that passes, so that it says nothing about the object. */
export function isPassing(error: unknown): boolean {
  return (
    isProviderError(error, "unavailable") ||
    (isProviderError(error, "transport") && (error as TransportError).kind !== "aborted")
  );
}
