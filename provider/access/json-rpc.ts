import { TransportError } from "../errors.js";
import { type Clock, systemClock } from "../http/clock.js";
import { type ExchangeAnswer, exchange } from "../http/exchange.js";
import { parseRetryAfter } from "../http/retry.js";
import { endpointTarget } from "./endpoint-target.js";
import type { NodeEndpoints } from "./endpoints.js";
import { type RpcResult, readBatch, readSingle } from "./rpc-answer.js";
import { failureOfTransport, type HttpSide, type RpcFailure, type RpcFailureKind } from "./rpc-failure.js";

/** One JSON-RPC call. */
export interface RpcCall {
  readonly method: string;
  /** By position. @default none */
  readonly params?: readonly unknown[];
}

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

/** How a client calls. */
export interface JsonRpcOptions {
  /** Dialect: Bitcoin and its relatives speak 1.0. @default "2.0" */
  readonly version?: "1.0" | "2.0";
  /** Deadline of one HTTP request, body included. @default 10_000 */
  readonly timeoutMs?: number;
  /** Longest answer that is read. @default 2_000_000 */
  readonly maxBodyBytes?: number;
  /** Ends every call of this client. */
  readonly signal?: AbortSignal | undefined;
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
  call(call: RpcCall): Promise<RpcResult>;
  /**
   * Makes several calls in one HTTP request and gives their results in the order of the calls. A server that refuses
   * batches gets them one by one instead.
   *
   * @throws the signal's reason when it aborts
   */
  batch(calls: readonly RpcCall[]): Promise<readonly RpcResult[]>;
}

// What a server may mean as "no batches here"; after any other failure single calls would fail the same way. `proxy` only
// with an error status: a page with status 200 would come again.
const refusesBatch: ReadonlySet<RpcFailureKind> = new Set([
  "rpc",
  "method",
  "params",
  "plan",
  "proxy",
  "request-too-large",
  "server",
]);

// After these a further single call of the same batch would only repeat the failure, or make it worse.
const endsFallback: ReadonlySet<RpcFailureKind> = new Set([
  "unreachable",
  "auth",
  "path",
  "throttled",
  "redirect",
  "proxy",
  "server",
]);

/**
 * Makes a JSON-RPC client of a node's HTTP endpoint.
 *
 * @throws {ConfigError} when the endpoint is missing, malformed, or plain http beyond this machine
 */
export function jsonRpcClient(endpoints: NodeEndpoints, options: JsonRpcOptions = {}): JsonRpcClient {
  const {
    version = "2.0",
    timeoutMs = 10_000,
    maxBodyBytes = 2_000_000,
    signal,
    clock = systemClock,
    onExchange,
  } = options;
  const { url, host, headers, redact } = endpointTarget(endpoints);

  async function post(
    body: unknown,
    calls: number,
  ): Promise<{ readonly body: string; readonly http: HttpSide } | RpcFailure> {
    signal?.throwIfAborted();
    const sentAtMs = clock.now();
    let answer: ExchangeAnswer | undefined;
    try {
      answer = await exchange({
        method: "POST",
        url,
        headers,
        body: JSON.stringify(body),
        timeoutMs,
        maxBodyBytes,
        signal,
      });
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof TransportError)) {
        throw error;
      }
      return failureOfTransport(error, redact);
    } finally {
      const serverTimeMs = Date.parse(answer?.headers.date ?? "");
      onExchange?.({
        calls,
        sentAtMs,
        receivedAtMs: clock.now(),
        ...(Number.isNaN(serverTimeMs) ? {} : { serverTimeMs }),
      });
    }
    const retryAfterMs = parseRetryAfter(answer.headers["retry-after"], clock.now());
    return { body: answer.body, http: { status: answer.status, host, retryAfterMs, redact } };
  }

  async function call({ method, params = [] }: RpcCall): Promise<RpcResult> {
    const answer = await post({ jsonrpc: version, id: 1, method, params }, 1);
    return "kind" in answer ? { ok: false, failure: answer } : readSingle(answer.body, 1, answer.http);
  }

  async function oneByOne(calls: readonly RpcCall[]): Promise<readonly RpcResult[]> {
    const results: RpcResult[] = [];
    for (const next of calls) {
      const last = results.at(-1);
      const isOver = last?.ok === false && endsFallback.has(last.failure.kind);
      results.push(isOver ? last : await call(next));
    }
    return results;
  }

  async function batch(calls: readonly RpcCall[]): Promise<readonly RpcResult[]> {
    if (calls.length === 0) {
      return [];
    }
    const items = calls.map(({ method, params = [] }, index) => ({ jsonrpc: version, id: index + 1, method, params }));
    const answer = await post(items, calls.length);
    const read =
      "kind" in answer
        ? answer
        : readBatch(
            answer.body,
            items.map(({ id }) => id),
            answer.http,
          );
    if (!("kind" in read)) {
      return read;
    }
    const isPage = read.kind === "proxy" && (read.status ?? 0) < 400;
    return refusesBatch.has(read.kind) && !isPage ? oneByOne(calls) : calls.map(() => ({ ok: false, failure: read }));
  }

  return { host, redact, call, batch };
}
