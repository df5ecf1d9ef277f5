import { z } from "zod";
import type { OutputSchemas } from "../../resources/shapes.js";
import { optionalText, requiredText, timeouts } from "../engine/lenient.js";

/** What the program may write. */
export const projectInputs = z.object({ name: requiredText, description: optionalText, type: optionalText, timeouts });
/** What the platform shows. */
export const projectOutputs = z.object({
  name: requiredText,
  description: optionalText,
  type: optionalText,
  createdAt: optionalText,
  organization: optionalText,
  timeouts,
} satisfies OutputSchemas<"Project", z.ZodType>);

/** Inputs of a Project. */
export type ProjectInputs = z.output<typeof projectInputs>;

/** State of a Project. */
export interface ProjectState extends z.output<typeof projectOutputs> {
  /** Inputs of the last run; undefined for a project that only `get` has read. */
  readonly inputs: ProjectInputs | undefined;
}
