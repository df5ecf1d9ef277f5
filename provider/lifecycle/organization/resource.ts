import { changeTable } from "../changes.js";
import type { Resource } from "../resource.js";
import { checkOrganizationSettings, diffOrganizationSettings } from "./check.js";
import { type OrganizationInputs, type OrganizationState, organizationInputs, organizationState } from "./model.js";

/** The resource type OrganizationSettings. */
export const organizationSettings: Resource<OrganizationInputs, OrganizationState> = {
  changes: changeTable.OrganizationSettings,
  filledIn: [],
  check: checkOrganizationSettings,
  diff: diffOrganizationSettings,
  parseInputs: (properties) => organizationInputs.parse(properties),
  parseState: (outputs) => organizationState.parse(outputs),
  outputsOf: (recorded) => recorded,
  operations: async () => (await import("./operations.js")).organizationOperations,
};
