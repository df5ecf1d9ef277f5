import { SharedWalk } from "../platform/shared-walk.js";
import type { Account } from "./account.js";

/** Lists of the objects that resources stand for. */
export type ObjectList = "listProjects" | "listNetworks" | "listNodesV1" | "listNodesV2";

/** What a list showed, from its first page to its last. */
export interface Listed {
  /** Also of items that are not as documented. */
  readonly ids: ReadonlySet<string>;
  /** How many objects the list counts and does not show: then it says nothing about what it lacks. */
  readonly missing: number;
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
  const ids = new Set<string>();
  // What is there during the whole walk is shown, so that no page counts less than that.
  let fewest = Number.POSITIVE_INFINITY;
  for await (const { count, results, unreadable } of client.pages(list, {}, signal)) {
    for (const { id } of [...results, ...unreadable]) {
      if (id !== undefined) {
        ids.add(id);
      }
    }
    fewest = Math.min(fewest, count ?? Number.POSITIVE_INFINITY);
  }
  // Every list counts: one that shows nothing, and does not say that there is nothing, is no answer.
  const counted = Number.isFinite(fewest) ? fewest : 1;
  return { ids, missing: Math.max(0, counted - ids.size) };
}
