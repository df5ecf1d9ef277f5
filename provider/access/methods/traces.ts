import { isObject } from "../../base/is-object.js";
import { z } from "../../vendor/zod.js";
import {
  bytes,
  chosen,
  count,
  flag,
  hash32,
  jsonObject,
  listOf,
  quantity,
  readAddress,
  recordOf,
  text,
} from "../codec/decode.js";
import {
  blockInput,
  countInput,
  durationInput,
  flagInput,
  goDurationInput,
  hashInput,
  nameInput,
} from "../codec/encode.js";
import type { BlockInput, Hex } from "../codec/values.js";
import { type CallOptions, largeBodyBytes } from "../settings.js";
import { type CallFrame, callTree } from "./call-tree.js";
import { rpcMemberAs, rpcMethod } from "./method.js";

/** How a transaction is traced. Needs a node with the `debug` API, and an archive node for old transactions. */
export interface TraceOptions {
  /**
   * `callTracer`, `prestateTracer`, or another tracer of the node. JavaScript tracers are rejected on shared nodes.
   *
   * @default the struct logger: one entry per step
   */
  readonly tracer?: "callTracer" | "prestateTracer" | (string & {}) | undefined;
  /** Options of the tracer, for example `{ onlyTopCall: true }`, `{ withLog: true }`, `{ diffMode: true }`. */
  readonly tracerConfig?: Readonly<Record<string, unknown>> | undefined;
  /** Time limit of the trace on the node, in milliseconds; sent as a Go duration. @default the node's, usually 5 s */
  readonly timeoutMs?: number | undefined;
  /** The same in the node's format, for example `10s`; instead of `timeoutMs`. */
  readonly timeout?: string | undefined;
  /** Omits the stack from struct logs. */
  readonly disableStack?: boolean | undefined;
  /** Omits the storage from struct logs. */
  readonly disableStorage?: boolean | undefined;
  /** Includes the memory in struct logs. */
  readonly enableMemory?: boolean | undefined;
  /** Includes return data in struct logs. */
  readonly enableReturnData?: boolean | undefined;
  /** Limit of the struct logs: entries on older nodes, bytes on newer ones (geth 1.15). @default 0, unlimited */
  readonly limit?: number | undefined;
  /** Blocks that a node without the state may re-execute to obtain it. @default the node's, usually 128 */
  readonly reexec?: number | undefined;
}

/** Schema of a trace config: `timeoutMs` is sent as `timeout`. @internal */
export const traceConfigInput = z
  .strictObject({
    tracer: nameInput,
    tracerConfig: z.record(z.string(), z.unknown()),
    timeoutMs: goDurationInput,
    timeout: durationInput,
    disableStack: flagInput,
    disableStorage: flagInput,
    enableMemory: flagInput,
    enableReturnData: flagInput,
    limit: countInput,
    reexec: countInput,
  })
  .partial()
  .refine(({ timeoutMs, timeout }) => timeoutMs === undefined || timeout === undefined, {
    path: ["timeout"],
    message: "excludes timeoutMs",
  })
  .transform(({ timeoutMs, ...config }) => ({
    ...config,
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
  }));

/** One step of the struct logger. */
export interface StructLog {
  /** Program counter. */
  readonly pc: number;
  /** Instruction. */
  readonly op: string;
  /** Gas left before the step. */
  readonly gas: bigint;
  /** Gas cost of the step. */
  readonly gasCost: bigint;
  /** 1 in the outermost call. */
  readonly depth: number;
  /** Stack words as the node writes them, lowest first. */
  readonly stack?: readonly string[] | null | undefined;
  /** Memory words as the node writes them. */
  readonly memory?: readonly string[] | null | undefined;
  /** Storage slots touched by the contract so far. */
  readonly storage?: Readonly<Record<string, string>> | null | undefined;
}

/** Result of the struct logger. */
export interface StructLogTrace {
  /** Gas used by the transaction. */
  readonly gas: bigint;
  /** The same, on chains that include it. */
  readonly gasUsed?: bigint | undefined;
  /** Whether the transaction was reverted. */
  readonly failed: boolean;
  /** Bytes as hex, with or without `0x`. */
  readonly returnValue: string;
  /** The steps in order; empty for a plain transfer, and on nodes that do not record steps. */
  readonly structLogs: readonly StructLog[];
}

const structLogTrace: z.ZodType<StructLogTrace> = z.looseObject({
  gas: quantity,
  gasUsed: quantity.optional(),
  failed: flag,
  returnValue: text,
  structLogs: listOf(
    z.looseObject({
      pc: count,
      op: text,
      gas: quantity,
      gasCost: quantity,
      depth: count,
      stack: listOf(text).nullish(),
      memory: listOf(text).nullish(),
      storage: recordOf(text).nullish(),
    }),
  ),
});

/**
 * Struct logs of an existing transaction: it costs at least 21 000 gas, while some nodes return an empty trace for an
 * unknown one.
 */
const transactionStructLogs = structLogTrace.refine(({ gas, structLogs }) => gas > 0n || structLogs.length > 0, {
  message: "is an empty trace: the node does not know the transaction",
});

/** An account before or after a transaction. Unchanged members are absent in diff mode. */
export interface AccountState {
  /** Wei. */
  readonly balance?: bigint | undefined;
  /** Nonce. */
  readonly nonce?: number | undefined;
  /** Contract code. */
  readonly code?: Hex | undefined;
  /** Slot to word, 32 bytes each. */
  readonly storage?: Readonly<Record<string, string>> | undefined;
}

