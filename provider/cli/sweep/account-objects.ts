import type { Account } from "../../account/account.js";
import { systemClock } from "../../base/clock.js";
import { chainKey } from "../../health/chains/chains.js";
import { gapsOf } from "../../lifecycle/absence/list-index.js";
import { distinct, type UnreadableItem } from "../../platform/lists/unreadable.js";
import { readWholeList } from "../../platform/lists/whole-list.js";
import type { Network, NodeV1, NodeV2 } from "../../platform/schemas.js";

/** Placement of a node, in the names of a Node's outputs; unknown parts are undefined. */
export interface Placement {
  /** Slug of the chain. */
  readonly network?: string | undefined;
  readonly type?: string | undefined;
  readonly provider?: string | undefined;
  readonly region?: string | undefined;
  readonly cloud?: string | undefined;
  readonly blockchain?: string | undefined;
}

interface AccountObject<Kind extends string> {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  readonly createdAt: string | undefined;
}

/** A node of the account, merged from both API versions. */
export interface AccountNode extends AccountObject<"node"> {
  readonly project: string | undefined;
  /** Its v1 network; every node that v1 shows has one. */
  readonly networkId: string | undefined;
  readonly placement: Placement;
  /** API version to delete it with, unless the state specifies another. */
  readonly api: "v1" | "v2";
}

export interface AccountNetwork extends AccountObject<"network"> {
  readonly project: string | undefined;
  readonly nodes: readonly AccountNode[];
}

export type AccountProject = AccountObject<"project">;

/** Everything that the key can see, oldest first. */
export interface AccountObjects {
  readonly nodes: readonly AccountNode[];
  readonly networks: readonly AccountNetwork[];
  readonly projects: readonly AccountProject[];
  /** For each list, the position of each object, oldest first. */
  readonly lists: readonly ReadonlyMap<string, number>[];
  /** Objects that cannot be parsed. */
  readonly unreadable: readonly UnreadableItem[];
  /** Why a list may be incomplete, one line each. */
  readonly gaps: readonly string[];
}

/**
 * Reads every list, and again if it may be incomplete.
 *
 * @throws {ProviderError} see `PlatformClient.pages`
 */
export async function readAccount({ client, signal }: Account): Promise<AccountObjects> {
  const pauses = { clock: systemClock, signal };
  const [projects, networks, nodesV1, nodesV2] = await Promise.all([
    readWholeList(() => client.pages("listProjects", {}, signal), pauses),
    readWholeList(() => client.pages("listNetworks", {}, signal), pauses),
    readWholeList(() => client.pages("listNodesV1", {}, signal), pauses),
    readWholeList(() => client.pages("listNodesV2", {}, signal), pauses),
  ]);
  const networksById = new Map(networks.items.map((network) => [network.id, network]));
  const nodes = new Map<string, AccountNode>();
  for (const node of [...networks.items.flatMap((network) => network.nodes), ...nodesV1.items]) {
    const { id, name, networkId, createdAt } = node;
    const network = networkId === undefined ? undefined : networksById.get(networkId);
    const placement = placementOfV1(node, network);
    nodes.set(id, { kind: "node", id, name, project: network?.project, createdAt, networkId, placement, api: "v1" });
  }
  for (const node of nodesV2.items) {
    const { id, name, project } = node;
    const { createdAt, networkId, placement } = nodes.get(id) ?? {};
    const seen = { ...placementOfV2(node), type: placement?.type };
    nodes.set(id, { kind: "node", id, name, project, createdAt, networkId, placement: seen, api: "v2" });
  }
  const all = [...nodes.values()];
  const nodesIn = new Map<string | undefined, AccountNode[]>();
  for (const node of all) {
    nodesIn.set(node.networkId, [...(nodesIn.get(node.networkId) ?? []), node]);
  }
  return {
    nodes: all,
    networks: networks.items.map(({ id, name, project, createdAt }) => ({
      kind: "network",
      id,
      name: name ?? id,
      project,
      createdAt,
      nodes: nodesIn.get(id) ?? [],
    })),
    projects: projects.items.map(({ id, name, createdAt }) => ({ kind: "project", id, name, createdAt })),
    lists: [projects, networks, nodesV1, nodesV2].map(
      ({ items }) => new Map(items.map(({ id }, index) => [id, index] as const)),
    ),
    unreadable: distinct([projects, networks, ...networks.items, nodesV1, nodesV2]),
    gaps: gapsOf({ listProjects: projects, listNetworks: networks, listNodesV1: nodesV1, listNodesV2: nodesV2 }),
  };
}

function placementOfV1({ type, provider, region }: NodeV1, network: Network | undefined): Placement {
  return { network: network?.network && chainKey(network.protocol, network.network), type, provider, region };
}

function placementOfV2({ protocol, network, provider, region, cloud, blockchain }: NodeV2): Placement {
  return { network: network && chainKey(protocol, network), provider, region, cloud, blockchain };
}
