import { changeTable } from "../changes.js";
import type { Resource } from "../resource.js";
import { checkProject, diffProject } from "./check.js";
import { type ProjectInputs, type ProjectState, projectInputs, projectOutputs } from "./model.js";

/** The resource type Project. */
export const project: Resource<ProjectInputs, ProjectState> = {
  changes: changeTable.Project,
  filledIn: ["name"],
  check: checkProject,
  diff: diffProject,
  parseInputs: (properties) => projectInputs.parse(properties),
  parseState: (outputs, written) => ({ ...projectOutputs.parse(outputs), inputs: written }),
  outputsOf: ({ inputs: _, ...outputs }) => outputs,
  operations: async () => (await import("./operations.js")).projectOperations,
};
