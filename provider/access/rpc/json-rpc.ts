import { type Clock, systemClock } from "../../base/clock.js";
import type { OwnLimits } from "../../http/call-limits.js";
import { writeJson } from "../codec/json.js";
import type { NodeEndpoints } from "../endpoints.js";
import { defaultTimeoutMs } from "../settings.js";
import { endpointTarget } from "../target.js";
import { type RpcResult, readBatch, readSingle } from "./answer.js";
import type { RpcCall } from "./call.js";
import { exchangeWithNode, type NodeAnswer } from "./exchange.js";
import type { RpcFailure } from "./failure.js";
import { type BatchSize, defaultBatchSize, sendBatch } from "./split-batch.js";

/** One HTTP request of a client, whatever its outcome. */
export interface RpcExchange {
  /** Calls in the request: one, or those of the batch. */
  readonly calls: readonly RpcCall[];
  /** Milliseconds since the epoch, by the client's clock. */
  readonly sentAtMs: number;
  /** Milliseconds since the epoch, by the client's clock. */
  readonly receivedAtMs: number;
  /** The server's clock in milliseconds since the epoch (header `Date`, whole seconds), if sent. */
  readonly serverTimeMs?: number;
  /** Duration without the time in the queue, in milliseconds; absent without a response. */
  readonly latencyMs?: number;
}

/** Overrides of the client's settings for a single call. */
interface RequestOptions extends OwnLimits {
  /** Ends the call; replaces the client's signal. */
  readonly signal?: AbortSignal | undefined;
  /** Dialect: Bitcoin and its relatives use 1.0. Where a node rejects a 1.0 body, the call is repeated in 2.0. */
  readonly version?: "1.0" | "2.0" | undefined;
  /** Whether every call of a batch may be repeated when it may already have been executed. @default true */
  readonly isRepeatable?: boolean | undefined;
}

/** Settings of a client. Defaults: version 2.0, 10 s, and 2 MB per response. */
export interface JsonRpcOptions extends RequestOptions {
  /** Maximum requests in flight to the node's host, across all clients of the process with this limit. @default 4 */
  readonly maxConcurrent?: number;
  /** Whether the time in the queue of the host does not count, as long as it responds to others. @default false */
  readonly isPatient?: boolean;
  readonly clock?: Clock;
  /** Called before an HTTP request is sent; what it throws rejects the call, and nothing is sent. */
  readonly beforeSend?: (calls: readonly RpcCall[]) => void;
  /** Called when an HTTP request ends. */
  readonly onExchange?: (exchange: RpcExchange) => void;
}

/** JSON-RPC over HTTP to one node. No retries; failures are values, so that the caller can decide. */
export interface JsonRpcClient {
  /** Host and port of the node: the part of its URL that is safe to show. */
  readonly host: string;
  /** Redacts the node's secrets in a text. */
  readonly redact: (text: string) => string;
  /**
   * Makes one call.
   *
   * @throws the signal's reason when it aborts
   */
  call(call: RpcCall, options?: RequestOptions): Promise<RpcResult>;
  /**
   * Makes several calls in one HTTP request and returns their results in order. More than 1,000 calls, or more than the
   * server accepts, are sent in several requests, and a server that rejects batches receives them one by one, all
   * within the same deadline.
   *
   * @throws the signal's reason when it aborts
   */
  batch(calls: readonly RpcCall[], options?: RequestOptions): Promise<readonly RpcResult[]>;
}

const probedBodyBytes = 2_000_000;

/**
 * Creates a JSON-RPC client of a node's HTTP endpoint.
 *
 * @throws {ConfigError} when the endpoint is missing, malformed, or plain http to another machine
 */
