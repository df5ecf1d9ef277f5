import type { ProviderError } from "../errors/errors.js";
import type { Hex } from "./codec/decode.js";
import type { CallFrame } from "./methods/call-tree.js";
import type { Log, TransactionReceipt } from "./methods/evm.js";
import type { LogFilter } from "./methods/filters.js";
import type { KnownMethod, ParamsOf, ResultOf } from "./methods/method-table.js";
import type { OtsTraceEntry } from "./methods/otterscan.js";
import type { CallBundle, SimulationContext, SimulationOptions } from "./methods/trace-call-many.js";
import type { Prestate, PrestateDiff, StructLogTrace, Trace, TraceOptions } from "./methods/traces.js";
import type { MempoolEntry } from "./methods/utxo.js";
import type { AttestationData, BeaconClient } from "./rest/beacon-methods.js";
import type { ChainClient } from "./rest/chain-reads.js";
import type { RpcCall, RpcParams } from "./rpc/call.js";
import type { CallOptions } from "./settings.js";
import type { SubscriptionKind, SubscriptionParams } from "./subscription/kinds.js";
import type { SubscribeOptions, Subscription } from "./subscription/subscription.js";
import type { IncludedReceipt } from "./wait-for-receipt.js";

/** What one call of a batch came to. */
export type BatchItem =
  | {
      /** The call has a value. */
      readonly ok: true;
      /** The answer, read as of a single call. */
      readonly value: unknown;
    }
  | {
      /** The call failed. */
      readonly ok: false;
      /** What a single call would have rejected with. */
      readonly error: ProviderError;
    };

/** What follows the name of a known method: its parameters, which may be left out where it has none that it needs. */
export type CallArguments<M extends KnownMethod> =
  [] extends ParamsOf<M> ? [params?: ParamsOf<M>, options?: CallOptions] : [params: ParamsOf<M>, options?: CallOptions];

/** How a receipt is waited for. */
export interface WaitForReceiptOptions {
  /** Deadline in milliseconds; a look that is under way then may take up to a second more. @default 60_000 */
  readonly timeoutMs?: number | undefined;
  /** First pause between two looks in milliseconds, at least 10; it doubles up to 4 s. @default 250 */
  readonly pollMs?: number | undefined;
  /** Ends the wait; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Where and how to speak gRPC to a node. */
export interface GrpcAccess {
  /** `host:port`, TLS. */
  readonly address: string;
  /** Metadata of every call. Secret, so it is given when it is asked for, and not listed with the address. */
  readonly metadata: {
    /** The node's token. */
    readonly "x-token": string;
  };
}

/**
 * Access to one node. Every method rejects with an error of this package, without secrets:
 *
 * - `RejectedError`: a parameter is malformed, named in `fields`; nothing was sent
 * - `ConfigError`: the node has no such endpoint
 * - `RpcError`: the node refused; `kind`, `rpcCode`, `data`
 * - `AuthError`: token, password or access rule
 * - `UnavailableError`: throttled or failing through every attempt; `QuotaError`: the month's requests are used up
 * - `TransportError`: not reached, no answer in time, answer too large
 * - `ShapeError`: the answer is not as documented, or a proxy answered; `method`, `path`, `received`
 *
 * Quantities are bigint, hashes and addresses `0x…` as they came, and fields that are not documented are passed on.
 */
export interface NodeClient {
  /** Host and port of the first of the endpoints `https`, `wss` and `beacon`: what may be shown of it. */
  readonly host: string;

  /** The beacon interface, by operation of the public standard. */
  readonly beacon: BeaconClient;

  /** REST reads of Aptos, TRON, Tezos and Algorand, at the HTTPS endpoint. */
  readonly rest: ChainClient;

  /** Address and metadata for a gRPC client; undefined where the node has none. */
  readonly grpc: GrpcAccess | undefined;

  /** Calls a method whose parameters and answer are known. */
  call<M extends KnownMethod>(method: M, ...rest: CallArguments<M>): Promise<ResultOf<M>>;

  /**
   * Calls any other method. Its parameters go out as they are, and its answer comes back as it is, integers beyond 2⁵³ as bigint. It is
   * not repeated when its answer is lost.
   */
  call<M extends string>(
    method: M extends KnownMethod ? never : M,
    params?: RpcParams,
    options?: CallOptions,
  ): Promise<unknown>;

  /**
   * Calls any method past all checks, where a node takes or answers something else than is known here: parameters go out as they are, and
   * the answer comes back as it is, integers beyond 2⁵³ as bigint. How the call is sent and repeated, and its errors, are those of `call`.
   */
  request(method: string, params?: RpcParams, options?: CallOptions): Promise<unknown>;

