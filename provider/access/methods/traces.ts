import { z } from "zod";
import {
  bytes,
  chosen,
  count,
  flag,
  type Hex,
  hash32,
  isObject,
  jsonObject,
  listOf,
  quantity,
  readAddress,
  recordOf,
  text,
} from "../codec/decode.js";
import {
  type BlockInput,
  blockInput,
  countInput,
  durationInput,
  flagInput,
  goDurationInput,
  hashInput,
  nameInput,
} from "../codec/encode.js";
import { type CallOptions, largeBodyBytes } from "../settings.js";
import { type CallFrame, callTree } from "./call-tree.js";
import { rpcMemberAs, rpcMethod } from "./method.js";

/** How a transaction is traced. Needs a node with the `debug` interface, and an archive node for old transactions. */
export interface TraceOptions {
  /**
   * `callTracer`, `prestateTracer`, or another tracer that the node has. Tracers in JavaScript are refused on shared nodes.
   *
   * @default the struct logger: one entry for each step
   */
  readonly tracer?: "callTracer" | "prestateTracer" | (string & {}) | undefined;
  /** Options of the tracer, for example `{ onlyTopCall: true }`, `{ withLog: true }`, `{ diffMode: true }`. */
  readonly tracerConfig?: Readonly<Record<string, unknown>> | undefined;
  /** How long the node may trace, in milliseconds; sent as a duration as Go writes it. @default the node's, usually 5 s */
  readonly timeoutMs?: number | undefined;
  /** The same as the node reads it, for example `10s`; in place of `timeoutMs`. */
  readonly timeout?: string | undefined;
  /** Leaves the stack out of struct logs. */
  readonly disableStack?: boolean | undefined;
  /** Leaves the storage out of struct logs. */
  readonly disableStorage?: boolean | undefined;
  /** Puts the memory into struct logs. */
  readonly enableMemory?: boolean | undefined;
  /** Puts what calls return into struct logs. */
  readonly enableReturnData?: boolean | undefined;
  /** How much of the struct logs: entries on older nodes, bytes on newer ones (geth 1.15). @default 0, which is all */
  readonly limit?: number | undefined;
  /** Blocks that a node without the state may execute again to have it. @default the node's, usually 128 */
  readonly reexec?: number | undefined;
}

/** Fields of a trace config as they are sent. */
const traceConfigFields = {
  tracer: nameInput.optional(),
  tracerConfig: z.record(z.string(), z.unknown()).optional(),
  timeoutMs: goDurationInput.optional(),
  timeout: durationInput.optional(),
  disableStack: flagInput.optional(),
  disableStorage: flagInput.optional(),
  enableMemory: flagInput.optional(),
  enableReturnData: flagInput.optional(),
  limit: countInput.optional(),
  reexec: countInput.optional(),
};

/** Schema of a trace config: `timeoutMs` goes out as `timeout`. */
export const traceConfigInput = z
  .strictObject(traceConfigFields)
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
  /** Name of the instruction. */
  readonly op: string;
  /** Gas left before the step. */
  readonly gas: bigint;
  /** Gas that the step costs. */
  readonly gasCost: bigint;
  /** 1 in the outermost call. */
  readonly depth: number;
  /** Words of the stack as the node writes them, lowest first. */
  readonly stack?: readonly string[] | null | undefined;
  /** Words of the memory as the node writes them. */
  readonly memory?: readonly string[] | null | undefined;
  /** Slots that the contract has touched so far. */
  readonly storage?: Readonly<Record<string, string>> | null | undefined;
}

