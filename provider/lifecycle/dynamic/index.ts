import { changeTable } from "../changes.js";
import { checkNetwork, diffNetwork } from "../network/check.js";
import { checkNode, diffNode } from "../node/check.js";
import { checkOrganizationSettings, diffOrganizationSettings } from "../organization/check.js";
import { checkProject, diffProject } from "../project/check.js";
import { defineProvider } from "./handler.js";

/** What the provider process calls for a Project. */
export const project = defineProvider({
  changes: changeTable.Project,
  check: checkProject,
  diff: diffProject,
  operations: async () => (await import("../project/operations.js")).projectOperations,
});

/** What the provider process calls for a Network. */
export const network = defineProvider({
  changes: changeTable.Network,
  check: checkNetwork,
  diff: diffNetwork,
  operations: async () => (await import("../network/operations.js")).networkOperations,
});

/** What the provider process calls for a Node. */
export const node = defineProvider({
  changes: changeTable.Node,
  check: checkNode,
  diff: diffNode,
  operations: async () => (await import("../node/operations.js")).nodeOperations,
});

/** What the provider process calls for OrganizationSettings. */
export const organizationSettings = defineProvider({
  changes: changeTable.OrganizationSettings,
  check: checkOrganizationSettings,
  diff: diffOrganizationSettings,
  operations: async () => (await import("../organization/operations.js")).organizationSettingsOperations,
});
