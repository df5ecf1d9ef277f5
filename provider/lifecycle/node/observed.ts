import { isDeepStrictEqual } from "node:util";
import type { NodeEndpoints } from "../../access/endpoints.js";
import { chainKey } from "../../health/chains/chains.js";
import type { Network, NodeV1, NodeV2 } from "../../platform/schemas.js";
import { endpointsOf, hostOf } from "./endpoints.js";
import type { PlaceInNetwork, ShownOutputs } from "./model.js";

/** A node as either version of the API shows it. What is not known is absent. */
export interface ObservedNode {
  readonly api: "v1" | "v2";
  readonly id: string;
  readonly name: string;
  readonly status: string;
  /** Slug of the chain, for example `ethereum-mainnet`. */
  readonly chain: string | undefined;
  readonly endpoints: NodeEndpoints;
  /** As v1 shows it: it may contain keys that were never sent, and is unreliable for shared nodes. */
  readonly configuration: Readonly<Record<string, unknown>> | undefined;
  /** What the platform shows, under the names of a Node's outputs. */
  readonly outputs: ShownOutputs;
  /** Outputs that the platform omitted and that were filled in from state; empty for a bare response. */
  readonly hidden: readonly string[];
}

export function viewOfV2(node: NodeV2): ObservedNode {
  const chain = node.network === undefined ? undefined : chainKey(node.protocol, node.network);
  return view(node, chain, {
    protocol: node.protocol,
    project: node.project,
    cloud: node.cloud,
    blockchain: node.blockchain,
  });
}

/** A node from its v1 view; chain and project are known only through its network. */
export function viewOfV1(
  node: NodeV1,
  network: Pick<Network, "protocol" | "network" | "project"> | undefined,
): ObservedNode {
  const chain = network?.network === undefined ? undefined : chainKey(network.protocol, network.network);
  return view(node, chain, {
    protocol: network?.protocol,
    project: network?.project,
    networkId: node.networkId,
    type: node.type,
  });
}

function view(node: NodeV1 | NodeV2, chain: string | undefined, placement: ShownOutputs): ObservedNode {
  const { details } = node;
  const endpoints = endpointsOf(details);
  return {
    api: node.api,
    id: node.id,
    name: node.name,
    status: node.status,
    chain,
    endpoints,
    configuration: node.api === "v1" ? node.configuration : undefined,
    outputs: {
      ...placement,
      name: node.name,
      status: node.status,
      network: chain,
      region: node.region,
      provider: node.provider,
      host: hostOf(endpoints),
      mode: stringOf(details.mode),
      version: stringOf(details.version),
      apiNamespaces: Array.isArray(details.api_namespaces) ? details.api_namespaces.filter(isString) : undefined,
      endpoints,
    },
    hidden: [],
  };
}

// `version` is a bare number in one documented example.
function stringOf(value: unknown): string | undefined {
  return (typeof value === "string" && value !== "") || typeof value === "number" ? String(value) : undefined;
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

/** Whether what the platform shows matches what is wanted; what it omits is not compared. */
export function areAlike<Key extends string>(
  wanted: { readonly [K in Key]?: unknown },
  seen: { readonly [K in Key]?: unknown },
  keys: readonly Key[],
): boolean {
  return keys.every(
    (key) => wanted[key] === undefined || seen[key] === undefined || isDeepStrictEqual(wanted[key], seen[key]),
  );
}

/**
 * Whether a v1 node is in the wanted place. The configuration is compared for dedicated nodes only: the platform shows
 * `archive: false` on shared nodes that serve archive data.
 */
export function isPlacedAs(wanted: PlaceInNetwork, { outputs, configuration = {} }: ObservedNode): boolean {
  return (
    areAlike(wanted, outputs, ["type", "provider", "region"]) &&
    (wanted.type !== "dedicated" || areAlike(wanted.configuration, configuration, Object.keys(wanted.configuration)))
  );
}
