import type { NodeEndpoints } from "../../access/endpoints.js";
import type { RpcResult } from "../../access/rpc/answer.js";
import type { RpcCall } from "../../access/rpc/call.js";
import { maxTextLength, type RpcFailure } from "../../access/rpc/failure.js";
import { type JsonRpcClient, jsonRpcClient, type RpcExchange } from "../../access/rpc/json-rpc.js";
import { type Clock, systemClock } from "../../base/clock.js";
import { oneLine } from "../../base/text.js";
import type { RpcFailureKind } from "../../errors/errors.js";
import { allowedMethods } from "./allowed-methods.js";
import { type ChainFacts, chainFacts } from "../chains/chains.js";
import { decide } from "../decide.js";
import { duration } from "../head-age.js";
import type { CheckName, CheckResult, NodeReport, Verdict } from "../verdict.js";

/** What is probed. */
export interface ProbeTarget {
  readonly endpoints: NodeEndpoints;
  /** Platform slug, for example `ethereum-mainnet`; see {@link chainKey} for short ones. */
  readonly chain: string;
  /** The identity the node must have, decimal chain id or genesis hash. @default what is known about the chain */
  readonly expected?: string;
}

/** Options of a probe. */
export interface ProbeOptions {
  /** Ends the probe; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock;
  /** Deadline of one request. @default 10_000 */
  readonly timeoutMs?: number;
  /** Longest wait for the head to move; 0 looks at the head once. @default 40_000 */
  readonly maxWaitForAdvanceMs?: number;
}

// Clock differences above this make the probe use the server's clock.
const toleratedSkewMs = 5_000;

// A reason may include text of the node, of any length.
const maxWhyLength = 500;

// Every other failure leaves a node unknown.
const verdictOfFailure: Readonly<Partial<Record<RpcFailureKind, Verdict>>> = { plan: "gated", starting: "syncing" };

/** One running probe of one node: sends calls, counts their cost, keeps time and collects evidence. */
export class ProbeSession {
  readonly facts: ChainFacts;
  /** Accepted identities; empty if none is known. */
  readonly expected: readonly string[];
  readonly clock: Clock;
  readonly maxWaitForAdvanceMs: number;
  readonly #client: JsonRpcClient;
  readonly #signal: AbortSignal | undefined;
  readonly #checks: CheckResult[] = [];
  #cost = 0;
  #skewMs: number | undefined;
  #retryAfterMs = 0;
  #identity: string | undefined;

  /** @throws {ConfigError} when the endpoint is missing, malformed or plain http */
  constructor(target: ProbeTarget, options: ProbeOptions) {
    this.facts = chainFacts(target.chain);
    this.expected = target.expected === undefined ? this.facts.identities : [target.expected];
    this.clock = options.clock ?? systemClock;
    this.maxWaitForAdvanceMs = options.maxWaitForAdvanceMs ?? 40_000;
    this.#signal = options.signal;
    this.#client = jsonRpcClient(target.endpoints, {
      version: this.facts.family === "utxo" ? "1.0" : "2.0",
      clock: this.clock,
      signal: options.signal,
      // Many nodes of a platform share a host: what one waits for the others says nothing about it.
      isPatient: true,
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
      onExchange: (exchange) => this.#note(exchange),
    });
  }

  /** Sends calls in one request. */
  async ask(calls: readonly RpcCall[]): Promise<readonly RpcResult[]> {
    for (const { method } of calls) {
      if (!allowedMethods.has(method)) {
        throw new Error(`A probe must not call ${method}.`);
      }
    }
    const [first] = calls;
    const results =
      first !== undefined && calls.length === 1 ? [await this.#client.call(first)] : await this.#client.batch(calls);
    for (const result of results) {
      this.#retryAfterMs = Math.max(this.#retryAfterMs, result.ok ? 0 : (result.failure.retryAfterMs ?? 0));
    }
    return results;
  }

  /** Milliseconds since the epoch, by our clock, or by the server's if the two differ. */
  now(): number {
    return this.clock.now() + (this.#isSkewed() ? (this.#skewMs ?? 0) : 0);
  }

  async sleep(ms: number): Promise<void> {
    await this.clock.sleep(ms, this.#signal);
  }

  /** Records one piece of evidence. */
  add(result: CheckResult): void {
    this.#checks.push(result);
  }

  /** Records that a check's call failed. */
  addFailure(check: CheckName, failure: RpcFailure): void {
    this.add({
      check,
      verdict: verdictOfFailure[failure.kind] ?? "unknown",
      cause: failure.kind,
      why: failure.message,
    });
  }

  /** Compares the node's identity with the expected one, and records the result. */
  addIdentity(observed: string, what: string): CheckResult {
    this.#identity = this.#clean(observed);
    const result = this.#judgeIdentity(observed, `${what} ${observed}`);
    this.add(result);
    return result;
  }

  #judgeIdentity(observed: string, seen: string): CheckResult {
    const threshold = this.expected.join(" or ");
    const evidence = { check: "identity", observed } as const;
    if (this.expected.length === 0) {
      const why = `${seen}, but the expected one is unknown`;
      return { ...evidence, verdict: "unknown", cause: "no-expectation", why };
    }
    if (this.expected.includes(observed)) {
      return { ...evidence, verdict: "healthy", threshold, why: seen };
    }
    const why = `wrong chain: ${seen}, expected ${threshold}`;
    return { ...evidence, verdict: "unhealthy", cause: "wrong-chain", threshold, why };
  }

  /** The report of all evidence so far. */
  report(): NodeReport {
    const checks = [...this.#checks, ...this.#clockCheck()].map((result) => this.#cleaned(result));
    return decide(checks, {
      cost: this.#cost,
      ...(this.#identity === undefined ? {} : { observedIdentity: this.#identity }),
      ...(this.#retryAfterMs === 0 ? {} : { retryAfterMs: this.#retryAfterMs }),
    });
  }

  #note({ calls, sentAtMs, receivedAtMs, serverTimeMs }: RpcExchange): void {
    this.#cost += calls;
    if (serverTimeMs !== undefined && this.#skewMs === undefined) {
      // The header has whole seconds, and was written between sending and receiving.
      const early = Math.min(0, serverTimeMs + 1000 - sentAtMs);
      const late = Math.max(0, serverTimeMs - receivedAtMs);
      this.#skewMs = early + late;
    }
  }

  #isSkewed(): boolean {
    return Math.abs(this.#skewMs ?? 0) > toleratedSkewMs;
  }

  #clockCheck(): readonly CheckResult[] {
    if (!this.#isSkewed()) {
      return [];
    }
    const skewMs = this.#skewMs ?? 0;
    const observed = duration(Math.abs(skewMs));
    const threshold = duration(toleratedSkewMs);
    const why = `this machine's clock is ${observed} ${skewMs > 0 ? "behind" : "ahead of"} the server's, which was used`;
    return [{ check: "clock", verdict: "healthy", cause: "clock-skew", observed, threshold, why }];
  }

  #cleaned(result: CheckResult): CheckResult {
    return {
      ...result,
      why: oneLine(this.#client.redact(result.why), maxWhyLength),
      ...(result.observed === undefined ? {} : { observed: this.#clean(result.observed) }),
    };
  }

  #clean(text: string): string {
    return oneLine(this.#client.redact(text), maxTextLength);
  }
}
