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
  /** Whether every call may be made again when it is not known whether it was carried out. */
  readonly isRepeatable: boolean;
  /** For messages. */
  readonly host: string;
  /** Makes one call. */
  single(call: RpcCall, timeoutMs: number): Promise<RpcResult>;
  /** Makes calls in one request; a failure says that none of them was answered. */
  together(calls: readonly RpcCall[], timeoutMs: number): Promise<readonly RpcResult[] | RpcFailure>;
}

/** How many calls a server takes in one request. */
export interface BatchSize {
  /** Smaller after a refusal that named the number of calls. */
  most: number;
}

/** The limit of geth, beyond which it answers nothing but an error. */
export const usualBatchSize = 1_000;

// What a server may mean as "no batches here"; after any other failure single calls would fail the same way. `proxy` only
// with an error status: a page with status 200 would come again.
const refusesBatch: ReadonlySet<RpcFailureKind> = new Set(["rpc", "method", "params", "plan", "proxy", "server"]);

// Of these, the ones that prove that no call of the batch was carried out.
const provesRefusal: ReadonlySet<RpcFailureKind> = new Set(["method", "params", "plan"]);

// After these a further request for the same batch would only repeat the failure, or make it worse.
const endsBatch: ReadonlySet<RpcFailureKind> = new Set([
  "unreachable",
  "auth",
  "path",
  "throttled",
  "redirect",
  "proxy",
  "server",
]);

/**
 * Sends calls in as few requests as the server takes, one after the other: a request that is too large is halved, and a server that refuses
 * batches gets the calls one by one. A failure that further requests would only repeat is also that of the calls that are not sent.
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
  let most = size.most;
  while (results.length < calls.length) {
    const open = calls.slice(results.length);
    const leftMs = endMs - clock.monotonicMs();
    if (leftMs <= 0) {
      return [...results, ...allFailed(open, tooLate(policy.host))];
    }
    const [next] = open;
    if (next !== undefined && (most === 1 || open.length === 1)) {
      const result = await policy.single(next, leftMs);
      results.push(result);
      if (!result.ok && endsBatch.has(result.failure.kind)) {
        return [...results, ...allFailed(open.slice(1), notSent(result.failure))];
      }
      continue;
    }
    const piece = open.slice(0, most);
    const answer = await policy.together(piece, leftMs);
    if (!("kind" in answer)) {
      results.push(...answer);
    } else if (answer.kind === "request-too-large") {
      most = Math.ceil(piece.length / 2);
      // Too many bytes (413) says nothing about other batches, too many calls does.
      size.most = answer.rpcCode === undefined ? size.most : most;
    } else if (isRefusal(answer, policy)) {
      most = 1;
    } else {
      results.push(...allFailed(piece, answer));
      return [...results, ...allFailed(open.slice(piece.length), notSent(answer))];
    }
  }
  return results;
}

function isRefusal({ kind, status = 0 }: RpcFailure, { isRepeatable }: BatchPolicy): boolean {
  return isRepeatable ? refusesBatch.has(kind) && !(kind === "proxy" && status < 400) : provesRefusal.has(kind);
}

function allFailed(calls: readonly RpcCall[], failure: RpcFailure): readonly RpcResult[] {
  return calls.map(() => ({ ok: false, failure }));
}

/** The failure of a call that was not sent, since the one before tells how it would have ended. */
function notSent(failure: RpcFailure): RpcFailure {
  return { ...failure, mayHaveTakenEffect: false };
}

function tooLate(host: string): RpcFailure {
  const message = `${host} took so long for the calls before that this one was not sent.`;
  return { kind: "unreachable", transport: "timeout", mayHaveTakenEffect: false, message };
}
