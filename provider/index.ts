export type { NodeEndpoints } from "./access/endpoints.js";
export {
  AuthError,
  CancelledError,
  ConfigError,
  ConflictError,
  isProviderError,
  NotFoundError,
  NotReadyError,
  ProviderError,
  type ProviderErrorCode,
  QuotaError,
  RejectedError,
  ShapeError,
  TransportError,
  type TransportFailure,
  UnavailableError,
} from "./errors.js";
export { type StackHealthOptions, stackHealth } from "./functions/stack-health.js";
export type { StackHealth, StackNode } from "./health/report.js";
export type { Verdict } from "./health/verdict.js";
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
export { Project, type ProjectArgs, type Timeouts } from "./resources/project.js";
