import { z } from "zod";
import { changeTable } from "../changes.js";
import { optionalText, requiredText } from "../engine/lenient.js";
import type { Resource } from "../resource.js";
import { checkOrganizationSettings, diffOrganizationSettings } from "./check.js";

const inputs = z.object({ name: requiredText });
const state = z.object({ name: requiredText, organization: optionalText });

/** What the program says about the organization. */
export type OrganizationInputs = z.output<typeof inputs>;
/** What is recorded of it: its id too. */
export type OrganizationState = z.output<typeof state>;

/** The resource type OrganizationSettings. */
export const organizationSettings: Resource<OrganizationInputs, OrganizationState> = {
  changes: changeTable.OrganizationSettings,
  filledIn: [],
  check: checkOrganizationSettings,
  diff: diffOrganizationSettings,
  parseInputs: (properties) => inputs.parse(properties),
  parseState: (outputs) => state.parse(outputs),
  outputsOf: (recorded) => recorded,
  operations: async () => (await import("./operations.js")).organizationOperations,
};
