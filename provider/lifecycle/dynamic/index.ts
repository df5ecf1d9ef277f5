import * as resources from "../resources.js";
import { overProperties } from "./edge.js";
import { defineLocalProvider, defineProvider } from "./handler.js";

// What the provider process calls for a resource of each type.
export const project = defineProvider(overProperties(resources.project));
export const network = defineProvider(overProperties(resources.network));
export const node = defineProvider(overProperties(resources.node));
export const organizationSettings = defineProvider(overProperties(resources.organizationSettings));
export const nodeHealth = defineLocalProvider(overProperties(resources.nodeHealth));
