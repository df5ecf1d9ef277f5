import { z } from "zod";
import { optionalText, requiredText } from "../engine/lenient.js";

/** What a program writes. */
export const organizationInputs = z.object({ name: requiredText });
/** What is recorded. */
export const organizationState = z.object({ name: requiredText, organization: optionalText });

/** What the program says about the organization. */
export type OrganizationInputs = z.output<typeof organizationInputs>;
/** What is recorded of it: its id too. */
export type OrganizationState = z.output<typeof organizationState>;
