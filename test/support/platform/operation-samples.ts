import type { CallArguments, CallResult, OperationId } from "../../../provider/platform/operations.js";
import { ethereum, sharedNode } from "./client-on-sandbox";
import { networkBody, type OperationsWorld, usageDay } from "./operations-world";

type Input<Id extends OperationId> = CallArguments<Id> | Promise<CallArguments<Id>>;

/** How an operation is tested. */
export interface Sample<Id extends OperationId> {
  /** A successful call. */
  readonly good: (world: OperationsWorld) => Input<Id>;
  /** Expected part of its response. */
  readonly answers: (world: OperationsWorld, answer: CallResult<Id>) => unknown;
  /** A call that the platform rejects with 400, and the fields that it names. */
  readonly refused?: readonly [input: (world: OperationsWorld) => Input<Id>, ...fields: string[]];
  /** A call for a nonexistent object. */
  readonly missing?: (world: OperationsWorld) => Input<Id>;
  /** Sandbox setting that throttles it; documented for usage only. */
  readonly throttledBy?: "usageRequestsPerMinute" | "exportRequestsPerMinute";
}

const none = "XX-1-2-3";
const renamed = { name: "renamed" };
const blank = { name: "" };
const day = { date_from: `${usageDay}T00:00:00Z`, date_to: `${usageDay}T23:00:00Z` };
const holds = (id: string, results: readonly { readonly id: string | undefined }[]) =>
  results.some((item) => item.id === id);

const projects = {
  create: {
    good: () => ({ body: { name: "billing", description: "invoices", type: "public" } }),
    refused: [() => ({ body: { name: " ", type: "consortium" } }), "name", "type"],
  },
  update: {
    good: async (world: OperationsWorld) => ({ id: await world.newProject(), body: renamed }),
    refused: [(world: OperationsWorld) => ({ id: world.project, body: blank }), "name"],
    missing: () => ({ id: none, body: renamed }),
  },
  remove: {
    good: async (world: OperationsWorld) => ({ id: await world.newProject() }),
    answers: (_: unknown, answer: undefined) => answer === undefined,
    missing: () => ({ id: none }),
  },
} as const;

