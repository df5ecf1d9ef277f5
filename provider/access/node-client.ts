import type { ProviderError } from "../errors/errors.js";
import type { KnownMethod, MethodMembers, ParamsOf, ResultOf } from "./methods/method-table.js";
import type { BeaconClient } from "./rest/beacon-methods.js";
import type { ChainClient } from "./rest/chain-reads.js";
import type { RpcCall, RpcParams } from "./rpc/call.js";
import type { CallOptions } from "./settings.js";
import type { SubscriptionKind, SubscriptionParams } from "./subscription/kinds.js";
import type { SubscribeOptions, Subscription } from "./subscription/subscription.js";
import type { IncludedReceipt, WaitForReceiptOptions } from "./wait-for-receipt.js";

/** Result of one call of a batch. */
export type BatchItem =
  | {
      /** The call returned a value. */
      readonly ok: true;
      /** The result, parsed as for a single call. */
      readonly value: unknown;
    }
  | {
      /** The call failed. */
      readonly ok: false;
      /** The error that a single call would have rejected with. */
      readonly error: ProviderError;
    };

/** Arguments after the name of a known method: its parameters, optional where none is required. */
export type CallArguments<M extends KnownMethod> =
  [] extends ParamsOf<M> ? [params?: ParamsOf<M>, options?: CallOptions] : [params: ParamsOf<M>, options?: CallOptions];

/** Address and metadata of a node's gRPC endpoint. */
export interface GrpcAccess {
  /** `host:port`, TLS. */
  readonly address: string;
  /** Metadata for every call. Secret, so it is a getter and not enumerable with the address. */
  readonly metadata: {
    /** The node's token. */
    readonly "x-token": string;
  };
}

/**
 * Access to one node. Every method rejects with an error of this package, without secrets:
 *
 * - `RejectedError`: a parameter is invalid, named in `fields`; nothing was sent
 * - `ConfigError`: the node has no such endpoint
 * - `RpcError`: the node rejected the call; `kind`, `rpcCode`, `data`
 * - `AuthError`: token, password or access rule
 * - `UnavailableError`: throttled or failing on every attempt; `QuotaError`: the monthly requests are used up
 * - `TransportError`: unreachable, no response in time, response too large
 * - `ShapeError`: the response does not match its documented format, or a proxy responded; `method`, `path`, `received`
 *
 * Quantities are bigint, hashes and addresses are unchanged `0x…` strings, and undocumented fields are passed through.
 */
export interface NodeClient extends MethodMembers {
  /** Host and port of the first of the endpoints `https`, `wss` and `beacon`: safe to show. */
  readonly host: string;

  /** The beacon API, by operation of the public standard. */
  readonly beacon: BeaconClient;

  /** REST reads of Aptos, TRON, Tezos and Algorand, at the HTTPS endpoint. */
  readonly rest: ChainClient;

  /** Address and metadata for a gRPC client; undefined where the node has none. */
  readonly grpc: GrpcAccess | undefined;

  /** Calls a method with known parameters and result. */
  call<M extends KnownMethod>(method: M, ...rest: CallArguments<M>): Promise<ResultOf<M>>;

  /**
   * Calls any other method. Parameters and result are passed through unchanged, integers beyond 2⁵³ as bigint. It is
   * not retried when its response is lost.
   */
  call<M extends string>(
    method: M extends KnownMethod ? never : M,
    params?: RpcParams,
    options?: CallOptions,
  ): Promise<unknown>;

  /**
   * Calls any method without validation, where a node accepts or returns something other than this package expects:
   * parameters and result are passed through unchanged, integers beyond 2⁵³ as bigint. Dialect, endpoint, retries and
   * errors are those of `call`.
   */
  request(method: string, params?: RpcParams, options?: CallOptions): Promise<unknown>;

  /**
   * Makes several calls in one request, and returns their results in order. Throttled calls are retried. Each call
   * counts as a request toward the plan.
   */
  batch(calls: readonly RpcCall[], options?: CallOptions): Promise<readonly BatchItem[]>;

  /**
   * Waits until a transaction is included in a block.
   *
   * @throws {NotReadyError} at the deadline
   */
  waitForReceipt(hash: string, options?: WaitForReceiptOptions): Promise<IncludedReceipt>;

  /** Attestation data for a slot and a committee. */
  readonly attestationData: BeaconClient["produceAttestationData"];

  /**
   * Subscribes over WebSocket. It ends with `close`, with the iteration, or with an error; a lost connection is
   * reopened.
   *
   * @throws {ConfigError} when the node has no WebSocket endpoint; not every chain offers one
   */
  subscribe<K extends SubscriptionKind>(
    kind: K,
    params?: SubscriptionParams<K>,
    options?: SubscribeOptions,
  ): Promise<Subscription<K>>;

  /** Ends every call and subscription with a `CancelledError`. Later calls reject the same way. */
  close(): Promise<void>;
}
