import { type Clock, systemClock } from "../base/clock.js";
import { TransportError } from "../errors/errors.js";
import { type ExchangeRequest, type ExchangeResponse, exchange } from "./exchange.js";
import type { RateLimiter, Turn } from "./limiter.js";
import { type AttemptOutcome, decideRetry, defaultRetryLimits, parseRetryAfter, type RetryLimits } from "./retry.js";
import type { SendGuard } from "./send-guard.js";

/** How a request is rate-limited and retried. */
export interface SendPolicy {
  readonly limiter: RateLimiter;
  /** Whether the request is idempotent. */
  readonly isRepeatable: boolean;
  readonly limits?: RetryLimits;
  readonly clock?: Clock;
  /**
   * For a request with its own rate limit: the wait after a 429 without `Retry-After`. It does not slow down other
   * requests.
   */
  readonly ownWindowMs?: number | undefined;
  /** Consulted before each attempt, after the limiter. */
  readonly guard?: SendGuard | undefined;
}

// The pause of all callers after a 429 without `Retry-After`.
const defaultPauseMs = 1_000;

/**
 * Sends a request through the limiter and retries it while {@link decideRetry} allows. Returns the last response,
 * whatever its status.
 *
 * @throws {TransportError} of the last attempt when no response arrived
 */
export async function send(call: ExchangeRequest, policy: SendPolicy): Promise<ExchangeResponse> {
  const { limiter, isRepeatable, limits = defaultRetryLimits, clock = systemClock, guard } = policy;
  for (let attempt = 1; ; attempt += 1) {
    let turn: Turn;
    do {
      turn = await limiter.acquire(call.signal);
    } while ((await guard?.ready(call.signal)) === true);
    turn.sent();
    const attempted = await exchange({ ...call, guard }).catch((error: unknown) => {
      if (error instanceof TransportError) {
        return error;
      }
      throw error;
    });
    turn.answered();
    const outcome = asOutcome(attempted, policy, limits, clock);
    const decision = decideRetry(isRepeatable, attempt, outcome, limits);
    if ("status" in outcome && outcome.status === 429 && policy.ownWindowMs === undefined) {
      limiter.throttled(outcome.retryAfterMs ?? defaultPauseMs);
    }
    if (!decision.retry) {
      if (attempted instanceof TransportError) {
        throw attempted;
      }
      if (attempted.status !== 429 && attempted.status < 500) {
        limiter.succeeded();
      }
      return attempted;
    }
    await clock.sleep(decision.delayMs, call.signal);
  }
}

function asOutcome(
  attempted: ExchangeResponse | TransportError,
  { ownWindowMs }: SendPolicy,
  limits: RetryLimits,
  clock: Clock,
): AttemptOutcome {
  if (attempted instanceof TransportError) {
    return { error: attempted };
  }
  const windowMs = attempted.status === 429 ? ownWindowMs : undefined;
  const requestedMs = parseRetryAfter(attempted.headers["retry-after"], clock.now()) ?? windowMs;
  return {
    status: attempted.status,
    retryAfterMs: requestedMs === undefined ? undefined : Math.min(requestedMs, limits.maxDelayMs),
  };
}
