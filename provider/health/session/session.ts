import type { NodeEndpoints } from "../../access/endpoints.js";
import type { AnyRead } from "../../access/rest/client.js";
import type { RestRead } from "../../access/rest/read.js";
import { maxTextLength } from "../../access/rpc/failure.js";
import type { SubscriptionKind } from "../../access/subscription/kinds.js";
import { type Clock, systemClock } from "../../base/clock.js";
import { oneLine } from "../../base/text.js";
import { isProviderError, type RpcFailureKind } from "../../errors/errors.js";
import { type ChainFacts, chainFacts, normalIdentity } from "../chains/chains.js";
import { decide } from "../decide.js";
import {
  type CheckCause,
  type CheckName,
  type CheckResult,
  checkNames,
  type NodeReport,
  type Verdict,
} from "../verdict.js";
import { allowedMethods, allowedReads } from "./allowed-methods.js";
import { Budget, type PricedCall } from "./budget.js";
import { defaultMaxCost, type ProbeDepth, type ProbeOptions, type ProbeTarget } from "./options.js";
import type { CallsMade, ProbeFailure, Reading, ReadingsOf, TypedCall } from "./reading.js";
import { ServerClock } from "./server-clock.js";
import { NodeTransport } from "./transport.js";
import { parsed } from "./typed-calls.js";

// A reason may include text of the node, of any length.
const maxWhyLength = 500;

// Every other failure leaves a node unknown.
const verdictOfFailure: Readonly<Partial<Record<RpcFailureKind, Verdict>>> = { plan: "gated", starting: "syncing" };

/** One running probe of one node: sends calls within a budget, keeps time and collects evidence. */
export class ProbeSession {
  readonly target: ProbeTarget;
  readonly facts: ChainFacts;
  /** Accepted identities; empty if none is known. */
  readonly expected: readonly string[];
  readonly depth: ProbeDepth;
  readonly clock: Clock;
  readonly maxWaitForAdvanceMs: number;
  readonly isDecisiveOnly: boolean;
  readonly #options: ProbeOptions;
  readonly #budget: Budget;
  readonly #serverClock = new ServerClock();
  readonly #transport: NodeTransport;
  readonly #checks: CheckResult[] = [];
  #retryAfterMs = 0;
  #isQuota = false;
  #identity: string | undefined;

  constructor(target: ProbeTarget, options: ProbeOptions = {}) {
    this.target = target;
    this.facts = chainFacts(target.chain);
    this.expected =
      target.expected === undefined ? this.facts.identities : [normalIdentity(this.facts.family, target.expected)];
    this.depth = options.depth ?? "basic";
    this.clock = options.clock ?? systemClock;
    this.maxWaitForAdvanceMs = options.maxWaitForAdvanceMs ?? 40_000;
    this.isDecisiveOnly = options.isDecisiveOnly ?? false;
    this.#options = options;
    this.#budget = new Budget(options.maxCost ?? defaultMaxCost[this.depth], this.facts.hasUnitSplit);
    this.#transport = this.#transportTo(target.endpoints);
  }

  /** Request units that are left. */
  get unitsLeft(): number {
    return this.#budget.left;
  }

  /** Request units that these calls would cost. */
  costOf(calls: readonly PricedCall[]): number {
    return this.#budget.costOf(calls);
  }

  /** Checks so far. */
  get checks(): readonly CheckResult[] {
    return this.#checks;
  }

  /**
   * Makes JSON-RPC calls in one request, and returns their results unparsed.
   *
   * @throws {ConfigError} when there is no usable HTTP endpoint
   */
  ask(calls: readonly PricedCall[]): Promise<readonly Reading[]> {
    return this.#ask(this.#transport, calls);
  }

  /** The same of the reference node; its failures say nothing about the node. */
  async askReference(calls: readonly PricedCall[]): Promise<readonly Reading[]> {
    const { reference } = this.target;
    return reference === undefined ? [] : this.#ask(this.#transportTo(reference), calls);
  }

  /** Makes calls of known methods in one request; a result of another shape is a failure of kind `shape`. */
  async read<Calls extends Readonly<Record<string, TypedCall<unknown>>>>(calls: Calls): Promise<ReadingsOf<Calls>> {
    const entries = Object.entries(calls);
    const answers = await this.ask(entries.map(([, call]) => call));
    const readings = entries.map(([name, { method, result }], index) => {
      const answer = answers[index];
      if (answer === undefined) {
        throw new Error(`${method} has no result.`);
      }
      return [name, parsed(method, result, answer)] as const;
    });
    return Object.fromEntries(readings) as ReadingsOf<Calls>;
  }

  /**
   * Reads from a REST API: of the chain, at the HTTPS endpoint, or of its beacon chain.
   *
   * @throws {ConfigError} when there is no such endpoint
   */
  async get<Args, Result>(
    row: RestRead<Args, Result>,
    ...[args, which = "https"]: Record<string, never> extends Args
      ? [args?: Args, which?: "beacon" | "https"]
      : [args: Args, which?: "beacon" | "https"]
  ): Promise<Reading<Result>> {
    const name = allowedReads.get(row as AnyRead);
    if (name === undefined) {
      throw new Error("A probe must not make this request.");
    }
    const reading = await this.#transport.rest(name, row as AnyRead, args ?? {}, which);
    this.#noteRetry([reading]);
    return parsed(name, row.result, reading);
  }

