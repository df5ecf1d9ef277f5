import { network as networkResource } from "../network/resource.js";
import { node as nodeResource } from "../node/resource.js";
import { organizationSettings as organizationResource } from "../organization/resource.js";
import { project as projectResource } from "../project/resource.js";
import { overProperties } from "./edge.js";
import { defineProvider } from "./handler.js";

/** What the provider process calls for a Project. */
export const project = defineProvider(overProperties(projectResource));

/** What the provider process calls for a Network. */
export const network = defineProvider(overProperties(networkResource));

/** What the provider process calls for a Node. */
export const node = defineProvider(overProperties(nodeResource));

/** What the provider process calls for OrganizationSettings. */
export const organizationSettings = defineProvider(overProperties(organizationResource));
