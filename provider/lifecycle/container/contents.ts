import type { Account } from "../../account/account.js";
import { ShapeError } from "../../errors/errors.js";
import { chainKey } from "../../health/chains/chains.js";
import { distinct, listUnreadable, type UnreadableItem } from "../../platform/lists/unreadable.js";
import type { Network, Project } from "../../platform/schemas.js";
import { readIfThere } from "../absence/absence.js";
import type { Holding } from "../absence/deletion.js";
import { gapsOf, type ListedItem, listedNow, nodesIn } from "../absence/list-index.js";
import { type NodeApi, nodeApis } from "../node/api.js";
import type { Context } from "../resource.js";

/** A node, with its location in the lists. */
export interface HeldNode {
  readonly id: string;
  readonly name: string | undefined;
  /** How it is read and deleted. */
  readonly api: NodeApi;
  readonly project: string | undefined;
  readonly networkId: string | undefined;
  readonly chain: string | undefined;
}

export interface Contents {
  readonly nodes: readonly HeldNode[];
  /** Objects that a list shows without a location. */
  readonly unplaced: readonly UnreadableItem[];
  /** Why it may hold more, a clause each. */
  readonly gaps: readonly string[];
}

// By definition a node of such a network runs, or has run: without any, it holds nodes that this key may not see.
const statusesOfFull: readonly (string | undefined)[] = ["ok", "warning"];

/** Contents of a project, in lists that are read after this call; simultaneous deletions share the walks. */
export async function contentsOfProject(project: Project, account: Account): Promise<Contents> {
  const { networks, nodes, unplaced, gaps } = await survey(account);
  const own = networks.filter((network) => network.project === project.id);
  const unseen = (project.networks ?? 0) - own.length;
  return {
    nodes: nodes.filter((node) => node.project === project.id),
    unplaced,
    gaps: [
      ...gaps,
      ...own.flatMap((network) => gapOfEmpty(network, nodes)),
      ...(unseen > 0 ? [`it counts ${project.networks} networks, of which the list shows ${own.length}`] : []),
    ],
  };
}

/**
 * Contents of a network.
 *
 * @param network from a read of itself, which may be newer than the lists
 * @param isEmptied whether its own nodes are deleted: if it still exists, it may hold nodes that only v2 shows
 */
export async function contentsOfNetwork(network: Network, account: Account, isEmptied: boolean): Promise<Contents> {
  const { nodes, unplaced, gaps } = await survey(account);
  const { id, project, protocol, network: slug } = network;
  const chain = slug && chainKey(protocol, slug);
  const shown = new Map<string, HeldNode>();
  for (const node of nodes) {
    const mayBeIn = isEmptied && node.networkId === undefined && node.project === project && node.chain === chain;
    if (node.networkId === id || mayBeIn) {
      shown.set(node.id, node);
    }
  }
  for (const node of nodesIn(network)) {
    shown.set(node.id, { id: node.id, name: node.name, api: nodeApis.v1, project, networkId: id, chain });
  }
  const own = [...shown.values()];
  return { nodes: own, unplaced, gaps: [...gaps, ...gapOfEmpty(network, own)] };
}

/**
 * What blocks a deletion: the contents without what this process has deleted.
 *
 * @param own ids of nodes that are deleted with it
 */
export function holdingOf(
  { nodes, unplaced, gaps }: Contents,
  { removals }: Pick<Context, "removals">,
  own: readonly unknown[] = [],
): Holding {
  const isBlocking = (id: string) => !(own.includes(id) || removals.isDeleted(id));
  const unknown = unplaced.filter(({ id }) => id === undefined || isBlocking(id));
  const places = unknown.length === 0 ? [] : [`the platform does not show where these are: ${listUnreadable(unknown)}`];
  const [obstacle] = [...gaps, ...places];
  return {
    ids: nodes.map(({ id }) => id).filter(isBlocking),
    obstacle: obstacle === undefined ? undefined : new ShapeError(`${obstacle}.`),
  };
}

interface Survey extends Contents {
  readonly networks: readonly ListedItem[];
}

async function survey(account: Account): Promise<Survey> {
  const [networks, nodesV1, nodesV2] = await Promise.all([
    listedNow(account, "listNetworks"),
    listedNow(account, "listNodesV1"),
    listedNow(account, "listNodesV2"),
  ]);
  const networksById = new Map(networks.items.map((network) => [network.id, network]));
  const shown = new Map<string, HeldNode>();
  for (const node of [...networks.items.flatMap(({ nodes }) => nodes), ...nodesV1.items]) {
    const { id, name } = node;
    const networkId = node.networkId ?? shown.get(id)?.networkId;
    const network =
      networkId === undefined ? undefined : (networksById.get(networkId) ?? (await factsOf(networkId, account)));
    shown.set(id, { id, name, api: nodeApis.v1, networkId, project: network?.project, chain: network?.chain });
  }
  for (const { id, name, ...shownByV2 } of nodesV2.items) {
    const { networkId, project = shownByV2.project, chain = shownByV2.chain } = shown.get(id) ?? {};
    shown.set(id, { id, name, api: nodeApis.v2, networkId, project, chain });
  }
  const nodes = [...shown.values()];
  const known = [...networks.items, ...nodes];
  const placed = new Set(known.flatMap(({ id, project }) => (project === undefined ? [] : [id])));
  const unreadable = distinct([networks, nodesV1, nodesV2, { unreadable: known }]);
  return {
    networks: networks.items,
    nodes,
    unplaced: unreadable.filter(({ id }) => id === undefined || !placed.has(id)),
    gaps: gapsOf({ listNetworks: networks, listNodesV1: nodesV1, listNodesV2: nodesV2 }),
  };
}

/** Project and chain of a network that its list does not show. */
async function factsOf(id: string, account: Account) {
  const facts = await readIfThere(() => account.networkFacts(id));
  return facts && { project: facts.project, chain: facts.network && chainKey(facts.protocol, facts.network) };
}

function gapOfEmpty(
  { id, status }: { readonly id: string; readonly status?: string | undefined },
  nodes: readonly Pick<HeldNode, "networkId">[],
): readonly string[] {
  const isEmpty = nodes.every(({ networkId }) => networkId !== id);
  return isEmpty && statusesOfFull.includes(status) ? [`network ${id} is "${status}", but shows no nodes`] : [];
}
