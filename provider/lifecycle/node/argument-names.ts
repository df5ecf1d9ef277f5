import { isProviderError } from "../../errors/errors.js";
import type { NodeInputs } from "./model.js";

/** The argument that leads to a field of the platform. */
export type ArgumentOf = (field: string) => string;

/** `nodes.0.region` is `nodes[0].region` to a program. */
const inBrackets: ArgumentOf = (field) => field.replace(/\.(\d+)(?=\.|$)/g, "[$1]");

// Maps, since a field may be called as a member of every object.
const networkNames: ReadonlyMap<string, string> = new Map([
  ["configuration", "network"],
  ["configuration.network", "network"],
]);

/** Arguments of a network. */
export const argumentOfNetwork: ArgumentOf = (field) => networkNames.get(field) ?? inBrackets(field);

// By placement. The ids of a chain and a region were looked up by the names that the program wrote.
const nodeNames: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  catalogue: new Map([
    ["blockchain", "chain"],
    ["cloud", "region"],
  ]),
  network: new Map([["network", "networkId"]]),
};

/** Arguments of a node, by the way in which the program placed it. */
export function argumentOfNode({ placement }: Pick<NodeInputs, "placement">): ArgumentOf {
  const names = nodeNames[placement];
  return (field) => names?.get(field) ?? inBrackets(field);
}

/**
 * Runs a write; a refusal names the arguments that the user can change, not the fields of the platform.
 *
 * @throws {RejectedError} with the fields renamed, and whatever else the write throws
 */
export async function namingArguments<T>(argumentOf: ArgumentOf, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isProviderError(error, "rejected") ? error.withFields(argumentOf) : error;
  }
}
