import { SharedWalk } from "../platform/shared-walk.js";
import { wholeList } from "../platform/whole-list.js";
import type { Account } from "./account.js";

/** Lists of the objects that resources stand for. */
export type ObjectList = "listProjects" | "listNetworks" | "listNodesV1" | "listNodesV2";

/** What messages call each list. */
export const listNames: Readonly<Record<ObjectList, string>> = {
  listProjects: "the list of projects",
  listNetworks: "the list of networks",
  listNodesV1: "the list of nodes",
  listNodesV2: "the list of nodes",
};

/** What a list showed, from its first page to its last. */
export interface Listed {
  /** Also of items that are not as documented. */
  readonly ids: ReadonlySet<string>;
  /** Why the list says nothing about what it lacks; undefined when it does. See `WholeList.gap`. */
  readonly gap: string | undefined;
}

const lists = new WeakMap<Account, Map<ObjectList, SharedWalk<Listed>>>();

/**
 * What a list shows in a walk that begins after this call. Those who ask at about the same time share one walk: a refresh
 * of many resources that are gone must not read the list once for each.
 */
export function listedNow(account: Account, list: ObjectList): Promise<Listed> {
  const ofAccount = lists.get(account) ?? new Map<ObjectList, SharedWalk<Listed>>();
  lists.set(account, ofAccount);
  const shared = ofAccount.get(list) ?? new SharedWalk(() => walk(account, list));
  ofAccount.set(list, shared);
  return shared.after(shared.mark());
}

async function walk({ client, signal }: Account, list: ObjectList): Promise<Listed> {
  const { items, unreadable, gap } = await wholeList<{ readonly id: string }>(client.pages(list, {}, signal));
  const ids = new Set([...items, ...unreadable].flatMap(({ id }) => (id === undefined ? [] : [id])));
  const isNameless = unreadable.some(({ id }) => id === undefined);
  return { ids, gap: gap ?? (isNameless ? "shows an item without a readable id" : undefined) };
}
