import { changeTable } from "../changes.js";
import type { Resource } from "../resource.js";
import { checkNetwork, diffNetwork } from "./check.js";
import { argumentsIn, type NetworkInputs, type NetworkState, outputsOf, parseInputs, parseState } from "./model.js";

/** The resource type Network. */
export const network: Resource<NetworkInputs, NetworkState> = {
  changes: changeTable.Network,
  filledIn: [],
  check: checkNetwork,
  diff: diffNetwork,
  parseInputs,
  parseState,
  outputsOf,
  argumentsIn,
  operations: async () => (await import("./operations.js")).networkOperations,
};
