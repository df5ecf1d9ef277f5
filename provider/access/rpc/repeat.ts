import type { Clock } from "../../base/clock.js";
import { TransportError } from "../../errors/errors.js";
import { type AttemptOutcome, decideRetry, type RetryLimits } from "../../http/retry.js";
import type { RpcResult } from "./answer.js";
import type { RpcFailure } from "./failure.js";

/** How long and how often a call may be tried. */
export interface RepeatPolicy {
  /** Whether the call may be repeated when its answer is lost. One that was provably not carried out always may. */
  readonly isRepeatable: boolean;
  /** Attempts in all. */
  readonly attempts: number;
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
}

const limits: Omit<RetryLimits, "attempts"> = { baseDelayMs: 250, maxDelayMs: 10_000 };

/**
 * Makes calls again that failed, until each has a value or a failure that another attempt would not mend. A wait that would outlast the
 * deadline is not begun.
 *
 * @param first what the first attempt gave
 * @param endMs the deadline, by the monotonic time of the policy's clock
 * @param attempt makes the calls of the given indices, and is told how much time is left
 */
export async function repeatFailed(
  first: readonly RpcResult[],
  endMs: number,
  { isRepeatable, attempts, signal, clock }: RepeatPolicy,
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

function outcomeOf({
  kind,
  message,
  status,
  transport,
  mayHaveTakenEffect,
  retryAfterMs,
  isQuota,
}: RpcFailure): AttemptOutcome {
  if (transport !== undefined) {
    return { error: new TransportError(message, transport, mayHaveTakenEffect !== false) };
  }
  if (kind === "throttled" && isQuota !== true) {
    return { status: 429, retryAfterMs };
  }
  return { status: kind === "server" ? (status ?? 500) : 200, retryAfterMs };
}
