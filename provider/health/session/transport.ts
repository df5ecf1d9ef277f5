import type { NodeEndpoints } from "../../access/endpoints.js";
import { type AnyRead, resultOfRead, urlOfRead } from "../../access/rest/client.js";
import { exchangeWithNode } from "../../access/rpc/exchange.js";
import type { RpcFailure } from "../../access/rpc/failure.js";
import { type JsonRpcClient, jsonRpcClient, type RpcExchange, serverTime } from "../../access/rpc/json-rpc.js";
import { clientSettings, defaultTimeoutMs } from "../../access/settings.js";
import type { SubscriptionKind } from "../../access/subscription/kinds.js";
import { openSubscription } from "../../access/subscription/live-subscription.js";
import { withSuffix } from "../../access/suffix.js";
import { endpointTarget } from "../../access/target.js";
import type { Clock } from "../../base/clock.js";
import { isProviderError } from "../../errors/errors.js";
import type { CheckCause } from "../verdict.js";
import { type Budget, BudgetError, type PricedCall } from "./budget.js";
import type { Pacer } from "./pacer.js";
import type { ProbeFailure, Reading } from "./reading.js";
import type { ServerClock } from "./server-clock.js";

/** How requests of a probe are sent. */
export interface TransportOptions {
  readonly version: "1.0" | "2.0";
  /** Path segments of JSON-RPC, which the HTTPS endpoint may already end with. */
  readonly rpcPath: readonly string[];
  readonly clock: Clock;
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly pacer: Pacer | undefined;
  readonly budget: Budget;
  readonly serverClock: ServerClock;
}

/** Requests of a probe in flight to one host. */
const maxConcurrent = 4;
const maxBodyBytes = 2_000_000;

/** The requests of one probe to the endpoints of one node: within its budget, without retries; failures are values. */
export class NodeTransport {
  readonly #endpoints: NodeEndpoints;
  readonly #options: TransportOptions;
  #client: JsonRpcClient | undefined;
  #redact: ((text: string) => string) | undefined;
  #latencyMs: number | undefined;

  constructor(endpoints: NodeEndpoints, options: TransportOptions) {
    this.#endpoints = endpoints;
    this.#options = options;
  }

  /**
   * Makes JSON-RPC calls in one request.
   *
   * @throws {ConfigError} when there is no usable HTTP endpoint
   */
  async rpc(calls: readonly PricedCall[]): Promise<readonly Reading[]> {
    const { budget } = this.#options;
    const client = this.#rpcClient();
    this.#latencyMs = undefined;
    await this.#turn(client.host, calls.length);
    try {
      const [first] = calls;
      const results =
        first !== undefined && calls.length === 1 ? [await client.call(first)] : await client.batch(calls);
      const time = this.#latencyMs === undefined ? {} : { latencyMs: this.#latencyMs };
      return results.map((result, index) => {
        const call = calls[index];
        return { ...result, spent: { cost: call === undefined ? 0 : budget.unitsOf(call), ...time } };
      });
    } catch (error) {
      return calls.map(() => notSent(error));
    }
  }