/** What the struct logger gives. */
export interface StructLogTrace {
  /** Gas that the transaction used. */
  readonly gas: bigint;
  /** The same, on chains that add it. */
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

/** The struct logs of a transaction that exists: each costs 21 000 gas at least, and some nodes give an empty trace for an unknown one. */
const transactionStructLogs = structLogTrace.refine(({ gas, structLogs }) => gas > 0n || structLogs.length > 0, {
  message: "is an empty trace: the node does not know the transaction",
});

/** An account before or after a transaction. What did not change is absent in diff mode. */
export interface AccountState {
  /** Wei. */
  readonly balance?: bigint | undefined;
  /** Transactions that it has sent. */
  readonly nonce?: number | undefined;
  /** Its program. */
  readonly code?: Hex | undefined;
  /** Slot to word, 32 bytes each. */
  readonly storage?: Readonly<Record<string, string>> | undefined;
}

/** Accounts by address. */
export type Prestate = Readonly<Record<string, AccountState>>;

/** What a transaction changed: what `prestateTracer` gives with `diffMode`. */
export interface PrestateDiff {
  /** What was there before. */
  readonly pre: Prestate;
  /** What is there afterwards. */
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

/** A trace, by the tracer that was asked for. */
export type Trace = CallFrame | Prestate | PrestateDiff | StructLogTrace;

/** The schema of what a tracer gives; of a tracer that is not known here the answer is passed on. */
export function traceSchema({ tracer, tracerConfig }: TraceOptions, structLogs = structLogTrace): z.ZodType {
  if (tracer === undefined) {
    return structLogs;
  }
  const schemas = new Map<string, z.ZodType>([
    ["callTracer", callTree],
    ["prestateTracer", tracerConfig?.diffMode === true ? prestateDiff : prestate],
  ]);
  return schemas.get(tracer) ?? z.unknown();
}

/** One transaction of a traced block. */
export interface TransactionTrace {
  /** Absent on old nodes: the order is that of the block. */
  readonly txHash?: Hex | undefined;
  /** What the tracer gives. */
  readonly result?: unknown;
  /** Why there is no result. */
  readonly error?: string | undefined;
}

/**
 * The schema of one transaction of a traced block. Most nodes put the trace into a wrapper, some give the trace itself.
 *
 * @param trace what the tracer gives
 */
function tracedTransaction(trace: z.ZodType): z.ZodType<TransactionTrace> {
  const wrapped = z.looseObject({ txHash: hash32.optional(), result: trace.optional(), error: text.optional() });
  const bare = trace.transform((result) => ({ result }));
  return chosen<TransactionTrace>((item) => (isWrapped(item) ? wrapped : bare));
}

// A call that failed has an `error` of its own, beside who called.
function isWrapped(item: unknown): boolean {
  return isObject(item) && ("result" in item || "txHash" in item || ("error" in item && !("from" in item)));
}

/** The node may trace for longer than a call usually takes. */
export const traceDeadlineMs = 60_000;

/** A trace, by the tracer. */
export interface TraceTransaction {
  /** The call tree of a transaction. */
  (hash: string, trace: TraceOptions & { readonly tracer: "callTracer" }, options?: CallOptions): Promise<CallFrame>;

  /** What a transaction changed. */
  (
    hash: string,
    trace: TraceOptions & { readonly tracer: "prestateTracer"; readonly tracerConfig: { readonly diffMode: true } },
    options?: CallOptions,
  ): Promise<PrestateDiff>;

  /** The accounts that a transaction touched, as they were before it. */
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

  /** A trace by any tracer of the node; its answer is passed on as it is. */
  (hash: string, trace: TraceOptions, options?: CallOptions): Promise<unknown>;
}

/** Traces of transactions. Each costs two request units. */
export const traceMethods = {
  /**
   * Traces one transaction. The result depends on the tracer: a call tree, accounts, or struct logs.
   * Some nodes ignore the tracer, or give an empty trace of an unknown transaction: both are errors here.
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
    isRepeatable: true,
    timeoutMs: traceDeadlineMs,
    maxBodyBytes: largeBodyBytes,
    member: (call) => ((hash, trace, options) => call([hash, trace], options)) as TraceTransaction,
  }),

  /** Traces every transaction of a block. One that cannot be traced has an `error` in place of its `result`. */
  debug_traceBlockByNumber: rpcMethod<
    [block: BlockInput, options?: TraceOptions | undefined],
    readonly TransactionTrace[]
  >({
    parameters: ["block", "options"],
    params: z.tuple([blockInput, traceConfigInput.optional()]).transform(([block, options]) => [block, options ?? {}]),
    result: ([, options]) => listOf(tracedTransaction(traceSchema(options ?? {}))),
    isRepeatable: true,
    timeoutMs: traceDeadlineMs,
    maxBodyBytes: largeBodyBytes,
  }),

  /** Parity's traces of a block, one for each call and reward; passed on as they come. Not offered on every plan. */
  trace_block: rpcMethod<[block: BlockInput], readonly Readonly<Record<string, unknown>>[]>({
    parameters: ["block"],
    params: z.tuple([blockInput]),
    result: listOf(jsonObject),
    isRepeatable: true,
    timeoutMs: traceDeadlineMs,
    maxBodyBytes: largeBodyBytes,
  }),
};