/** One sample for every operation of the table. */
export const samples: { readonly [Id in OperationId]: Sample<Id> } = {
  getOrganization: { good: () => ({}), answers: ({ organization }, { id }) => id === organization },
  updateOrganization: {
    good: () => ({ body: renamed }),
    answers: (_, { name }) => name === "renamed",
    refused: [() => ({ body: blank }), "name"],
  },

  listProjectsV1: {
    good: () => ({ query: { order_by: "name", page: 1, type: "public" } }),
    answers: ({ project, consortium }, { results }) => holds(project, results) && !holds(consortium, results),
  },
  createProjectV1: {
    ...projects.create,
    answers: (_, { name, description }) => `${name}/${description}` === "billing/invoices",
  },
  getProjectV1: {
    good: ({ project }) => ({ id: project }),
    answers: ({ project, organization }, answer) => answer.id === project && answer.organization === organization,
    missing: () => ({ id: none }),
  },
  updateProjectV1: { ...projects.update, answers: (_, { name }) => name === "renamed" },
  deleteProjectV1: projects.remove,
  listProjectMembers: {
    good: ({ consortium }) => ({ id: consortium }),
    answers: (_, { results }) => results.some(({ id, email }) => `${id}/${email}` === "RG-100-200/ops@partner.test"),
    missing: () => ({ id: none }),
  },

  listProjects: {
    good: ({ organization }) => ({ query: { organization, name: "payments" } }),
    answers: ({ project }, { results }) => holds(project, results),
  },
  createProject: {
    ...projects.create,
    answers: (_, { name, description }) => `${name}/${description}` === "billing/invoices",
  },
  getProject: {
    good: ({ project }) => ({ id: project }),
    answers: ({ project }, { id, createdAt, networks }) => id === project && createdAt !== undefined && networks === 1,
    missing: () => ({ id: none }),
  },
  updateProject: { ...projects.update, answers: (_, { name }) => name === "renamed" },
  deleteProject: projects.remove,

  listNetworks: {
    good: ({ project }) => ({
      query: { project, protocol: "ethereum", public_network: "ethereum-mainnet", status: "ok" },
    }),
    answers: ({ network }, { results, count }) => holds(network, results) && count === 1,
  },
  createNetwork: {
    good: ({ project }) => ({ body: networkBody(project) }),
    answers: (_, { network, nodes }) => network === "ethereum-mainnet" && nodes[0]?.name === "first",
    refused: [
      ({ project }) => ({ body: { ...networkBody(project), nodes: [{ ...sharedNode, name: "x", region: "mars1" }] } }),
      "nodes.0.region",
    ],
  },
  getNetwork: {
    good: ({ network }) => ({ id: network }),
    answers: ({ network, project }, answer) => answer.id === network && answer.project === project,
    missing: () => ({ id: none }),
  },
  updateNetwork: {
    good: async ({ client, consortium }) => ({
      id: (await client.call("createNetwork", { body: networkBody(consortium) })).id,
      body: renamed,
    }),
    answers: (_, { name }) => name === "renamed",
    refused: [({ network }) => ({ id: network, body: renamed }), "name"],
    missing: () => ({ id: none, body: renamed }),
  },
  deleteNetwork: {
    good: async (world) => ({ id: await world.newNetwork() }),
    answers: (_, answer) => answer === undefined,
    missing: () => ({ id: none }),
  },

  listNodesV1: {
    good: ({ network }) => ({ query: { network, type: "shared", region: "global1", archive: false, role: "peer" } }),
    answers: ({ nodeV1 }, { results }) => holds(nodeV1, results),
  },
  createNodeV1: {
    good: ({ network }) => ({ body: { ...sharedNode, name: "second", network } }),
    answers: ({ network }, { name, networkId }) => `${name}/${networkId}` === `second/${network}`,
    refused: [({ network }) => ({ body: { ...sharedNode, name: "", network, provider: "moon" } }), "name", "provider"],
  },
  getNodeV1: {
    good: ({ nodeV1 }) => ({ id: nodeV1 }),
    answers: ({ nodeV1 }, { id, details, createdAt }) =>
      id === nodeV1 && "auth_key" in details && createdAt !== undefined,
    missing: () => ({ id: none }),
  },
  updateNodeV1: {
    good: ({ nodeV1 }) => ({ id: nodeV1, body: renamed }),
    answers: (_, { name }) => name === "renamed",
    refused: [({ nodeV1 }) => ({ id: nodeV1, body: blank }), "name"],
    missing: () => ({ id: none, body: renamed }),
  },
  deleteNodeV1: {
    good: async (world) => ({ id: await world.newNodeV1() }),
    answers: (_, answer) => answer === undefined,
    missing: () => ({ id: none }),
  },

  listNodesV2: {
    good: () => ({ query: { order_by: "-created_at" } }),
    answers: ({ nodeV2 }, { results }) => holds(nodeV2, results),
  },
  createNodeV2: {
    good: ({ project }) => ({ body: { name: "rpc", project, ...ethereum } }),
    answers: (_, { network, region }) => `${network}/${region}` === "ethereum-mainnet/global1",
    refused: [({ project }) => ({ body: { ...ethereum, project, name: "", cloud: "CC-9999" } }), "name", "cloud"],
  },
  getNodeV2: {
    good: ({ nodeV2 }) => ({ id: nodeV2 }),
    answers: ({ nodeV2 }, { id }) => id === nodeV2,
    missing: () => ({ id: none }),
  },
  updateNodeV2: {
    good: ({ nodeV2 }) => ({ id: nodeV2, body: renamed }),
    answers: (_, { name }) => name === "renamed",
    refused: [({ nodeV2 }) => ({ id: nodeV2, body: blank }), "name"],
    missing: () => ({ id: none, body: renamed }),
  },
  deleteNodeV2: {
    good: async (world) => ({ id: await world.newNodeV2() }),
    answers: (_, answer) => answer === undefined,
    missing: () => ({ id: none }),
  },

  listDeploymentOptions: {
    good: () => ({}),
    answers: (_, options) => options.some(({ network, cloud }) => `${network}/${cloud}` === "ethereum-mainnet/CC-0016"),
  },

  listNodeUsage: {
    good: ({ nodeV2 }) => ({ query: { ...day, node_id: nodeV2, granularity: "hour", ordering: "datetime" } }),
    answers: (_, { results, totals }) =>
      results.map(({ requestUnits }) => requestUnits).join() === "40,2" && totals?.requestUnits === 42,
    refused: [() => ({ query: { date_from: day.date_to, date_to: day.date_from } }), "date_to"],
    throttledBy: "usageRequestsPerMinute",
  },
  exportNodeUsage: {
    good: ({ nodeV2 }) => ({ query: { ...day, node_id: nodeV2, node_type: "elastic" } }),
    answers: ({ nodeV2 }, csv) => csv.includes(`\r\n${nodeV2},`) && csv.includes(",42,"),
    refused: [() => ({ query: { date_from: day.date_to, date_to: day.date_from } }), "date_to"],
    throttledBy: "exportRequestsPerMinute",
  },

  listAccessRules: {
    good: ({ nodeV2 }) => ({ nodeId: nodeV2, query: { type: "ip", status: "deactivated" } }),
    answers: ({ rule }, { results }) => holds(rule, results),
    missing: () => ({ nodeId: none }),
  },
  createAccessRule: {
    good: ({ nodeV2 }) => ({ nodeId: nodeV2, body: { type: "origin", value: "*.example.com" } }),
    answers: ({ nodeV2 }, { nodeId, status }) => `${nodeId}/${status}` === `${nodeV2}/deactivated`,
    refused: [({ nodeV2 }) => ({ nodeId: nodeV2, body: { type: "ip", value: "10.0.0.0/8" } }), "value"],
    missing: () => ({ nodeId: none, body: { type: "ip", value: "203.0.113.7" } }),
  },
  getAccessRule: {
    good: ({ nodeV2, rule }) => ({ nodeId: nodeV2, id: rule }),
    answers: ({ rule }, { id, type }) => `${id}/${type}` === `${rule}/ip`,
    missing: ({ nodeV2 }) => ({ nodeId: nodeV2, id: none }),
  },
  updateAccessRule: {
    good: async (world) => ({ nodeId: world.nodeV2, id: await world.newRule(), body: { status: "activated" } }),
    answers: (_, { status }) => status === "activated",
    refused: [({ nodeV2, rule }) => ({ nodeId: nodeV2, id: rule, body: { value: "nowhere" } }), "value"],
    missing: ({ nodeV2 }) => ({ nodeId: nodeV2, id: none, body: { status: "activated" } }),
  },
  deleteAccessRule: {
    good: async (world) => ({ nodeId: world.nodeV2, id: await world.newRule() }),
    answers: (_, answer) => answer === undefined,
    missing: ({ nodeV2 }) => ({ nodeId: nodeV2, id: none }),
  },
  updateAccessRuleStatuses: {
    good: ({ nodeV2 }) => ({ nodeId: nodeV2, body: { status: "deactivated" } }),
    answers: (_, answer) => answer === undefined,
    missing: () => ({ nodeId: none, body: { status: "deactivated" } }),
  },
};
