import type { ProviderError } from "../errors/errors.js";
import type { KnownMethod, MethodMembers, ParamsOf, ResultOf } from "./methods/method-table.js";
import type { BeaconClient } from "./rest/beacon-methods.js";
import type { ChainClient } from "./rest/chain-reads.js";
import type { RpcCall, RpcParams } from "./rpc/call.js";
import type { CallOptions } from "./settings.js";
import type { SubscriptionKind, SubscriptionParams } from "./subscription/kinds.js";
import type { SubscribeOptions, Subscription } from "./subscription/subscription.js";
import type { IncludedReceipt, WaitForReceiptOptions } from "./wait-for-receipt.js";

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
export interface NodeClient extends MethodMembers {
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

  /**
   * Waits until a transaction is in a block.
   *
   * @throws {NotReadyError} at the deadline
   */
  waitForReceipt(hash: string, options?: WaitForReceiptOptions): Promise<IncludedReceipt>;

  /** What a validator of a committee would attest to at a slot. */
  readonly attestationData: BeaconClient["produceAttestationData"];

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
