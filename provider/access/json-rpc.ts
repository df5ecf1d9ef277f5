import type { RpcFailureKind } from "../errors.js";
import { type Clock, systemClock } from "../http/clock.js";
import { endpointTarget } from "./endpoint-target.js";
import type { NodeEndpoints } from "./endpoints.js";
import { writeJson } from "./json.js";
import { exchangeWithNode, type NodeAnswer } from "./node-exchange.js";
import { type RpcResult, readBatch, readSingle } from "./rpc-answer.js";
import type { RpcFailure } from "./rpc-failure.js";

/** One JSON-RPC call. */
export interface RpcCall {
  /** Name on the wire. */
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

/** What a single call may do differently from its client. */
interface RequestOptions {
  /** Deadline of one HTTP request, body included, and of the wait before it. */
  readonly timeoutMs?: number | undefined;
  /** Ends the call; of a call it replaces the client's. */
  readonly signal?: AbortSignal | undefined;
  /** Dialect: Bitcoin and its relatives speak 1.0. */
  readonly version?: "1.0" | "2.0" | undefined;
  /** Whether every call of a batch may be made again when it is not known whether it was carried out. @default true */
  readonly isRepeatable?: boolean | undefined;
}

/** How a client calls. */
export interface JsonRpcOptions extends RequestOptions {
  /** @default "2.0" */
  readonly version?: "1.0" | "2.0";
  /** @default 10_000 */
  readonly timeoutMs?: number;
  /** Longest answer that is read. @default 2_000_000 */
  readonly maxBodyBytes?: number;
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
   * Makes several calls in one HTTP request and gives their results in the order of the calls. A server that refuses
   * batches gets them one by one instead, within the same deadline.
   *
   * @throws the signal's reason when it aborts
   */
  batch(calls: readonly RpcCall[], options?: RequestOptions): Promise<readonly RpcResult[]>;
}

const usualTimeoutMs = 10_000;

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

// Of these, the ones that prove that no call of the batch was carried out.
const provesRefusal: ReadonlySet<RpcFailureKind> = new Set(["method", "params", "plan", "request-too-large"]);

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
  const { maxBodyBytes = 2_000_000, maxConcurrent = 4, clock = systemClock, onExchange } = options;
  const target = endpointTarget(endpoints);
  const { host, redact } = target;

  function post(
    body: unknown,
    calls: number,
    { timeoutMs = options.timeoutMs ?? usualTimeoutMs, signal: own }: RequestOptions,
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

  function envelope(
    { method, params = [] }: RpcCall,
    id: number,
    { version = options.version ?? "2.0" }: RequestOptions,
  ) {
    return { jsonrpc: version, id, method, params };
  }

  async function call(next: RpcCall, own: RequestOptions = {}): Promise<RpcResult> {
    const answer = await post(envelope(next, 1, own), 1, own);
    return "kind" in answer ? { ok: false, failure: answer } : readSingle(answer.body, 1, answer.http);
  }

  async function oneByOne(
    calls: readonly RpcCall[],
    endMs: number,
    own: RequestOptions,
  ): Promise<readonly RpcResult[]> {
    const results: RpcResult[] = [];
    for (const next of calls) {
      const last = results.at(-1);
      if (last?.ok === false && endsFallback.has(last.failure.kind)) {
        // Not sent: the one before tells how it would have ended.
        results.push({ ok: false, failure: { ...last.failure, isLost: false } });
      } else {
        const timeoutMs = endMs - clock.now();
        results.push(timeoutMs > 0 ? await call(next, { ...own, timeoutMs }) : tooLate);
      }
    }
    return results;
  }

  const tooLate: RpcResult = {
    ok: false,
    failure: {
      kind: "unreachable",
      transport: "timeout",
      isLost: false,
      message: `${host} took so long for the calls before that this one was not sent.`,
    },
  };

  async function batch(calls: readonly RpcCall[], own: RequestOptions = {}): Promise<readonly RpcResult[]> {
    if (calls.length === 0) {
      return [];
    }
    const endMs = clock.now() + (own.timeoutMs ?? options.timeoutMs ?? usualTimeoutMs);
    const items = calls.map((next, index) => envelope(next, index + 1, own));
    const answer = await post(items, calls.length, own);
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
    const kinds = own.isRepeatable === false ? provesRefusal : refusesBatch;
    return kinds.has(read.kind) && !isPage
      ? oneByOne(calls, endMs, own)
      : calls.map(() => ({ ok: false, failure: read }));
  }

  return { host, redact, call, batch };
}
