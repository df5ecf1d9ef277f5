// What calls nodes, and every error class: an entry of its own, which does not load the SDK.
export * from "./access/index.js";
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
export { type NodeAtEndpoints, type ProbeNodeOptions, probeNode } from "./functions/probe-node.js";
export { type StackHealthOptions, stackHealth } from "./functions/stack-health.js";
export type { StackHealth, StackNode } from "./health/report.js";
export type { HealthCheck, HealthReport, NodeProbe } from "./health/shown-report.js";
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
export {
  type EndpointsExpectation,
  type HealthNode,
  type HealthOfEndpointsArgs,
  type HealthOfNodeArgs,
  type NodeExpectation,
  NodeHealth,
  type NodeHealthArgs,
  type NodeHealthCommonArgs,
  type NodeHealthTimeouts,
} from "./resources/node-health.js";
export { OrganizationSettings, type OrganizationSettingsArgs } from "./resources/organization-settings.js";
export { Project, type ProjectArgs, type Timeouts } from "./resources/project.js";
export { Provider, type ProviderArgs } from "./resources/provider.js";
