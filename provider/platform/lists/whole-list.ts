import type { Clock } from "../../base/clock.js";
import { poll } from "../../base/poll.js";
import type { Page } from "../wire.js";
import type { WalkedPage } from "./list-walk.js";
import { distinct, type UnreadableItem } from "./unreadable.js";

/** Everything that one walk of a list showed, and whether that can be all. */
export interface WholeList<Item> {
  /** Oldest first, but for those that moved to another page during the walk. */
  readonly items: readonly Item[];
  /** Items that are not as documented; those without id and name as one. */
  readonly unreadable: readonly UnreadableItem[];
  /**
   * Why the list may hold more than it showed, in words that follow its name; undefined when it cannot. What is missing
   * from a list with a gap may exist all the same.
   */
  readonly gap: string | undefined;
}

/**
 * Reads a list from its first page to its last, and judges whether it showed everything: all pages were there, and as many
 * items as the list counted at least. What exists during the whole walk is shown, so that no page counts less than that.
 *
 * @throws {ProviderError} whatever reading a page throws
 */
export async function wholeList<Item>(pages: AsyncIterable<WalkedPage<Page<Item>>>): Promise<WholeList<Item>> {
  const walked: WalkedPage<Page<Item>>[] = [];
  for await (const page of pages) {
    walked.push(page);
  }
  const vanished = walked.at(-1)?.vanished ?? [];
  const fewest = Math.min(...walked.map(({ count }) => count ?? Number.POSITIVE_INFINITY));
  walked.sort((a, b) => a.page - b.page);
  const items = walked.flatMap(({ results }) => results);
  const unreadable = distinct(walked);
  return { items, unreadable, gap: gapOf(items.length + unreadable.length, fewest, vanished) };
}

// Walks of a list in all, while each may hold more than it shows.
const mostWalks = 3;

/**
 * The same, and reads a list with a gap again, three times in all; the last walk counts.
 *
 * @param pages begins a walk
 */
export async function wholeListAgain<Item>(
  pages: () => AsyncIterable<WalkedPage<Page<Item>>>,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<WholeList<Item>> {
  return poll(clock, { signal }, async ({ looks }) => {
    const list = await wholeList(pages());
    return list.gap === undefined || looks + 1 === mostWalks ? { found: list } : undefined;
  });
}

function gapOf(shown: number, counted: number, vanished: readonly number[]): string | undefined {
  if (vanished.length > 0) {
    return `lost page ${vanished.join(", ")} while it was read`;
  }
  // Every list counts: one that shows nothing, and does not say that there is nothing, is no answer.
  if (!Number.isFinite(counted)) {
    return shown === 0 ? "neither shows nor counts anything" : undefined;
  }
  return shown < counted ? `does not show all that it counts (${shown} of ${counted})` : undefined;
}
