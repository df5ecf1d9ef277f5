import { z } from "../../vendor/zod.js";
import { optionalText, requiredText } from "../engine/lenient.js";

export const organizationInputs = z.object({ name: requiredText });
export const organizationState = z.object({ name: requiredText, organization: optionalText });

export type OrganizationInputs = z.output<typeof organizationInputs>;
export type OrganizationState = z.output<typeof organizationState>;