/** Accounts by address. */
export type Prestate = Readonly<Record<string, AccountState>>;

/** Changes made by a transaction: the result of `prestateTracer` with `diffMode`. */
export interface PrestateDiff {
  /** State before. */
  readonly pre: Prestate;
  /** State after. */
  readonly post: Prestate;
}

const prestate: z.ZodType<Prestate> = recordOf(
  z.looseObject({
    balance: quantity.optional(),
    nonce: count.optional(),
    code: bytes.optional(),
    storage: recordOf(text).optional(),
  }),
  (name) => readAddress(name) !== undefined,
);

const prestateDiff: z.ZodType<PrestateDiff> = z.looseObject({ pre: prestate, post: prestate });

/** A trace, by tracer. */
export type Trace = CallFrame | Prestate | PrestateDiff | StructLogTrace;

/** The schema of a tracer's result; results of unknown tracers are passed through. @internal */
export function traceSchema({ tracer, tracerConfig }: TraceOptions, structLogs = structLogTrace): z.ZodType {
  if (tracer === undefined) {
    return structLogs;
  }
  if (tracer === "prestateTracer") {
    return tracerConfig?.diffMode === true ? prestateDiff : prestate;
  }
  return tracer === "callTracer" ? callTree : z.unknown();
}

/** One transaction of a traced block. */
export interface TransactionTrace {
  /** Absent on old nodes: traces are in block order. */
  readonly txHash?: Hex | undefined;
  /** The tracer's result. */
  readonly result?: unknown;
  /** Why there is no result. */
  readonly error?: string | undefined;
}

/**
 * The schema of one transaction of a traced block. Most nodes wrap the trace, some return the bare trace.
 *
 * @param trace the tracer's result
 */
function tracedTransaction(trace: z.ZodType): z.ZodType<TransactionTrace> {
  const wrapped = z.looseObject({ txHash: hash32.optional(), result: trace.optional(), error: text.optional() });
  const bare = trace.transform((result) => ({ result }));
  return chosen<TransactionTrace>((item) => (isWrapped(item) ? wrapped : bare));
}

// A failed call has its own `error`, next to its caller.
function isWrapped(item: unknown): boolean {
  return isObject(item) && ("result" in item || "txHash" in item || ("error" in item && !("from" in item)));
}

/** A trace may take longer than other calls, and is longer. */
export const traceLimits = { timeoutMs: 60_000, maxBodyBytes: largeBodyBytes } as const;

/** A trace, by tracer. */
export interface TraceTransaction {
  /** The call tree of a transaction. */
  (hash: string, trace: TraceOptions & { readonly tracer: "callTracer" }, options?: CallOptions): Promise<CallFrame>;

  /** Changes made by a transaction. */
  (
    hash: string,
    trace: TraceOptions & { readonly tracer: "prestateTracer"; readonly tracerConfig: { readonly diffMode: true } },
    options?: CallOptions,
  ): Promise<PrestateDiff>;

  /** The accounts touched by a transaction, before it. */
  (
    hash: string,
    trace: TraceOptions & {
      readonly tracer: "prestateTracer";
      readonly tracerConfig?: { readonly diffMode?: false } | undefined;
    },
    options?: CallOptions,
  ): Promise<Prestate>;

  /** Every step of a transaction. */
  (
    hash: string,
    trace?: TraceOptions & { readonly tracer?: undefined },
    options?: CallOptions,
  ): Promise<StructLogTrace>;

  /** A trace by any tracer of the node; its result is passed through. */
  (hash: string, trace: TraceOptions, options?: CallOptions): Promise<unknown>;
}

/** Transaction traces. Each costs two request units. */
export const traceMethods = {
  /**
   * Traces one transaction. The result depends on the tracer: a call tree, accounts, or struct logs. Some nodes ignore
   * the tracer or return an empty trace of an unknown transaction; both are errors here.
   *
   * @see https://geth.ethereum.org/docs/interacting-with-geth/rpc/ns-debug
   */
  traceTransaction: rpcMemberAs("debug_traceTransaction")<
    [hash: string, options?: TraceOptions | undefined],
    unknown,
    TraceTransaction
  >({
    parameters: ["hash", "options"],
    params: z.tuple([hashInput, traceConfigInput.optional()]).transform(([hash, options]) => [hash, options ?? {}]),
    result: ([, options]) => traceSchema(options ?? {}, transactionStructLogs),
    ...traceLimits,
    member: (call) => ((hash, trace, options) => call([hash, trace], options)) as TraceTransaction,
  }),

  /** Traces every transaction of a block. A transaction that cannot be traced has an `error` instead of a `result`. */
  debug_traceBlockByNumber: rpcMethod<
    [block: BlockInput, options?: TraceOptions | undefined],
    readonly TransactionTrace[]
  >({
    parameters: ["block", "options"],
    params: z.tuple([blockInput, traceConfigInput.optional()]).transform(([block, options]) => [block, options ?? {}]),
    result: ([, options]) => listOf(tracedTransaction(traceSchema(options ?? {}))),
    ...traceLimits,
  }),

  /** Parity's traces of a block, one per call and reward, passed through. Not included in every plan. */
  trace_block: rpcMethod<[block: BlockInput], readonly Readonly<Record<string, unknown>>[]>({
    parameters: ["block"],
    params: z.tuple([blockInput]),
    result: listOf(jsonObject),
    ...traceLimits,
  }),
};
