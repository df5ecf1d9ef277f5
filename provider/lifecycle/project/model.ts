import { z } from "zod";
import { optionalText, requiredText, timeouts } from "../engine/lenient.js";

/** What a program may write. */
export const projectInputs = z.object({ name: requiredText, description: optionalText, type: optionalText, timeouts });
/** What the platform shows. */
export const projectOutputs = z.object({
  name: requiredText,
  description: optionalText,
  type: optionalText,
  createdAt: optionalText,
  organization: optionalText,
  timeouts,
});

/** What the program says about a project. */
export type ProjectInputs = z.output<typeof projectInputs>;

/** What is recorded of a project. */
export interface ProjectState extends z.output<typeof projectOutputs> {
  /** What the program wrote last; undefined for a project that only `get` has read. */
  readonly inputs: ProjectInputs | undefined;
}
