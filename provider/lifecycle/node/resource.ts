import { changeTable } from "../changes.js";
import { type EngineResource, overProperties } from "../dynamic/edge.js";
import { checkNode, diffNode } from "./check.js";
import { nodeOperations } from "./operations.js";

/** The resource type Node. */
export const node: EngineResource = {
  ...overProperties<unknown, unknown>({
    changes: changeTable.Node,
    filledIn: [],
    check: checkNode,
    diff: diffNode,
    parseInputs: () => undefined,
    parseState: () => undefined,
    outputsOf: () => ({}),
    operations: () => Promise.reject(new Error("none")),
  }),
  ...nodeOperations,
};
