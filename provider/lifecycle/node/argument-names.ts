import { isProviderError } from "../../errors/errors.js";
import type { NodeInputs } from "./model.js";

/** Maps a field of the platform to the argument that sets it. */
export type ArgumentOf = (field: string) => string;

/** `nodes.0.region` is `nodes[0].region` to a program. */
const inBrackets: ArgumentOf = (field) => field.replace(/\.(\d+)(?=\.|$)/g, "[$1]");

// Maps, since a field may be called `constructor`.
const networkNames: ReadonlyMap<string, string> = new Map([
  ["configuration", "network"],
  ["configuration.network", "network"],
]);

export const argumentOfNetwork: ArgumentOf = (field) => networkNames.get(field) ?? inBrackets(field);

// By placement: the ids of chain and cloud were looked up by the names that the program wrote.
const nodeNames: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  catalogue: new Map([
    ["blockchain", "chain"],
    ["cloud", "region"],
  ]),
  network: new Map([["network", "networkId"]]),
};

export function argumentOfNode({ placement }: Pick<NodeInputs, "placement">): ArgumentOf {
  const names = nodeNames[placement];
  return (field) => names?.get(field) ?? inBrackets(field);
}

/**
 * Runs a write; a refusal names the arguments of the user, not the fields of the platform.
 *
 * @throws {RejectedError} with the fields renamed; other errors of the write unchanged
 */
export async function namingArguments<T>(argumentOf: ArgumentOf, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isProviderError(error, "rejected") ? error.withFields(argumentOf) : error;
  }
}
