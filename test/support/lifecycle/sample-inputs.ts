import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { type Owner, parseOwner } from "../../../provider/lifecycle/owner.js";
import type { CheckOutcome } from "../../../provider/lifecycle/resource.js";
import { networkOperations, nodeOperations, projectOperations } from "./resources";

/** Sentinels of unknown values: string, boolean, number, array, asset, archive, object. */
export const sentinels = [
  "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
] as const;

/** The three ways to place a node, and valid arguments of the other types. */
export const catalogue = { project: "PR-1-2-3", chain: "ethereum-mainnet" } as const;
export const ids = { project: "PR-1-2-3", blockchain: "BC-000-000-008", cloud: "CC-0016" } as const;
export const inNetwork = {
  networkId: "NW-1-2-3",
  type: "dedicated",
  provider: "aws",
  region: "us-east-1",
  configuration: { archive: true, client: "geth" },
} as const;
export const initialNode = {
  type: "shared",
  provider: "chainstack_global",
  region: "global1",
  configuration: { archive: false },
} as const;
export const networkArgs = {
  project: "PR-1-2-3",
  protocol: "ethereum",
  network: "ethereum-mainnet",
  nodes: [initialNode],
} as const;

/** Owner of a resource with this logical name. */
export function ownerOf(
  type: "Node" | "Network" | "Project",
  name: string,
  { organization = "acme", salt = "" } = {},
): Owner {
  const urn = `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/blockchain-nodes:${type}::${name}`;
  return parseOwner(`${organization}/${urn}`, salt);
}

/** Two resources of one stack whose hashes share the first 8 digits. */
export const collidingOwners = [ownerOf("Node", "rpc-51586"), ownerOf("Node", "rpc-61120")] as const;

/** `check` of each type, for a new resource unless old inputs are given. */
export const check = {
  node: (news: Properties, olds: Properties = {}): CheckOutcome =>
    nodeOperations.check(olds, news, ownerOf("Node", "rpc")),
  network: (news: Properties, olds: Properties = {}): CheckOutcome =>
    networkOperations.check(olds, news, ownerOf("Network", "net")),
  project: (news: Properties, olds: Properties = {}): CheckOutcome =>
    projectOperations.check(olds, news, ownerOf("Project", "team")),
} as const;

/** Failures of a check as `property: reason`. */
export function failuresOf({ failures }: CheckOutcome): readonly string[] {
  return failures.map(({ property, reason }) => `${property}: ${reason}`);
}

/** Warnings of a check as `property: reason`. */
export function warningsOf({ warnings = [] }: CheckOutcome): readonly string[] {
  return warnings.map(({ property, reason }) => `${property}: ${reason}`);
}
