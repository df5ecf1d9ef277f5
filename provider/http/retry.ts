import type { TransportError } from "../errors/errors.js";

// Not undici's RetryAgent: it decides by method and status, and cannot tell a write that never left from one whose answer was lost.

/** How one attempt ended: a status with its `Retry-After` in milliseconds, or an error below HTTP. */
export type AttemptOutcome =
  | { readonly status: number; readonly retryAfterMs: number | undefined }
  | { readonly error: TransportError };

/** Whether to try again, after how long, and why. */
export type RetryDecision =
  | { readonly retry: true; readonly delayMs: number; readonly reason: string }
  | { readonly retry: false; readonly reason: string };

/** Retry limits of one call. */
export interface RetryLimits {
  /** Attempts in all, the first one included. */
  readonly attempts: number;
  /** Back-off of the first retry; doubles with each. */
  readonly baseDelayMs: number;
  /** Longest wait before one retry, also when the server asks for more. */
  readonly maxDelayMs: number;
}

/** Six attempts, waits of up to 0.25, 0.5, 1, 2 and 4 s, or what the server asks for up to 60 s. */
export const defaultRetryLimits: RetryLimits = { attempts: 6, baseDelayMs: 250, maxDelayMs: 60_000 };

/**
 * Decides about one more attempt. Pure but for `random`.
 *
 * A write is repeated only when it provably did not take effect: it never left, or the server refused it with 429. Any
 * other failure of a write is a lost answer, and repeating it could make a second object.
 *
 * @param isRepeatable whether the call has the same effect done twice (reads)
 * @param attempt number of attempts made so far, from 1
 * @param random full jitter, 0 to 1
 */
export function decideRetry(
  isRepeatable: boolean,
  attempt: number,
  outcome: AttemptOutcome,
  limits: RetryLimits = defaultRetryLimits,
  random: () => number = Math.random,
): RetryDecision {
  const verdict = classify(isRepeatable, outcome);
  if (!verdict.retry) {
    return { retry: false, reason: verdict.reason };
  }
  if (attempt >= limits.attempts) {
    return { retry: false, reason: `gave up after ${attempt} attempts: ${verdict.reason}` };
  }
  const backoffMs = Math.min(limits.baseDelayMs * 2 ** (attempt - 1), limits.maxDelayMs) * random();
  const askedMs = "status" in outcome ? (outcome.retryAfterMs ?? 0) : 0;
  return { retry: true, reason: verdict.reason, delayMs: Math.min(Math.max(backoffMs, askedMs), limits.maxDelayMs) };
}

function classify(
  isRepeatable: boolean,
  outcome: AttemptOutcome,
): { readonly retry: boolean; readonly reason: string } {
  if ("error" in outcome) {
    const { kind, mayHaveTakenEffect } = outcome.error;
    if (kind === "aborted" || kind === "redirect" || kind === "too-large" || kind === "tls") {
      return { retry: false, reason: `${kind}: another attempt would end the same` };
    }
    return isRepeatable || !mayHaveTakenEffect
      ? { retry: true, reason: `${kind}: ${mayHaveTakenEffect ? "a read may be repeated" : "the request never left"}` }
      : { retry: false, reason: `${kind}: the write may have taken effect` };
  }
  if (outcome.status === 429) {
    return { retry: true, reason: "429: refused, not carried out" };
  }
  if (outcome.status >= 500) {
    return isRepeatable
      ? { retry: true, reason: `${outcome.status}: a read may be repeated` }
      : { retry: false, reason: `${outcome.status}: the write may have taken effect` };
  }
  return { retry: false, reason: `${outcome.status}: a final answer` };
}

/**
 * Reads a `Retry-After` header in seconds or as an HTTP date.
 *
 * @param nowMs milliseconds since the epoch, for the date form
 * @returns milliseconds to wait, not negative; undefined when absent or unreadable
 */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined || value.trim() === "") {
    return undefined;
  }
  const seconds = Number(value);
  if (Number.isFinite(seconds)) {
    return Math.max(0, seconds * 1000);
  }
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
