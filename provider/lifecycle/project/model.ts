import type { OutputSchemas } from "../../resources/shapes.js";
import { z } from "../../vendor/zod.js";
import { optionalText, requiredText, timeouts } from "../engine/lenient.js";

export const projectInputs = z.object({ name: requiredText, description: optionalText, type: optionalText, timeouts });
export const projectOutputs = z.object({
  name: requiredText,
  description: optionalText,
  type: optionalText,
  createdAt: optionalText,
  organization: optionalText,
  timeouts,
} satisfies OutputSchemas<"Project", z.ZodType>);

export type ProjectInputs = z.output<typeof projectInputs>;

export interface ProjectState extends z.output<typeof projectOutputs> {
  /** Inputs of the last run; undefined for a project that only `get` has read. */
  readonly inputs: ProjectInputs | undefined;
}