  /**
   * Subscribes over WebSocket and waits for the first event. An endpoint that is not usable is a failure of kind
   * `config`: it must not cost the evidence so far.
   */
  async firstEvent(kind: Extract<SubscriptionKind, "newHeads" | "slots">, withinMs: number): Promise<Reading> {
    try {
      return await this.#transport.firstEvent(kind, withinMs);
    } catch (error) {
      if (!isProviderError(error, "config")) {
        throw error;
      }
      return { ok: false, failure: { kind: "config", message: error.message }, spent: { cost: 0 } };
    }
  }

  /** Milliseconds since the epoch, by our clock, or by the server's if the two differ. */
  now(): number {
    return this.clock.now() + this.#serverClock.correctionMs;
  }

  async sleep(ms: number): Promise<void> {
    await this.clock.sleep(ms, this.#options.signal);
  }

  /** Records one piece of evidence, with what its calls cost. */
  add(result: CheckResult, ...calls: CallsMade): CheckResult {
    const times = calls.flatMap(({ spent }) => spent.latencyMs ?? []);
    const recorded = {
      ...result,
      cost: calls.reduce((sum, { spent }) => sum + spent.cost, 0),
      ...(times.length === 0 ? {} : { latencyMs: Math.max(...times) }),
    };
    this.#checks.push(recorded);
    return recorded;
  }

  /** Replaces the evidence of a check after later evidence has put it in another light. */
  amend(check: CheckName, change: (result: CheckResult) => CheckResult): void {
    const index = this.#checks.findLastIndex((result) => result.check === check);
    const result = this.#checks[index];
    if (result !== undefined) {
      this.#checks[index] = change(result);
    }
  }

  /** Records that a check's call failed. */
  addFailure(check: CheckName, failure: ProbeFailure, ...calls: CallsMade): CheckResult {
    const { kind: cause, message: why, observed } = failure;
    const verdicts: Readonly<Partial<Record<CheckCause, Verdict>>> = verdictOfFailure;
    const shown = observed === undefined ? {} : { observed };
    return this.add({ check, verdict: verdicts[cause] ?? "unknown", cause, why, ...shown }, ...calls);
  }

  /** Compares the node's identity with the expected one, and records the result. */
  addIdentity(observed: string, what: string, ...calls: CallsMade): CheckResult {
    this.#identity = this.#clean(observed);
    return this.add(this.judgeIdentity("identity", observed, what), ...calls);
  }

  /** Compares an identity with the accepted ones. */
  judgeIdentity(check: CheckName, observed: string, what: string, accepted = this.expected): CheckResult {
    const seen = `${what} ${observed}`;
    const threshold = accepted.join(" or ");
    const evidence = { check, observed } as const;
    if (accepted.length === 0) {
      const why = `${seen}, but the expected one is unknown`;
      return { ...evidence, verdict: "unknown", cause: "no-expectation", why };
    }
    if (accepted.includes(observed)) {
      return { ...evidence, verdict: "healthy", threshold, why: seen };
    }
    const why = `wrong chain: ${seen}, expected ${threshold}`;
    return { ...evidence, verdict: "unhealthy", cause: "wrong-chain", threshold, why };
  }

  /** The report of all evidence so far. */
  report(): NodeReport {
    const checks = [...this.#checks, ...this.#serverClock.check()]
      .map((result) => this.#cleaned(result))
      // Parts of a probe run at the same time.
      .sort((a, b) => checkNames.indexOf(a.check) - checkNames.indexOf(b.check));
    return decide(checks, {
      cost: this.#budget.spent,
      maxCost: this.#budget.max,
      ...(this.#identity === undefined ? {} : { observedIdentity: this.#identity }),
      ...(this.#retryAfterMs === 0 ? {} : { retryAfterMs: this.#retryAfterMs }),
      ...(this.#isQuota ? { isQuota: true } : {}),
    });
  }

  #transportTo(endpoints: NodeEndpoints): NodeTransport {
    return new NodeTransport(endpoints, {
      rpcPath: this.facts.rpcPath,
      version: this.facts.family === "utxo" ? "1.0" : "2.0",
      clock: this.clock,
      timeoutMs: this.#options.timeoutMs,
      signal: this.#options.signal,
      pacer: this.#options.pacer,
      budget: this.#budget,
      serverClock: this.#serverClock,
    });
  }

  async #ask(transport: NodeTransport, calls: readonly PricedCall[]): Promise<readonly Reading[]> {
    for (const { method } of calls) {
      if (!allowedMethods.has(method)) {
        throw new Error(`A probe must not call ${method}.`);
      }
    }
    const readings = await transport.rpc(calls);
    this.#noteRetry(readings);
    return readings;
  }

  #noteRetry(readings: readonly Reading[]): void {
    for (const reading of readings) {
      const { retryAfterMs = 0, isQuota = false }: Partial<ProbeFailure> = reading.ok ? {} : reading.failure;
      this.#retryAfterMs = Math.max(this.#retryAfterMs, retryAfterMs);
      this.#isQuota ||= isQuota;
    }
  }

  #cleaned(result: CheckResult): CheckResult {
    return {
      ...result,
      why: oneLine(this.#transport.redact(result.why), maxWhyLength),
      ...(result.observed === undefined ? {} : { observed: this.#clean(result.observed) }),
      ...(result.threshold === undefined ? {} : { threshold: this.#clean(result.threshold) }),
    };
  }

  #clean(text: string): string {
    return oneLine(this.#transport.redact(text), maxTextLength);
  }
}
