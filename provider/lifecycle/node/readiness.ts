import { poll, type Wait } from "../../base/poll.js";
import { isProviderError, NotFoundError, NotReadyError } from "../../errors/errors.js";
import { acceptUnknownIdentity } from "../../health/decide.js";
import { probeEndpoints } from "../../health/probe.js";
import { passes } from "../../health/verdict.js";
import { isInconclusive } from "../../platform/write-effects.js";
import type { Context } from "../resource.js";
import { formatElapsed } from "../timeouts.js";
import type { ObservedNode } from "./observed.js";

/**
 * How far a wait goes: not at all, until the platform says `running`, or until the node answers at its chain's head.
 */
export type Readiness = "none" | "platform" | "rpc";

/** A node to wait for. */
export interface WaitRequest {
  /** What messages call the node. */
  readonly label: string;
  readonly readiness: Readiness;
  readonly deadlineMs: number;
  /** Slug of the chain as the program wrote it, for a platform that does not repeat it. */
  readonly chain: string | undefined;
  /** Reads the node from the platform. */
  readonly read: () => Promise<ObservedNode>;
  /** Resolves when the node is proven to be gone, rejects when that cannot be said. */
  readonly proveGone: () => Promise<void>;
}

/** How a wait ended, with the node as it was seen last. */
export type WaitOutcome =
  | { readonly isReady: true; readonly view: ObservedNode }
  | { readonly isReady: false; readonly view: ObservedNode; readonly failure: Error };

const pauses = { firstMs: 1_000, longestMs: 10_000, factor: 1.5 };
// While a node answers nothing at all, the road to it is the likelier fault than the node: say so early.
const unreachableLimitMs = 5 * 60_000;
// Limits of one call of a probe.
const longestCallMs = 10_000;
const shortestCallMs = 1_000;
// A node that is being probed may still fail on the platform.
const readAgainMs = 30_000;
// How long a node that was just made may be missing from reads.
const readLagMs = 30_000;

/**
 * Waits until a node is ready as asked for. A failed deployment and a wrong chain end the wait at once, the deadline
 * always does; the platform being out of reach for a while does not.
 *
 * @param first the node as the create or read answer showed it
 */
export async function waitUntilReady(
  first: ObservedNode,
  request: WaitRequest,
  context: Context,
): Promise<WaitOutcome> {
  const wait = new NodeWait(first, request, context);
  try {
    await wait.run();
    return { isReady: true, view: wait.view };
  } catch (error) {
    // An aborted sleep or call rejects in a form of its own; the signal's reason is what the user should read.
    const failure: unknown = context.signal.aborted ? context.signal.reason : error;
    return {
      isReady: false,
      view: wait.view,
      failure: failure instanceof Error ? failure : new Error(String(failure)),
    };
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
  /** Why the last look at the platform saw nothing. */
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
    let say: string | undefined;
    await poll(clock, { ...pauses, deadlineMs, signal }, async (wait) => {
      if (say !== undefined || clock.monotonicMs() - this.#readAt > readAgainMs) {
        await this.#read();
      }
      say = this.#platformState();
      const probed = say === undefined && readiness === "rpc" ? await this.#probe() : say;
      if (probed === undefined) {
        return { found: undefined };
      }
      if (say !== undefined) {
        // Nobody has tried to reach the node yet.
        this.#reachedAt = clock.monotonicMs();
      }
      this.#report(probed, wait);
      return undefined;
    });
  }

  /** What the platform's view still lacks; undefined when it says that the node serves. */
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

  /** What the probe still misses; undefined when the node is fit. */
  async #probe(): Promise<string | undefined> {
    const { label } = this.#request;
    const { clock, signal } = this.#context;
    // A call may not outlast the deadline. The watch for a new block may, by three block times: cut short, it would
    // take a head that merely is fresh for one that moves.
    const leftMs = this.#startedAt + this.#request.deadlineMs - clock.monotonicMs();
    const probed = await probeEndpoints(
      { endpoints: this.view.endpoints, chain: this.#chain() },
      { signal, clock, timeoutMs: Math.max(shortestCallMs, Math.min(longestCallMs, leftMs)) },
    );
    // A chain that is newer than this package has no known identity: its node is taken for what the platform says it
    // is.
    const report = acceptUnknownIdentity(probed);
    // A gate lets a node with a standing head pass with a warning; a create promises a head that moves.
    const standing = report.checks.find(({ check, cause }) => check === "advance" && cause === "frozen");
    if (passes(report.verdict) && standing === undefined) {
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
        `${label} (${this.view.id}) runs, but cannot be reached from here since ${formatElapsed(unreachableLimitMs)}: ${report.why}. Where there is no route to the node, set readiness: "platform".`,
        false,
      );
    }
    return `running, ${report.verdict}: ${standing?.why ?? report.why}`;
  }

  #chain(): string {
    const { chain, outputs } = this.view;
    return chain ?? this.#request.chain ?? outputs.protocol ?? "";
  }

  /** @throws {NotReadyError} at the deadline */
  #report(say: string, { elapsedMs, leftMs }: Wait): void {
    if (leftMs <= 0) {
      throw new NotReadyError(
        `${this.#request.label} (${this.view.id}) is not ready after ${formatElapsed(elapsedMs)}: ${say}.${this.#unread()} The argument timeouts says how long to wait.`,
        false,
      );
    }
    this.#context.progress.status(`${say} (${formatElapsed(elapsedMs)})`);
  }

  /** What is worth knowing about a status that may be old. */
  #unread(): string {
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
        await this.#checkGone();
      } else if (isInconclusive(error)) {
        // It is no statement about the node: the deadline decides.
        this.#problem = error.message;
      } else {
        throw error;
      }
    }
  }

  /** A new node may not be readable for a while; one that was, or still is not after that, may have been deleted. */
  async #checkGone(): Promise<void> {
    const { clock, signal } = this.#context;
    if (!this.#hasBeenRead && clock.monotonicMs() - this.#startedAt < readLagMs) {
      return;
    }
    const isGone = await this.#request.proveGone().then(
      () => true,
      () => false,
    );
    signal.throwIfAborted();
    if (isGone) {
      throw new NotFoundError(
        `${this.#request.label} (${this.view.id}) was deleted outside of Pulumi during the wait.`,
      );
    }
  }
}

/** What to do about a node or network that was kept although it is not ready. */
export function nextStep(failure: Error, what: "node" | "network", urn: string): string {
  if (isProviderError(failure, "cancelled")) {
    // Its own message says how it resumes.
    return `The ${what} is kept.`;
  }
  return isProviderError(failure, "not-ready") && failure.isTerminal
    ? `The ${what} is kept, but waiting will not help: change what is wrong, or replace it with \`pulumi up --replace '${urn}'\`.`
    : `The ${what} is kept: the next \`pulumi up\` resumes the wait.`;
}
