export {
  AuthError,
  CancelledError,
  ConfigError,
  ConflictError,
  type FieldReasons,
  isProviderError,
  NotFoundError,
  NotReadyError,
  ProviderError,
  type ProviderErrorCode,
  QuotaError,
  RejectedError,
  RpcError,
  type RpcErrorDetails,
  type RpcFailureKind,
  type ShapeDetails,
  ShapeError,
  TransportError,
  type TransportFailure,
  UnavailableError,
} from "../errors/errors.js";
export type { BlockByHash, BlockByNumber, BlockInput, Hex, QuantityInput, StateBlockInput } from "./codec/values.js";
export { type WithoutBigints, withoutBigints } from "./codec/without-bigints.js";
export { connectNode } from "./connect-node.js";
export type { NodeEndpoints } from "./endpoints.js";
export type { Block, IncludedBlock, Withdrawal } from "./methods/block.js";
export type { CallFrame, CallLog } from "./methods/call-tree.js";
export type { Log, SyncStatus, TransactionReceipt } from "./methods/evm.js";
export type { LogFilter } from "./methods/filters.js";
export type { KnownMethod, ParamsOf, ResultOf } from "./methods/method-table.js";
export type { NodeStatus } from "./methods/node-status.js";
export type { OtsTraceEntry } from "./methods/otterscan.js";
export type {
  CallBundle,
  ChangedAccounts,
  SimulatedCall,
  SimulationContext,
  SimulationOptions,
  StateOverride,
  StateOverrides,
} from "./methods/trace-call-many.js";
export type {
  AccountState,
  Prestate,
  PrestateDiff,
  StructLog,
  StructLogTrace,
  Trace,
  TraceOptions,
  TraceTransaction,
  TransactionTrace,
} from "./methods/traces.js";
export type { GetMempoolDescendants, MempoolEntry } from "./methods/utxo.js";
export type { BatchItem, CallArguments, GrpcAccess, NodeClient } from "./node-client.js";
export type {
  AttestationData,
  BeaconClient,
  BeaconGenesis,
  BeaconHeader,
  BeaconId,
  BeaconSyncing,
  Checkpoint,
  FinalityCheckpoints,
} from "./rest/beacon-methods.js";
export type {
  AlgorandBlock,
  AlgorandStatus,
  AlgorandVersions,
  AptosLedger,
  ChainClient,
  TezosBootstrap,
  TezosHeader,
  TronBlock,
} from "./rest/chain-reads.js";
export type { RpcCall, RpcParams } from "./rpc/call.js";
export type { CallOptions, ConnectOptions } from "./settings.js";
export type {
  SlotNotice,
  SubscriptionEvent,
  SubscriptionKind,
  SubscriptionParams,
} from "./subscription/kinds.js";
export type { SubscribeOptions, Subscription } from "./subscription/subscription.js";
export type { IncludedReceipt, WaitForReceiptOptions } from "./wait-for-receipt.js";
