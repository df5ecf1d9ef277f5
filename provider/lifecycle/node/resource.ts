import { changeTable } from "../changes.js";
import type { Resource } from "../resource.js";
import { checkNode, diffNode } from "./check.js";
import { type NodeInputs, type NodeState, parseInputs, parseOutputs } from "./model.js";

/** The resource type Node. */
export const node: Resource<NodeInputs, NodeState> = {
  changes: changeTable.Node,
  filledIn: ["name"],
  check: checkNode,
  diff: diffNode,
  parseInputs,
  parseState: (outputs, inputs) => ({ ...parseOutputs(outputs), inputs }),
  outputsOf: ({ inputs: _, ...outputs }) => outputs,
  operations: async () => (await import("./operations.js")).nodeOperations,
};
