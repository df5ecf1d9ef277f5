export type { Hex } from "./access/codec/decode.js";
export type { BlockByHash, BlockByNumber, BlockInput, QuantityInput, StateBlockInput } from "./access/codec/encode.js";
export { type WithoutBigints, withoutBigints } from "./access/codec/without-bigints.js";
export { connectNode } from "./access/connect-node.js";
export type { NodeEndpoints } from "./access/endpoints.js";
export type { Block, IncludedBlock, Withdrawal } from "./access/methods/block.js";
export type { CallFrame, CallLog } from "./access/methods/call-tree.js";
export type { Log, SyncStatus, TransactionReceipt } from "./access/methods/evm.js";
export type { LogFilter } from "./access/methods/filters.js";
export type { KnownMethod, ParamsOf, ResultOf } from "./access/methods/method-table.js";
export type { NodeStatus } from "./access/methods/other-chains.js";
export type { OtsTraceEntry } from "./access/methods/otterscan.js";
export type {
  CallBundle,
  ChangedAccounts,
  SimulatedCall,
  SimulationContext,
  SimulationOptions,
  StateOverride,
  StateOverrides,
} from "./access/methods/trace-call-many.js";
export type {
  AccountState,
  Prestate,
  PrestateDiff,
  StructLog,
  StructLogTrace,
  Trace,
  TraceOptions,
  TransactionTrace,
} from "./access/methods/traces.js";
export type { MempoolEntry } from "./access/methods/utxo.js";
export type { BatchItem, CallArguments, GrpcAccess, NodeClient, WaitForReceiptOptions } from "./access/node-client.js";
export type {
  AttestationData,
  BeaconClient,
  BeaconGenesis,
  BeaconHeader,
  BeaconId,
  BeaconSyncing,
  Checkpoint,
  FinalityCheckpoints,
} from "./access/rest/beacon-methods.js";
export type {
  AlgorandStatus,
  AptosLedger,
  ChainClient,
  TezosBootstrap,
  TezosHeader,
  TronBlock,
} from "./access/rest/chain-reads.js";
export type { RpcCall, RpcParams } from "./access/rpc/call.js";
export type { CallOptions, ConnectOptions } from "./access/settings.js";
export type {
  SlotNotice,
  SubscriptionEvent,
  SubscriptionKind,
  SubscriptionParams,
} from "./access/subscription/kinds.js";
export type { SubscribeOptions, Subscription } from "./access/subscription/subscription.js";
export type { IncludedReceipt } from "./access/wait-for-receipt.js";
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
} from "./errors/errors.js";
export type { CreatorInfo, CreatorOrganization } from "./functions/call/creator.js";
export type { NodeInfo } from "./functions/call/node-info.js";
export type { FunctionOptions, OutputArgs } from "./functions/call/options.js";
export {
  type DeploymentOptionInfo,
  type GetDeploymentOptionsArgs,
  getDeploymentOptions,
  getDeploymentOptionsOutput,
} from "./functions/get-deployment-options.js";
export {
  type GetNetworksArgs,
  getNetworks,
  getNetworksOutput,
  type NetworkInfo,
  type NetworkNodeInfo,
} from "./functions/get-networks.js";
export {
  type GetNodeUsageArgs,
  getNodeUsage,
  getNodeUsageOutput,
  type NodeUsage,
  type NodeUsageRow,
  type UsageMetrics,
} from "./functions/get-node-usage.js";
export { type GetNodesArgs, getNodes, getNodesOutput } from "./functions/get-nodes.js";
export { getOrganization, getOrganizationOutput, type OrganizationInfo } from "./functions/get-organization.js";
export {
  type GetProjectMembersArgs,
  getProjectMembers,
  getProjectMembersOutput,
  type ProjectMemberInfo,
} from "./functions/get-project-members.js";
export { type GetProjectsArgs, getProjects, getProjectsOutput, type ProjectInfo } from "./functions/get-projects.js";
export { type StackHealthOptions, stackHealth } from "./functions/stack-health.js";
export type { StackHealth, StackNode } from "./health/report.js";
export type { CheckName, Verdict } from "./health/verdict.js";
export { Network, type NetworkArgs, type NetworkNode, type NetworkNodeState } from "./resources/network.js";
export {
  Node,
  type NodeArgs,
  type NodeAuth,
  type NodeChainPlacement,
  type NodeCommonArgs,
  type NodeIdPlacement,
  type NodeNetworkPlacement,
  type Readiness,
} from "./resources/node.js";
export { OrganizationSettings, type OrganizationSettingsArgs } from "./resources/organization-settings.js";
export { Project, type ProjectArgs, type Timeouts } from "./resources/project.js";
export { Provider, type ProviderArgs } from "./resources/provider.js";
