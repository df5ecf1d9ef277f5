import type { TransportError } from "../errors/errors.js";

// Not undici's RetryAgent: it decides by method and status, and cannot distinguish a write that was never sent from a
// lost response.

/** Outcome of one attempt: a status with its `Retry-After` in milliseconds, or an error below HTTP. */
export type AttemptOutcome =
  | { readonly status: number; readonly retryAfterMs: number | undefined }
  | { readonly error: TransportError };

/** Whether to retry, after how long, and why. */
export type RetryDecision =
  | { readonly retry: true; readonly delayMs: number; readonly reason: string }
  | { readonly retry: false; readonly reason: string };

/** Retry limits of one call. */
export interface RetryLimits {
  /** Maximum number of attempts, including the first. */
  readonly attempts: number;
  /** Back-off of the first retry; doubles with each. */
  readonly baseDelayMs: number;
  /** Longest wait before a retry, even if the server requests more. */
  readonly maxDelayMs: number;
}

/** Six attempts, waits of up to 0.25, 0.5, 1, 2 and 4 s, or what the server requests up to 60 s. */
export const defaultRetryLimits: RetryLimits = { attempts: 6, baseDelayMs: 250, maxDelayMs: 60_000 };

/**
 * Decides whether to retry. Pure except for `random`.
 *
 * A write is retried only when it provably had no effect: it was never sent, or the server rejected it with 429. After
 * any other failure it may have taken effect, and a retry could create a second object.
 *
 * @param isRepeatable whether the call is idempotent (reads)
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
      return { retry: false, reason: `${kind}: another attempt would fail the same way` };
    }
    return isRepeatable || !mayHaveTakenEffect
      ? {
          retry: true,
          reason: `${kind}: ${mayHaveTakenEffect ? "reads are repeatable" : "the request was never sent"}`,
        }
      : { retry: false, reason: `${kind}: the write may have taken effect` };
  }
  if (outcome.status === 429) {
    return { retry: true, reason: "429: rejected, not executed" };
  }
  if (outcome.status >= 500) {
    return isRepeatable
      ? { retry: true, reason: `${outcome.status}: reads are repeatable` }
      : { retry: false, reason: `${outcome.status}: the write may have taken effect` };
  }
  return { retry: false, reason: `${outcome.status}: final` };
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
