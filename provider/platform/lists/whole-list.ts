import type { Clock } from "../../base/clock.js";
import { poll } from "../../base/poll.js";
import type { Page } from "../wire.js";
import type { WalkedPage } from "./list-walk.js";
import { distinct, type UnreadableItem } from "./unreadable.js";

/** Everything that one walk of a list showed, and whether it is complete. */
export interface WholeList<Item> {
  /** Oldest first, except items that moved to another page during the walk. */
  readonly items: readonly Item[];
  /** Items that cannot be parsed; those without id and name count as one. */
  readonly unreadable: readonly UnreadableItem[];
  /**
   * Why the list may be incomplete, as a predicate that follows its name; undefined if it is complete. An object that
   * is missing from a list with a gap may still exist.
   */
  readonly gap: string | undefined;
}

/**
 * Reads a list once and checks whether it is complete: no page was missing, and at least as many items as the lowest
 * count of any page, since what exists during the whole walk is part of every count.
 *
 * @throws {ProviderError} whatever reading a page throws
 */
export async function readListOnce<Item>(pages: AsyncIterable<WalkedPage<Page<Item>>>): Promise<WholeList<Item>> {
  const walked: WalkedPage<Page<Item>>[] = [];
  for await (const page of pages) {
    walked.push(page);
  }
  return wholeOf(walked);
}

/** What the pages of a walk that has reached its end showed together. */
export function wholeOf<Item>(pages: readonly WalkedPage<Page<Item>>[]): WholeList<Item> {
  const walked = [...pages];
  const vanished = walked.at(-1)?.vanished ?? [];
  const minCount = Math.min(...walked.map(({ count }) => count ?? Number.POSITIVE_INFINITY));
  walked.sort((a, b) => a.page - b.page);
  const items = walked.flatMap(({ results }) => results);
  const unreadable = distinct(walked);
  return { items, unreadable, gap: gapOf(items.length + unreadable.length, minCount, vanished) };
}

const maxWalks = 3;

/**
 * Reads a list, and again while it has a gap, up to three times; returns the last result.
 *
 * @param pages starts a walk
 */
export async function readWholeList<Item>(
  pages: () => AsyncIterable<WalkedPage<Page<Item>>>,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<WholeList<Item>> {
  return poll(clock, { signal }, async ({ looks }) => {
    const list = await readListOnce(pages());
    return list.gap === undefined || looks + 1 === maxWalks ? { found: list } : undefined;
  });
}

function gapOf(shown: number, counted: number, vanished: readonly number[]): string | undefined {
  if (vanished.length > 0) {
    return `lost page ${vanished.join(", ")} during the read`;
  }
  // Every list has a count: an empty list without one proves nothing.
  if (!Number.isFinite(counted)) {
    return shown === 0 ? "has neither items nor a count" : undefined;
  }
  return shown < counted ? `is incomplete (${shown} of ${counted} items)` : undefined;
}
