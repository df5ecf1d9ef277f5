import type { Clock } from "../../base/clock.js";
import type { RpcFailureKind } from "../../errors/errors.js";
import type { RpcResult } from "./answer.js";
import type { RpcCall } from "./call.js";
import type { RpcFailure } from "./failure.js";

/** How a batch is sent. */
export interface BatchPolicy {
  /** Deadline of the whole batch, by the clock. */
  readonly endMs: number;
  readonly clock: Clock;
  /** Whether every call may be repeated when it may already have been executed. */
  readonly isRepeatable: boolean;
  /** For messages. */
  readonly host: string;
  /** Makes one call. */
  single(call: RpcCall, timeoutMs: number): Promise<RpcResult>;
  /** Makes calls in one request; a failure applies to all of them. */
  batched(calls: readonly RpcCall[], timeoutMs: number): Promise<readonly RpcResult[] | RpcFailure>;
}

/** How many calls a server accepts in one request. */
export interface BatchSize {
  /** Reduced after a rejection because of the number of calls. */
  maxCalls: number;
}

/** geth's limit, beyond which it only returns an error. */
export const defaultBatchSize = 1_000;

// Failures that may mean "batches unsupported"; after any other, single calls would fail the same way. `proxy` only
// with an error status: an HTML page with status 200 would come again.
const unsupportedKinds: ReadonlySet<RpcFailureKind> = new Set(["rpc", "method", "params", "plan", "proxy", "server"]);

// Of these, the ones that prove that no call of the batch was executed.
const notExecutedKinds: ReadonlySet<RpcFailureKind> = new Set(["method", "params", "plan"]);

// After these, another request for the same batch would only repeat the failure, or make it worse.
const finalKinds: ReadonlySet<RpcFailureKind> = new Set([
  "unreachable",
  "auth",
  "path",
  "throttled",
  "redirect",
  "proxy",
  "server",
]);

/**
 * Sends calls in as few requests as the server accepts, one after the other: a request that is too large is halved, and
 * a server that rejects batches receives the calls one by one. A failure that further requests would only repeat also
 * applies to the calls not yet sent.
 *
 * @param size of the server; kept for later batches
 * @returns in the order of the calls
 */
export async function sendBatch(
  calls: readonly RpcCall[],
  size: BatchSize,
  policy: BatchPolicy,
): Promise<readonly RpcResult[]> {
  const { endMs, clock } = policy;
  const results: RpcResult[] = [];
  let maxCalls = size.maxCalls;
  while (results.length < calls.length) {
    const open = calls.slice(results.length);
    const leftMs = endMs - clock.monotonicMs();
    if (leftMs <= 0) {
      return [...results, ...allFailed(open, deadlinePassed(policy.host))];
    }
    const [next] = open;
    if (next !== undefined && (maxCalls === 1 || open.length === 1)) {
      const result = await policy.single(next, leftMs);
      results.push(result);
      if (!result.ok && finalKinds.has(result.failure.kind)) {
        return [...results, ...allFailed(open.slice(1), notSent(result.failure))];
      }
      continue;
    }
    const piece = open.slice(0, maxCalls);
    const answer = await policy.batched(piece, leftMs);
    if (!("kind" in answer)) {
      results.push(...answer);
    } else if (answer.kind === "request-too-large") {
      maxCalls = Math.ceil(piece.length / 2);
      // Too many bytes (413) says nothing about other batches, too many calls does.
      size.maxCalls = answer.rpcCode === undefined ? size.maxCalls : maxCalls;
    } else if (isBatchUnsupported(answer, policy)) {
      maxCalls = 1;
    } else {
      results.push(...allFailed(piece, answer));
      return [...results, ...allFailed(open.slice(piece.length), notSent(answer))];
    }
  }
  return results;
}

function isBatchUnsupported({ kind, status = 0 }: RpcFailure, { isRepeatable }: BatchPolicy): boolean {
  return isRepeatable ? unsupportedKinds.has(kind) && !(kind === "proxy" && status < 400) : notExecutedKinds.has(kind);
}

function allFailed(calls: readonly RpcCall[], failure: RpcFailure): readonly RpcResult[] {
  return calls.map(() => ({ ok: false, failure }));
}

/** The failure of a call that was not sent, since the previous one predicts its outcome. */
function notSent(failure: RpcFailure): RpcFailure {
  return { ...failure, mayHaveTakenEffect: false };
}

function deadlinePassed(host: string): RpcFailure {
  const message = `the previous calls to ${host} used up the deadline; this one was not sent.`;
  return { kind: "unreachable", transport: "timeout", mayHaveTakenEffect: false, message };
}
