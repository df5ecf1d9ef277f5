import { changeTable } from "../changes.js";
import { type EngineResource, overProperties } from "../dynamic/edge.js";
import { checkNetwork, diffNetwork } from "./check.js";
import { networkOperations } from "./operations.js";

/** The resource type Network. */
export const network: EngineResource = {
  ...overProperties<unknown, unknown>({
    changes: changeTable.Network,
    filledIn: [],
    check: checkNetwork,
    diff: diffNetwork,
    parseInputs: () => undefined,
    parseState: () => undefined,
    outputsOf: () => ({}),
    operations: () => Promise.reject(new Error("none")),
  }),
  ...networkOperations,
};
