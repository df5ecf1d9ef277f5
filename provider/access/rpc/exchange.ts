import type { Clock } from "../../base/clock.js";
import { TransportError } from "../../errors/errors.js";
import type { CallLimits } from "../../http/call-limits.js";
import { type ExchangeResponse, exchange } from "../../http/exchange.js";
import { enterHost, leaveHost } from "../../http/host-gate.js";
import { parseRetryAfter } from "../../http/retry.js";
import type { EndpointTarget } from "../target.js";
import { failureOfTransport, type HttpContext, type RpcFailure } from "./failure.js";

/** One HTTP request to an endpoint of a node. */
export interface NodeRequest extends CallLimits {
  /** POST when present, else GET. */
  readonly body?: string;
  /** @default the target's own */
  readonly url?: URL;
  /** Maximum requests in flight to the host, across all clients of the process with the same limit. */
  readonly maxConcurrent: number;
  /** Whether the time in the queue does not count, as long as the host responds to others. @default false */
  readonly isPatient?: boolean | undefined;
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
}

/** A response of a node or of a gateway in front of it. */
export interface NodeAnswer {
  readonly body: string;
  readonly http: HttpContext;
  /** Header `Date`. */
  readonly date: string | undefined;
  /** Duration of the exchange without the time in the queue, in milliseconds. */
  readonly latencyMs: number;
}

/**
 * Queues and sends one request to a node. Transport failures are values.
 *
 * @throws the signal's reason when it aborts
 */
export async function exchangeWithNode(
  { url, host, getHeaders, postHeaders, redact }: EndpointTarget,
  request: NodeRequest,
): Promise<NodeAnswer | RpcFailure> {
  const { timeoutMs, maxBodyBytes, maxConcurrent, isPatient, signal, clock } = request;
  signal?.throwIfAborted();
  let answer: ExchangeResponse | undefined;
  let sentAtMs = 0;
  try {
    const startMs = clock.monotonicMs();
    const turn = enterHost(host, maxConcurrent, { timeoutMs, isPatient, signal });
    if (turn !== undefined) {
      await turn;
    }
    try {
      const waitedMs = turn === undefined || isPatient === true ? 0 : clock.monotonicMs() - startMs;
      sentAtMs = clock.monotonicMs();
      answer = await exchange({
        url: request.url ?? url,
        origin: url.origin,
        timeoutMs: Math.max(1, timeoutMs - waitedMs),
        maxBodyBytes,
        signal,
        ...(request.body === undefined
          ? { method: "GET", headers: getHeaders }
          : { method: "POST", headers: postHeaders, body: request.body }),
      });
    } finally {
      leaveHost(host, maxConcurrent, answer !== undefined);
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof TransportError)) {
      throw error;
    }
    return failureOfTransport(error, redact);
  }
  const { status, headers: answered, body } = answer;
  const retryAfterMs = parseRetryAfter(answered["retry-after"], clock.now());
  const latencyMs = clock.monotonicMs() - sentAtMs;
  return { body, http: { status, host, retryAfterMs, redact }, date: answered.date, latencyMs };
}
