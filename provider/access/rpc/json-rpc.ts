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
import { type BatchSize, sendBatch, usualBatchSize } from "./split-batch.js";

/** One HTTP request that a client made, whatever came of it. */
export interface RpcExchange {
  /** Calls in the request: 1, or the length of the batch. */
  readonly calls: number;
  /** Milliseconds since the epoch, by the client's clock. */
  readonly sentAtMs: number;
  /** Milliseconds since the epoch, by the client's clock. */
  readonly receivedAtMs: number;
  /** The server's clock in milliseconds since the epoch (header `Date`, whole seconds), when it told. */
  readonly serverTimeMs?: number;
}

/** What a single call may do differently from its client. */
interface RequestOptions extends OwnLimits {
  /** Ends the call; of a call it replaces the client's. */
  readonly signal?: AbortSignal | undefined;
  /** Dialect: Bitcoin and its relatives speak 1.0. Where a node refuses a body of 1.0 the call is made again in 2.0. */
  readonly version?: "1.0" | "2.0" | undefined;
  /** Whether every call of a batch may be made again when it is not known whether it was carried out. @default true */
  readonly isRepeatable?: boolean | undefined;
}

/** How a client calls: version 2.0, for 10 s and 2 MB at the most, where nothing else is said. */
export interface JsonRpcOptions extends RequestOptions {
  /** Requests to the node's host that all clients of the process with this limit may have under way. @default 4 */
  readonly maxConcurrent?: number;
  readonly clock?: Clock;
  /** Hears of each HTTP request when it is over. */
  readonly onExchange?: (exchange: RpcExchange) => void;
}

/** JSON-RPC over HTTP to one node. No retries; failures are values, so that the caller can weigh them. */
export interface JsonRpcClient {
  /** Host and port of the node: what may be shown of its address. */
  readonly host: string;
  /** Blanks the node's secrets in a text. */
  readonly redact: (text: string) => string;
  /**
   * Makes one call.
   *
   * @throws the signal's reason when it aborts
   */
  call(call: RpcCall, options?: RequestOptions): Promise<RpcResult>;
  /**
   * Makes several calls in one HTTP request and gives their results in the order of the calls. More than 1,000 calls, or more than the
   * server takes, go out in several requests, and a server that refuses batches gets them one by one, within the same deadline.
   *
   * @throws the signal's reason when it aborts
   */
  batch(calls: readonly RpcCall[], options?: RequestOptions): Promise<readonly RpcResult[]>;
}

const probedBodyBytes = 2_000_000;

/**
 * Makes a JSON-RPC client of a node's HTTP endpoint.
 *
 * @throws {ConfigError} when the endpoint is missing, malformed, or plain http beyond this machine
 */
