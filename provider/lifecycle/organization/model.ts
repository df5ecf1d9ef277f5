import { z } from "zod";
import { optionalText, requiredText } from "../engine/lenient.js";

/** What a program writes. */
export const organizationInputs = z.object({ name: requiredText });
/** What is in state. */
export const organizationState = z.object({ name: requiredText, organization: optionalText });

/** Inputs of OrganizationSettings. */
export type OrganizationInputs = z.output<typeof organizationInputs>;
/** State of OrganizationSettings, with the organization's id. */
export type OrganizationState = z.output<typeof organizationState>;
