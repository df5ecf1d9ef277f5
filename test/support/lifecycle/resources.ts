import { type EngineResource, overProperties } from "../../../provider/lifecycle/dynamic/edge.js";
import { network, node, project } from "../../../provider/lifecycle/resources.js";

export type { EngineResource };

/** Each type as the engine calls it, on properties with hidden members. */
export const nodeOperations = overProperties(node);
export const networkOperations = overProperties(network);
export const projectOperations = overProperties(project);

/** `diff` of each type: old outputs, and inputs after `check`. */
export const { diff: diffNode } = nodeOperations;
export const { diff: diffNetwork } = networkOperations;
export const { diff: diffProject } = projectOperations;