export function jsonRpcClient(endpoints: NodeEndpoints, options: JsonRpcOptions = {}): JsonRpcClient {
  const { maxConcurrent = 4, clock = systemClock, onExchange } = options;
  const target = endpointTarget(endpoints);
  const { host, redact } = target;

  function post(
    body: unknown,
    calls: number,
    {
      timeoutMs = options.timeoutMs ?? defaultTimeoutMs,
      maxBodyBytes = options.maxBodyBytes ?? probedBodyBytes,
      signal: own,
    }: RequestOptions,
  ): Promise<NodeAnswer | RpcFailure> {
    const limits = { timeoutMs, maxBodyBytes, maxConcurrent, signal: own ?? options.signal, clock };
    const sentAtMs = clock.now();
    const sent = exchangeWithNode(target, { body: writeJson(body), ...limits });
    return onExchange === undefined ? sent : noted(sent, calls, sentAtMs, onExchange);
  }

  async function noted(
    sent: Promise<NodeAnswer | RpcFailure>,
    calls: number,
    sentAtMs: number,
    note: (exchange: RpcExchange) => void,
  ): Promise<NodeAnswer | RpcFailure> {
    let date: string | undefined;
    try {
      const answer = await sent;
      date = "kind" in answer ? undefined : answer.date;
      return answer;
    } finally {
      const serverTimeMs = Date.parse(date ?? "");
      const told = Number.isNaN(serverTimeMs) ? {} : { serverTimeMs };
      note({ calls, sentAtMs, receivedAtMs: clock.now(), ...told });
    }
  }

  const size: BatchSize = { most: usualBatchSize };
  /** Whether the node takes 2.0 after it has refused a body of 1.0. */
  let isOldRefused = false;

  function versionOf({ version = options.version ?? "2.0" }: RequestOptions): "1.0" | "2.0" {
    return isOldRefused ? "2.0" : version;
  }

  function endOf({ timeoutMs = options.timeoutMs ?? defaultTimeoutMs }: RequestOptions): number {
    return clock.monotonicMs() + timeoutMs;
  }

  function envelope({ method, params = [] }: RpcCall, id: number, own: RequestOptions) {
    return { jsonrpc: versionOf(own), id, method, params };
  }

  async function single(next: RpcCall, own: RequestOptions): Promise<RpcResult> {
    const answer = await post(envelope(next, 1, own), 1, own);
    return "kind" in answer ? { ok: false, failure: answer } : readSingle(answer.body, 1, answer.http);
  }

  async function together(calls: readonly RpcCall[], own: RequestOptions): Promise<readonly RpcResult[] | RpcFailure> {
    const items = calls.map((next, index) => envelope(next, index + 1, own));
    const answer = await post(items, calls.length, own);
    return "kind" in answer
      ? answer
      : readBatch(
          answer.body,
          items.map(({ id }) => id),
          answer.http,
        );
  }

  function several(calls: readonly RpcCall[], endMs: number, own: RequestOptions): Promise<readonly RpcResult[]> {
    return sendBatch(calls, size, {
      endMs,
      clock,
      host,
      isRepeatable: own.isRepeatable !== false,
      single: (next, timeoutMs) => single(next, { ...own, timeoutMs }),
      together: (piece, timeoutMs) => together(piece, { ...own, timeoutMs }),
    });
  }

  async function call(next: RpcCall, own: RequestOptions = {}): Promise<RpcResult> {
    if (versionOf(own) === "2.0") {
      return single(next, own);
    }
    const endMs = endOf(own);
    const result = await single(next, own);
    const [renewed = result] = await inNewDialect([next], [result], endMs, own);
    return renewed;
  }

  async function batch(calls: readonly RpcCall[], own: RequestOptions = {}): Promise<readonly RpcResult[]> {
    const endMs = endOf(own);
    const isNew = versionOf(own) === "2.0";
    const results = await several(calls, endMs, own);
    return isNew ? results : inNewDialect(calls, results, endMs, own);
  }

  /** Makes those calls again in 2.0 whose body in 1.0 was no valid request to the node. */
  async function inNewDialect(
    calls: readonly RpcCall[],
    results: readonly RpcResult[],
    endMs: number,
    own: RequestOptions,
  ): Promise<readonly RpcResult[]> {
    const refused = calls.filter((_, index) => isInvalidRequest(results[index]));
    if (refused.length === 0) {
      return results;
    }
    const renewed = [...(await several(refused, endMs, { ...own, version: "2.0" }))];
    isOldRefused ||= renewed.some((result) => result.ok || isOtherRefusal(result));
    return results.map((result) => (isInvalidRequest(result) ? (renewed.shift() ?? result) : result));
  }

  return { host, redact, call, batch };
}

function isOtherRefusal(result: RpcResult): boolean {
  return !result.ok && result.failure.rpcCode !== undefined && !isInvalidRequest(result);
}

function isInvalidRequest(result: RpcResult | undefined): boolean {
  return result?.ok === false && result.failure.kind === "rpc" && result.failure.rpcCode === -32600;
}
