import { changeTable } from "./changes.js";
import { checkNodeHealth, diffNodeHealth } from "./health/check.js";
import * as healthModel from "./health/model.js";
import { checkNetwork, diffNetwork } from "./network/check.js";
import * as networkModel from "./network/model.js";
import { checkNode, diffNode } from "./node/check.js";
import * as nodeModel from "./node/model.js";
import { checkOrganizationSettings, diffOrganizationSettings } from "./organization/check.js";
import {
  type OrganizationInputs,
  type OrganizationState,
  organizationInputs,
  organizationState,
} from "./organization/model.js";
import { checkProject, diffProject } from "./project/check.js";
import { type ProjectInputs, type ProjectState, projectInputs, projectOutputs } from "./project/model.js";
import type { LocalContext, Resource } from "./resource.js";

export const project: Resource<ProjectInputs, ProjectState> = {
  changes: changeTable.Project,
  filledIn: ["name"],
  check: checkProject,
  diff: diffProject,
  parseInputs: (properties) => projectInputs.parse(properties),
  parseState: (outputs, inputs) => ({ ...projectOutputs.parse(outputs), inputs }),
  outputsOf: ({ inputs: _, ...outputs }) => outputs,
  operations: async () => (await import("./project/operations.js")).projectOperations,
};

export const network: Resource<networkModel.NetworkInputs, networkModel.NetworkState> = {
  changes: changeTable.Network,
  filledIn: [],
  check: checkNetwork,
  diff: diffNetwork,
  parseInputs: networkModel.parseInputs,
  parseState: networkModel.parseState,
  outputsOf: networkModel.outputsOf,
  argumentsIn: networkModel.argumentsIn,
  operations: async () => (await import("./network/operations.js")).networkOperations,
};

export const node: Resource<nodeModel.NodeInputs, nodeModel.NodeState> = {
  changes: changeTable.Node,
  filledIn: ["name"],
  check: checkNode,
  diff: diffNode,
  parseInputs: nodeModel.parseInputs,
  parseState: (outputs, inputs) => ({ ...nodeModel.parseOutputs(outputs), inputs }),
  outputsOf: ({ inputs: _, ...outputs }) => outputs,
  operations: async () => (await import("./node/operations.js")).nodeOperations,
};

export const organizationSettings: Resource<OrganizationInputs, OrganizationState> = {
  changes: changeTable.OrganizationSettings,
  filledIn: [],
  check: checkOrganizationSettings,
  diff: diffOrganizationSettings,
  parseInputs: (properties) => organizationInputs.parse(properties),
  parseState: (outputs) => organizationState.parse(outputs),
  outputsOf: (recorded) => recorded,
  operations: async () => (await import("./organization/operations.js")).organizationOperations,
};

export const nodeHealth: Resource<healthModel.HealthInputs, healthModel.HealthState, LocalContext> = {
  changes: changeTable.NodeHealth,
  filledIn: [],
  check: checkNodeHealth,
  diff: diffNodeHealth,
  parseInputs: healthModel.parseInputs,
  parseState: healthModel.parseState,
  outputsOf: healthModel.outputsOf,
  operations: async () => (await import("./health/operations.js")).healthOperations,
};
