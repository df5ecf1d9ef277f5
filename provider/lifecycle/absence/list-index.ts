import type { Account } from "../../account/account.js";
import { memoized } from "../../base/memoized.js";
import { chainKey } from "../../health/chains/chains.js";
import type { UnreadableItem } from "../../platform/lists/unreadable.js";
import type { WholeList } from "../../platform/lists/whole-list.js";
import type { Network, NodeV1, NodeV2, Project } from "../../platform/schemas.js";

/** Lists of the objects behind resources. */
export type ObjectList = keyof Account["readers"];

/** What messages call each list. */
export const listNames: Readonly<Record<ObjectList, string>> = {
  listProjects: "the list of projects",
  listNetworks: "the list of networks",
  listNodesV1: "the list of nodes",
  listNodesV2: "the list of nodes",
};

/** Why lists may be incomplete, a clause each. */
export function gapsOf(lists: Partial<Record<ObjectList, Pick<Listed, "gap">>>): readonly string[] {
  return Object.entries(lists).flatMap(([list, { gap }]) =>
    gap === undefined ? [] : [`${listNames[list as ObjectList]} ${gap}`],
  );
}

/** An item of a list, with its location as far as the list shows it. */
export interface ListedItem {
  readonly id: string;
  readonly name: string | undefined;
  readonly project?: string | undefined;
  /** Network of a node of v1. */
  readonly networkId?: string | undefined;
  /** Slug of the chain of a network, or of a node of v2. */
  readonly chain?: string | undefined;
  readonly status?: string | undefined;
  /** Nodes of a network, including unreadable ones. */
  readonly nodes: readonly ListedItem[];
}

/** Content of a list, from its first page to its last. */
export interface Listed {
  readonly items: readonly ListedItem[];
  /** Items that are not as documented. */
  readonly unreadable: readonly UnreadableItem[];
  /** Of both. */
  readonly ids: ReadonlySet<string>;
  /** Why the list may be incomplete; undefined when it is complete. See `WholeList.gap`. */
  readonly gap: string | undefined;
}

const indexOf = memoized(buildIndex);

/**
 * What a list shows in a walk that begins after this call. Simultaneous callers share one walk: a refresh of many
 * deleted resources must not read the list once for each.
 */
export async function listedNow(account: Account, list: ObjectList): Promise<Listed> {
  return indexOf(await account.readers[list].whole());
}

function buildIndex({ items, unreadable, gap }: WholeList<Network | NodeV1 | NodeV2 | Project>): Listed {
  const ids = new Set([...items, ...unreadable].flatMap(({ id }) => (id === undefined ? [] : [id])));
  const isNameless = unreadable.some(({ id }) => id === undefined);
  return {
    items: items.map(placeOf),
    unreadable,
    ids,
    gap: gap ?? (isNameless ? "shows an item without a readable id" : undefined),
  };
}

/** Nodes of a network, including those without a readable id. */
export function nodesIn({ id: networkId, nodes, unreadable }: Network): readonly ListedItem[] {
  const unnamed = `a node of ${networkId} that shows no id`;
  return [...nodes, ...unreadable].map(({ id = unnamed, name }) => ({ id, name, networkId, nodes: [] }));
}

/** Drops the secrets of an item. */
function placeOf(item: Network | NodeV1 | NodeV2 | Project): ListedItem {
  const { id, name } = item;
  if ("nodes" in item) {
    const { project, status } = item;
    return { id, name, project, status, chain: chainOf(item), nodes: nodesIn(item) };
  }
  if ("api" in item) {
    return item.api === "v1"
      ? { id, name, networkId: item.networkId, nodes: [] }
      : { id, name, project: item.project, chain: chainOf(item), nodes: [] };
  }
  return { id, name, nodes: [] };
}

function chainOf({ protocol, network }: Pick<Network | NodeV2, "protocol" | "network">): string | undefined {
  return network === undefined ? undefined : chainKey(protocol, network);
}
