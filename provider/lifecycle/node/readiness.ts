import { poll, type Wait } from "../../base/poll.js";
import { asError } from "../../base/text.js";
import { isProviderError, NotFoundError, NotReadyError } from "../../errors/errors.js";
import { acceptUnknownIdentity } from "../../health/decide.js";
import { probeEndpoints } from "../../health/probe.js";
import { passes } from "../../health/verdict.js";
import { isInconclusive } from "../../platform/write-effects.js";
import type { Context } from "../resource.js";
import { formatElapsed } from "../timeouts.js";
import type { Readiness } from "./model.js";
import type { ObservedNode } from "./observed.js";

export interface WaitRequest {
  /** Name of the node in messages. */
  readonly label: string;
  readonly readiness: Readiness;
  readonly deadlineMs: number;
  /** Slug of the chain in the program, for when the platform does not show it. */
  readonly chain: string | undefined;
  readonly read: () => Promise<ObservedNode>;
  /** Resolves when the node is proven to be deleted, else rejects. */
  readonly proveDeleted: () => Promise<void>;
}

export interface WaitOutcome {
  /** The last view of the node. */
  readonly view: ObservedNode;
  /** Why the node is not ready; undefined if it is. */
  readonly failure: Error | undefined;
}

// Waits look at the same moments, so that their reads share calls.
const pauses = { firstMs: 1_000, longestMs: 10_000, factor: 1.5, alignMs: 500 };
// While a node does not respond at all, the network is more likely at fault than the node: report that early.
const unreachableLimitMs = 5 * 60_000;
// Limits of one call of a probe.
const longestCallMs = 10_000;
const shortestCallMs = 1_000;
// The platform's status of a node may still become `failed` while it is probed.
const readAgainMs = 30_000;
// How long reads may not find a new node.
const readLagMs = 30_000;

/**
 * Waits until a node has the requested readiness. A failed deployment and a wrong chain end the wait at once, the
 * deadline always does; a temporary outage of the platform does not.
 *
 * @param first the node in the create or read response
 */
export async function waitUntilReady(
  first: ObservedNode,
  request: WaitRequest,
  context: Context,
): Promise<WaitOutcome> {
  const wait = new NodeWait(first, request, context);
  try {
    await wait.run();
    return { view: wait.view, failure: undefined };
  } catch (error) {
    // An aborted call or sleep rejects with an error of its own: the user should see the signal's reason.
    const failure: unknown = context.signal.aborted ? context.signal.reason : error;
    return { view: wait.view, failure: asError(failure) };
  }
}

class NodeWait {
  view: ObservedNode;
  readonly #request: WaitRequest;
  readonly #context: Context;
  readonly #startedAt: number;
  #readAt: number;
  #reachedAt: number;
  #hasBeenRead = false;
  /** Why the last read of the platform failed. */
  #problem: string | undefined;

  constructor(first: ObservedNode, request: WaitRequest, context: Context) {
    this.view = first;
    this.#request = request;
    this.#context = context;
    this.#startedAt = context.clock.monotonicMs();
    this.#readAt = this.#startedAt;
    this.#reachedAt = this.#startedAt;
  }

  async run(): Promise<void> {
    const { readiness, deadlineMs } = this.#request;
    const { clock, signal } = this.#context;
    if (readiness === "none") {
      return;
    }
    let missing: string | undefined;
    await poll(clock, { ...pauses, deadlineMs, signal }, async (wait) => {
      if (missing !== undefined || clock.monotonicMs() - this.#readAt > readAgainMs) {
        await this.#read();
      }
      missing = this.#platformState();
      const probed = missing === undefined && readiness === "rpc" ? await this.#probe() : missing;
      if (probed === undefined) {
        return { found: undefined };
      }
      if (missing !== undefined) {
        // The node has not been probed yet.
        this.#reachedAt = clock.monotonicMs();
      }
      this.#report(probed, wait);
      return undefined;
    });
  }

