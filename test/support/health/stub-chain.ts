import type { ServerResponse } from "node:http";
import type { Clock } from "../../../provider/base/clock.js";
import { type SeenRequest, type StubNode, startStub } from "../nodes/nodes.js";

/** A clock that sleeps in no time, and lets something happen meanwhile. */
export class TestClock implements Clock {
  nowMs: number;
  readonly slept: number[] = [];
  onSleep: (ms: number) => void | Promise<void> = () => undefined;

  constructor(nowMs = Date.parse("2026-03-04T12:00:00Z")) {
    this.nowMs = nowMs;
  }

  now(): number {
    return this.nowMs;
  }

  // From another origin than the wall clock: a mix of the two shows.
  monotonicMs(): number {
    return 7_000_000 + this.slept.reduce((sum, ms) => sum + ms, 0);
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.slept.push(ms);
    this.nowMs += ms;
    await this.onSleep(ms);
  }
}

/** An answer of the stub: a value, or an error object. */
type StubAnswer = { readonly value: unknown } | { readonly error: unknown };

/** Answers by method; what is missing is an unknown method. */
export type StubMethods = Readonly<Record<string, (params: readonly unknown[]) => StubAnswer>>;

/** Starts a node that answers JSON-RPC from a table. */
export function startRpcStub(
  methods: StubMethods,
  status: (seen: SeenRequest) => number = () => 200,
): Promise<StubNode> {
  return startStub((seen, response) => answerRpc(methods, seen, response, status(seen)));
}

/** Writes the answers of a table to one request. */
export function answerRpc(methods: StubMethods, seen: SeenRequest, response: ServerResponse, status = 200): void {
  const items = seen.calls.map(({ id, method, params }) => {
    const answer = methods[method]?.(params) ?? { error: { code: -32601, message: "Method not found" } };
    return "value" in answer
      ? { jsonrpc: "2.0", id, result: answer.value }
      : { jsonrpc: "2.0", id, error: answer.error };
  });
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(JSON.stringify(seen.isBatch ? items : items[0]));
}

/** A pretended EVM chain whose head moves with a clock. */
export interface PretendedChain {
  readonly chainId: number;
  /** Number of the newest block now. */
  readonly head: () => number;
  /** Seconds since the epoch of a block. */
  readonly timeOf: (block: number) => number;
}

/** The four answers of a faultless EVM node. */
export function evmMethods({ chainId, head, timeOf }: PretendedChain): StubMethods {
  return {
    eth_chainId: () => ({ value: hex(chainId) }),
    eth_syncing: () => ({ value: false }),
    web3_clientVersion: () => ({ value: "Geth/v1.14.8" }),
    eth_getBlockByNumber: ([tag]) => {
      const number = tag === "latest" ? head() : Number(tag);
      return { value: { number: hex(number), hash: `0x${"ab".repeat(32)}`, timestamp: hex(timeOf(number)) } };
    },
  };
}

/** A chain at its head by the clock: one block per `blockSeconds`, the newest `ageSeconds` old or a little more. */
export function steadyChain(clock: TestClock, chainId: number, blockSeconds: number, ageSeconds = 0): PretendedChain {
  const startSeconds = Math.floor(clock.nowMs / 1000) - 1_000_000 * blockSeconds;
  const head = () => Math.floor((clock.nowMs / 1000 - ageSeconds - startSeconds) / blockSeconds);
  return { chainId, head, timeOf: (block) => startSeconds + block * blockSeconds };
}

/** A whole number as EVM nodes write it. */
export function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
