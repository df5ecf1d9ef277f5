import { defineProvider } from "./handler.js";
import { checkNetwork, diffNetwork } from "./network-inputs.js";
import { checkNode, diffNode } from "./node-inputs.js";
import { checkProject, diffProject } from "./project.js";

/** What the provider process calls for a Project. */
export const project = defineProvider({
  check: checkProject,
  diff: diffProject,
  operations: async () => (await import("./project-operations.js")).projectOperations,
});

/** What the provider process calls for a Network. */
export const network = defineProvider({
  check: checkNetwork,
  diff: diffNetwork,
  operations: async () => (await import("./network-operations.js")).networkOperations,
});

/** What the provider process calls for a Node. */
export const node = defineProvider({
  check: checkNode,
  diff: diffNode,
  operations: async () => (await import("./node-operations.js")).nodeOperations,
});