  /** What is missing on the platform; undefined when it shows a running node with an endpoint. */
  #platformState(): string | undefined {
    const { status, endpoints, id } = this.view;
    if (status === "failed") {
      throw new NotReadyError(
        `The platform reports that the deployment of ${this.#request.label} (${id}) failed.`,
        true,
      );
    }
    if (status !== "running") {
      return status === "" ? "the platform shows no status" : status;
    }
    return endpoints.https === undefined ? "running, no endpoint yet" : undefined;
  }

  /** What is missing by the probe; undefined when the node is ready. */
  async #probe(): Promise<string | undefined> {
    const { label } = this.#request;
    const { clock, signal } = this.#context;
    // A call may not exceed the deadline. The watch for a new block may, by three block times: cut short, it would
    // mistake a fresh head for an advancing one.
    const leftMs = this.#startedAt + this.#request.deadlineMs - clock.monotonicMs();
    const probed = await probeEndpoints(
      { endpoints: this.view.endpoints, chain: this.#chain() },
      { signal, clock, timeoutMs: Math.max(shortestCallMs, Math.min(longestCallMs, leftMs)) },
    );
    // A chain that is newer than this package has no known identity: the platform's word is accepted.
    const report = acceptUnknownIdentity(probed);
    // A health gate passes a node with a frozen head, with a warning; a create waits until it advances.
    const frozen = report.checks.find(({ check, cause }) => check === "advance" && cause === "frozen");
    if (passes(report.verdict) && frozen === undefined) {
      return undefined;
    }
    if (report.isWrongChain) {
      throw new NotReadyError(`${label} (${this.view.id}) serves the wrong chain: ${report.why}.`, true);
    }
    if (report.checks.some(({ cause }) => cause === "no-probe" || cause === "config")) {
      throw new NotReadyError(
        `${label} (${this.view.id}) runs, but cannot be probed: ${report.why}. Set readiness: "platform".`,
        true,
      );
    }
    if (!report.isUnreachable) {
      this.#reachedAt = clock.monotonicMs();
    } else if (clock.monotonicMs() - this.#reachedAt > unreachableLimitMs) {
      throw new NotReadyError(
        `${label} (${this.view.id}) runs, but has been unreachable from here for ${formatElapsed(unreachableLimitMs)}: ${report.why}. If there is no route to the node, set readiness: "platform".`,
        false,
      );
    }
    return `running, ${report.verdict}: ${frozen?.why ?? report.why}`;
  }

  #chain(): string {
    const { chain, outputs } = this.view;
    return chain ?? this.#request.chain ?? outputs.protocol ?? "";
  }

  /** @throws {NotReadyError} at the deadline */
  #report(missing: string, { elapsedMs, leftMs }: Wait): void {
    if (leftMs <= 0) {
      throw new NotReadyError(
        `${this.#request.label} (${this.view.id}) is not ready after ${formatElapsed(elapsedMs)}: ${missing}.${this.#lastProblem()} The argument timeouts sets how long to wait.`,
        false,
      );
    }
    this.#context.progress.status(`${missing} (${formatElapsed(elapsedMs)})`);
  }

  /** Explains why the status may be stale. */
  #lastProblem(): string {
    return this.#problem === undefined ? "" : ` The last read of it failed: ${this.#problem}`;
  }

  async #read(): Promise<void> {
    this.#readAt = this.#context.clock.monotonicMs();
    try {
      this.view = await this.#request.read();
      this.#hasBeenRead = true;
      this.#problem = undefined;
    } catch (error) {
      if (isProviderError(error, "not-found")) {
        await this.#checkDeleted();
      } else if (isInconclusive(error)) {
        // It says nothing about the node: the deadline decides.
        this.#problem = error.message;
      } else {
        throw error;
      }
    }
  }

  /** Reads may not find a new node at first; one that was read before, or is not found later, may be deleted. */
  async #checkDeleted(): Promise<void> {
    const { clock, signal } = this.#context;
    if (!this.#hasBeenRead && clock.monotonicMs() - this.#startedAt < readLagMs) {
      return;
    }
    const isDeleted = await this.#request.proveDeleted().then(
      () => true,
      () => false,
    );
    signal.throwIfAborted();
    if (isDeleted) {
      throw new NotFoundError(
        `${this.#request.label} (${this.view.id}) was deleted outside of Pulumi during the wait.`,
      );
    }
  }
}

/** The next step for a node or network that is kept although it is not ready. */
export function nextStep(failure: Error, what: "node" | "network", urn: string): string {
  if (isProviderError(failure, "cancelled")) {
    // Its message says how to resume.
    return `The ${what} is kept.`;
  }
  return isProviderError(failure, "not-ready") && failure.isTerminal
    ? `The ${what} is kept, but waiting will not help: change what is wrong, or replace it with \`pulumi up --replace '${urn}'\`.`
    : `The ${what} is kept: the next \`pulumi up\` resumes the wait.`;
}
