import { z } from "zod";
import { changeTable } from "../changes.js";
import { optionalText, requiredText, timeouts } from "../engine/lenient.js";
import type { Resource } from "../resource.js";
import { checkProject, diffProject } from "./check.js";

const inputs = z.object({ name: requiredText, description: optionalText, type: optionalText, timeouts });
const observed = z.object({
  name: requiredText,
  description: optionalText,
  type: optionalText,
  createdAt: optionalText,
  organization: optionalText,
  timeouts,
});

/** What the program says about a project. */
export type ProjectInputs = z.output<typeof inputs>;

/** What is recorded of a project. */
export interface ProjectState extends z.output<typeof observed> {
  /** What the program wrote last; undefined for a project that only `get` has read. */
  readonly inputs: ProjectInputs | undefined;
}

/** The resource type Project. */
export const project: Resource<ProjectInputs, ProjectState> = {
  changes: changeTable.Project,
  filledIn: ["name"],
  check: checkProject,
  diff: diffProject,
  parseInputs: (properties) => inputs.parse(properties),
  parseState: (outputs, written) => ({ ...observed.parse(outputs), inputs: written }),
  outputsOf: ({ inputs: _, ...outputs }) => outputs,
  operations: async () => (await import("./operations.js")).projectOperations,
};
