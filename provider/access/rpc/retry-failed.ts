import type { Clock } from "../../base/clock.js";
import { TransportError } from "../../errors/errors.js";
import { type AttemptOutcome, decideRetry, type RetryLimits } from "../../http/retry.js";
import type { RpcResult } from "./answer.js";
import type { RpcFailure } from "./failure.js";

/** Limits of a call's retries. */
export interface RetryPolicy {
  /** Whether the call may be retried when its response is lost. One that was provably not executed always may. */
  readonly isRepeatable: boolean;
  /** Maximum attempts. */
  readonly attempts: number;
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
}

const limits: Omit<RetryLimits, "attempts"> = { baseDelayMs: 250, maxDelayMs: 10_000 };

/**
 * Retries failed calls until each succeeds or fails permanently. A pause beyond the deadline is not started.
 *
 * @param first result of the first attempt
 * @param endMs deadline, by the monotonic time of the policy's clock
 * @param attempt makes the calls with the given indices, within the remaining time
 */
export async function retryFailed(
  first: readonly RpcResult[],
  endMs: number,
  { isRepeatable, attempts, signal, clock }: RetryPolicy,
  attempt: (indices: readonly number[], leftMs: number) => Promise<readonly RpcResult[]>,
): Promise<readonly RpcResult[]> {
  const results = [...first];
  for (let number = 1; ; number += 1) {
    let delayMs = 0;
    const open: number[] = [];
    results.forEach((result, index) => {
      const decision = result.ok
        ? undefined
        : decideRetry(isRepeatable, number, outcomeOf(result.failure), { ...limits, attempts });
      if (decision?.retry === true) {
        open.push(index);
        delayMs = Math.max(delayMs, decision.delayMs);
      }
    });
    if (open.length === 0 || clock.monotonicMs() + delayMs >= endMs) {
      return results;
    }
    await clock.sleep(delayMs, signal);
    const answers = await attempt(open, Math.max(1, endMs - clock.monotonicMs()));
    open.forEach((index, position) => {
      const answer = answers[position];
      if (answer !== undefined) {
        results[index] = answer;
      }
    });
  }
}

function outcomeOf(failure: RpcFailure): AttemptOutcome {
  const { kind, message, status, transport, mayHaveTakenEffect, retryAfterMs, isQuota } = failure;
  if (transport !== undefined) {
    return { error: new TransportError(message, transport, mayHaveTakenEffect !== false) };
  }
  if (kind === "throttled" && isQuota !== true) {
    return { status: 429, retryAfterMs };
  }
  return { status: kind === "server" ? (status ?? 500) : 200, retryAfterMs };
}