  /**
   * Reads from a REST API.
   *
   * @param name of the row, for messages
   * @throws {ConfigError} when there is no such endpoint
   */
  async rest(name: string, row: AnyRead, args: unknown, which: "beacon" | "https"): Promise<Reading> {
    const { clock, budget, serverClock, signal, timeoutMs = defaultTimeoutMs } = this.#options;
    const target = endpointTarget(this.#endpoints, which);
    try {
      budget.spend([{ method: name }]);
    } catch (error) {
      return notSent(error);
    }
    await this.#turn(target.host, 1);
    const sentAtMs = clock.now();
    const url = urlOfRead(target, name, row, args);
    const limits = { timeoutMs, maxBodyBytes, maxConcurrent, isPatient: true, signal, clock };
    const answer = await exchangeWithNode(target, { url, ...limits });
    if ("kind" in answer) {
      return { ...resultOfRead(answer, row), spent: { cost: 1 } };
    }
    const { serverTimeMs } = serverTime(answer);
    if (serverTimeMs !== undefined) {
      serverClock.note(serverTimeMs, sentAtMs, clock.now());
    }
    return { ...resultOfRead(answer, row), spent: { cost: 1, latencyMs: answer.latencyMs } };
  }

  /**
   * Subscribes over WebSocket and waits for the first event; `silent` when the node accepts the subscription and sends
   * none in time.
   *
   * @throws {ConfigError} when there is no usable WebSocket endpoint
   */
  async firstEvent(kind: SubscriptionKind, withinMs: number): Promise<Reading> {
    const { clock, budget, signal, timeoutMs = defaultTimeoutMs } = this.#options;
    const target = endpointTarget(this.#endpoints, "wss");
    try {
      budget.spend([{ method: kind }]);
    } catch (error) {
      return notSent(error);
    }
    const settings = clientSettings({ timeoutMs, maxBodyBytes, ...(signal === undefined ? {} : { signal }) }, clock);
    await this.#turn(target.host, 1);
    const startMs = clock.monotonicMs();
    const over = new AbortController();
    try {
      const subscription = await openSubscription(target, kind, [], { reconnectMs: 0, idleMs: 0 }, settings);
      const silence = clock.sleep(withinMs, over.signal).then(() => undefined);
      const event = await Promise.race([subscription.next(), silence]);
      const latencyMs = clock.monotonicMs() - startMs;
      await subscription.unsubscribe();
      return event === undefined
        ? { ok: false, failure: silent, spent: { cost: 1 } }
        : { ok: true, value: event.value, spent: { cost: 1, latencyMs } };
    } catch (error) {
      signal?.throwIfAborted();
      return { ok: false, failure: eventFailure(error), spent: { cost: 1 } };
    } finally {
      over.abort();
      settings.close(new Error("the probe is over"));
    }
  }

  /** Removes the secrets of the endpoints from a text. */
  redact(text: string): string {
    this.#redact ??= this.#client?.redact ?? redactorOf(this.#endpoints);
    return this.#redact(text);
  }

  /** Waits until so many requests may be sent to the host. */
  async #turn(host: string, requests: number): Promise<void> {
    await this.#options.pacer?.turn(host, requests, this.#options.signal);
  }

  /** @throws {ConfigError} when there is no usable HTTP endpoint */
  #rpcClient(): JsonRpcClient {
    const { budget, rpcPath, serverClock, version, clock, signal, timeoutMs } = this.#options;
    this.#client ??= jsonRpcClient(rpcEndpoints(this.#endpoints, rpcPath), {
      version,
      clock,
      signal,
      maxConcurrent,
      // Many nodes of a platform share a host: what one waits for the others says nothing about it.
      isPatient: true,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      beforeSend: (calls) => budget.spend(calls),
      onExchange: ({ sentAtMs, receivedAtMs, serverTimeMs, latencyMs }: RpcExchange) => {
        if (serverTimeMs !== undefined) {
          serverClock.note(serverTimeMs, sentAtMs, receivedAtMs);
        }
        if (latencyMs !== undefined) {
          this.#latencyMs = Math.max(this.#latencyMs ?? 0, latencyMs);
        }
      },
    });
    return this.#client;
  }
}

/** Redacts the secrets of all endpoints. @throws {ConfigError} when the first one is not usable */
function redactorOf(endpoints: NodeEndpoints): (text: string) => string {
  const which = (["https", "beacon", "wss"] as const).find((name) => (endpoints[name] ?? "") !== "");
  return which === undefined ? (text) => text : endpointTarget(endpoints, which).redact;
}

/** The endpoints with the path of JSON-RPC. One that is missing or not a URL stays so: the client explains that. */
function rpcEndpoints(endpoints: NodeEndpoints, path: readonly string[]): NodeEndpoints {
  const { https = "" } = endpoints;
  if (path.length === 0 || !URL.canParse(https)) {
    return endpoints;
  }
  const url = new URL(https);
  // The key may be in the middle of it, as in /api/v2/KEY/jsonRPC.
  const isWhole = url.pathname.split("/").findLast((segment) => segment !== "") === path.at(-1);
  return isWhole ? endpoints : { ...endpoints, https: withSuffix(url, path).href };
}

/** @throws the error, if it is not about the budget */
function notSent(error: unknown): Reading<never> {
  if (!(error instanceof BudgetError)) {
    throw error;
  }
  return { ok: false, failure: { kind: "budget", message: error.message }, spent: { cost: 0 } };
}

const kindOfError: Readonly<Record<string, CheckCause>> = {
  auth: "auth",
  quota: "throttled",
  unavailable: "throttled",
  transport: "unreachable",
  shape: "shape",
};

const silent: ProbeFailure = {
  kind: "silent",
  message: "the node accepted the subscription, but sent no event in time",
};

/** @throws what is no failure of the node */
function eventFailure(error: unknown): ProbeFailure {
  if (!isProviderError(error)) {
    throw error;
  }
  const rpcKind: RpcFailure["kind"] | undefined = isProviderError(error, "rpc") ? error.kind : undefined;
  return { kind: rpcKind ?? kindOfError[error.code] ?? "unreachable", message: error.message };
}
