import type { Clock } from "../../base/clock.js";
import { linkSignals } from "../../base/linked-signal.js";
import { TransportError } from "../../errors/errors.js";
import type { OwnLimits } from "../../http/call-limits.js";
import { type AttemptOutcome, decideRetry, type RetryLimits } from "../../http/retry.js";
import type { CallOptions, ClientSettings } from "../settings.js";
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

/** The limits of one attempt. */
type AttemptLimits = ReturnType<ClientSettings["limits"]> & { readonly signal: AbortSignal };

/**
 * Makes calls within a client's limits, and again while {@link retryFailed} allows. The client's signal and the call's
 * own end them.
 *
 * @param attempt makes the calls with the given indices
 */
export async function callWithin(
  settings: ClientSettings,
  own: CallOptions,
  { calls = 1, isRepeatable, defaults }: CallTraits,
  attempt: (indices: readonly number[], limits: AttemptLimits) => Promise<readonly RpcResult[]>,
): Promise<readonly RpcResult[]> {
  const limits = settings.limits(own, defaults);
  const endMs = limits.clock.monotonicMs() + limits.timeoutMs;
  const { signal, release } = linkSignals(settings.signal, own.signal);
  const send = (indices: readonly number[], timeoutMs: number) => attempt(indices, { ...limits, signal, timeoutMs });
  try {
    const first = await send([...Array(calls).keys()], limits.timeoutMs);
    return await retryFailed(first, endMs, { ...limits, signal, isRepeatable }, send);
  } finally {
    release();
  }
}

/** What {@link callWithin} needs to know of its calls. */
interface CallTraits extends Pick<RetryPolicy, "isRepeatable"> {
  /** @default 1 */
  readonly calls?: number;
  /** Limits where neither the call nor the client sets any. */
  readonly defaults?: OwnLimits | undefined;
}

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