  /**
   * Makes several calls in one request, and gives what each came to, in their order. Calls that were throttled are made again. Each item
   * counts as a request with the platform.
   */
  batch(calls: readonly RpcCall[], options?: CallOptions): Promise<readonly BatchItem[]>;

  /** Makes a filter of logs and gives its id. It lives on one backend and for about 5 minutes after the last poll. */
  newFilter(filter: LogFilter, options?: CallOptions): Promise<Hex>;

  /** Logs since the last poll of a filter; each is given once. */
  getFilterChanges(id: string, options?: CallOptions): Promise<readonly Log[]>;

  /** Every log of a filter. */
  getFilterLogs(id: string, options?: CallOptions): Promise<readonly Log[]>;

  /** Removes a filter: true when it was there. */
  uninstallFilter(id: string, options?: CallOptions): Promise<boolean>;

  /** The call tree of a transaction. */
  traceTransaction(
    hash: string,
    trace: TraceOptions & { readonly tracer: "callTracer" },
    options?: CallOptions,
  ): Promise<CallFrame>;

  /** What a transaction changed. */
  traceTransaction(
    hash: string,
    trace: TraceOptions & { readonly tracer: "prestateTracer"; readonly tracerConfig: { readonly diffMode: true } },
    options?: CallOptions,
  ): Promise<PrestateDiff>;

  /** The accounts that a transaction touched, as they were before it. */
  traceTransaction(
    hash: string,
    trace: TraceOptions & {
      readonly tracer: "prestateTracer";
      readonly tracerConfig?: { readonly diffMode?: false } | undefined;
    },
    options?: CallOptions,
  ): Promise<Prestate>;

  /** Every step of a transaction. */
  traceTransaction(
    hash: string,
    trace?: TraceOptions & { readonly tracer?: undefined },
    options?: CallOptions,
  ): Promise<StructLogTrace>;

  /** A trace by any tracer of the node; its answer is passed on as it is. */
  traceTransaction(hash: string, trace: TraceOptions, options?: CallOptions): Promise<unknown>;

  /**
   * Simulates bundles of calls and gives a trace of each, by bundle and call.
   *
   * @param third what the third parameter is to this node: changed accounts, or a trace config
   */
  traceCallMany(
    bundles: readonly CallBundle[],
    context: SimulationContext,
    third?: SimulationOptions,
    options?: CallOptions,
  ): Promise<readonly (readonly Trace[])[]>;

  /** What became of a transaction; null while it is pending or unknown. */
  getTransactionReceipt(hash: string, options?: CallOptions): Promise<TransactionReceipt | null>;

  /**
   * Waits until a transaction is in a block.
   *
   * @throws {NotReadyError} at the deadline
   */
  waitForReceipt(hash: string, options?: WaitForReceiptOptions): Promise<IncludedReceipt>;

  /** The calls of a transaction as a flat list; null or empty when it does not exist. On Hyperliquid, here and in `call`, at `/evm`. */
  otsTraceTransaction(hash: string, options?: CallOptions): Promise<readonly OtsTraceEntry[] | null>;

  /** Ids of the transactions in the mempool that build on one of Bitcoin or a relative. */
  getMempoolDescendants(
    txid: string,
    options?: CallOptions & { readonly verbose?: false | undefined },
  ): Promise<readonly string[]>;

  /** The same with what is known about each. */
  getMempoolDescendants(
    txid: string,
    options: CallOptions & { readonly verbose: true },
  ): Promise<readonly MempoolEntry[]>;

  /** Either, where the program decides while it runs. */
  getMempoolDescendants(
    txid: string,
    options: CallOptions & { readonly verbose?: boolean | undefined },
  ): Promise<readonly MempoolEntry[] | readonly string[]>;

  /** What a validator of a committee would attest to at a slot. */
  attestationData(
    duty: { readonly slot: bigint | number; readonly committeeIndex: number },
    options?: CallOptions,
  ): Promise<AttestationData>;

  /**
   * Subscribes over WebSocket. Ends with `close`, with the iteration, or with an error; a lost connection is made again.
   *
   * @throws {ConfigError} when the node has no WebSocket endpoint; not every chain offers one
   */
  subscribe<K extends SubscriptionKind>(
    kind: K,
    params?: SubscriptionParams<K>,
    options?: SubscribeOptions,
  ): Promise<Subscription<K>>;

  /** Ends every call and subscription with a `CancelledError`. Calls after it reject the same way. */
  close(): Promise<void>;
}