export function jsonRpcClient(endpoints: NodeEndpoints, options: JsonRpcOptions = {}): JsonRpcClient {
  const { maxConcurrent = 4, isPatient, clock = systemClock, beforeSend, onExchange } = options;
  const target = endpointTarget(endpoints);
  const { host, redact } = target;

  async function post(
    body: unknown,
    calls: readonly RpcCall[],
    { timeoutMs = limitOf({}), maxBodyBytes = options.maxBodyBytes ?? probedBodyBytes, signal: own }: RequestOptions,
  ): Promise<NodeAnswer | RpcFailure> {
    const limits = { timeoutMs, maxBodyBytes, maxConcurrent, isPatient, signal: own ?? options.signal, clock };
    beforeSend?.(calls);
    const sentAtMs = clock.now();
    const written = writeJson(body);
    let seen: Pick<RpcExchange, "latencyMs" | "serverTimeMs"> = {};
    try {
      const answer = await exchangeWithNode(target, { body: written, ...limits });
      seen = "kind" in answer ? {} : { latencyMs: answer.latencyMs, ...serverTime(answer) };
      return answer;
    } finally {
      onExchange?.({ calls, sentAtMs, receivedAtMs: clock.now(), ...seen });
    }
  }

  const size: BatchSize = { maxCalls: defaultBatchSize };
  /** Whether the node accepts 2.0, after it rejected a 1.0 body. */
  let isVersion1Rejected = false;

  function versionOf({ version = options.version ?? "2.0" }: RequestOptions): "1.0" | "2.0" {
    return isVersion1Rejected ? "2.0" : version;
  }

  function envelope({ method, params = [] }: RpcCall, id: number, own: RequestOptions) {
    return { jsonrpc: versionOf(own), id, method, params };
  }

  async function single(next: RpcCall, own: RequestOptions): Promise<RpcResult> {
    const answer = await post(envelope(next, 1, own), [next], own);
    return "kind" in answer ? { ok: false, failure: answer } : readSingle(answer.body, 1, answer.http);
  }

  async function batched(calls: readonly RpcCall[], own: RequestOptions): Promise<readonly RpcResult[] | RpcFailure> {
    const items = calls.map((next, index) => envelope(next, index + 1, own));
    const answer = await post(items, calls, own);
    return "kind" in answer
      ? answer
      : readBatch(
          answer.body,
          items.map(({ id }) => id),
          answer.http,
        );
  }

  const limitOf = (own: RequestOptions): number => own.timeoutMs ?? options.timeoutMs ?? defaultTimeoutMs;

  function sendAll(calls: readonly RpcCall[], endMs: number, own: RequestOptions): Promise<readonly RpcResult[]> {
    const limitMs = limitOf(own);
    return sendBatch(calls, size, {
      endMs,
      clock,
      host,
      isRepeatable: own.isRepeatable !== false,
      single: (next, leftMs) => single(next, { ...own, timeoutMs: Math.min(leftMs, limitMs) }),
      batched: (piece, leftMs) => batched(piece, { ...own, timeoutMs: Math.min(leftMs, limitMs) }),
    });
  }

  async function call(next: RpcCall, own: RequestOptions = {}): Promise<RpcResult> {
    // A batch of one call is sent as a call.
    const [result] = await batch([next], own);
    return result as RpcResult;
  }

  async function batch(calls: readonly RpcCall[], own: RequestOptions = {}): Promise<readonly RpcResult[]> {
    // A patient client has a deadline for each request only.
    const endMs = isPatient === true ? Number.POSITIVE_INFINITY : clock.monotonicMs() + limitOf(own);
    const isVersion2 = versionOf(own) === "2.0";
    const results = await sendAll(calls, endMs, own);
    return isVersion2 ? results : retryInVersion2(calls, results, endMs, own);
  }

  /** Repeats the calls in 2.0 whose 1.0 body the node rejected as invalid. */
  async function retryInVersion2(
    calls: readonly RpcCall[],
    results: readonly RpcResult[],
    endMs: number,
    own: RequestOptions,
  ): Promise<readonly RpcResult[]> {
    const rejected = calls.filter((_, index) => isInvalidRequest(results[index]));
    if (rejected.length === 0) {
      return results;
    }
    const retried = [...(await sendAll(rejected, endMs, { ...own, version: "2.0" }))];
    isVersion1Rejected ||= retried.some((result) => result.ok || isOtherError(result));
    return results.map((result) => (isInvalidRequest(result) ? (retried.shift() ?? result) : result));
  }

  return { host, redact, call, batch };
}

/** The server's clock in a response. */
export function serverTime({ date }: Pick<NodeAnswer, "date">): { readonly serverTimeMs?: number } {
  const serverTimeMs = Date.parse(date ?? "");
  return Number.isNaN(serverTimeMs) ? {} : { serverTimeMs };
}

function isOtherError(result: RpcResult): boolean {
  return !result.ok && result.failure.rpcCode !== undefined && !isInvalidRequest(result);
}

function isInvalidRequest(result: RpcResult | undefined): boolean {
  return result?.ok === false && result.failure.kind === "rpc" && result.failure.rpcCode === -32600;
}
