/** What is known about an item that cannot be parsed. */
export interface UnreadableItem {
  /** Undefined if it has none. */
  readonly id: string | undefined;
  /** As the platform shows it; undefined if that is not a string. */
  readonly name: string | undefined;
}

/** Items of a list, parsed and unreadable. */
export interface ReadItems<Item> {
  readonly results: readonly Item[];
  readonly unreadable: readonly UnreadableItem[];
}

/** Unreadable items without duplicates: walks may read a page twice. */
export function distinct(lists: readonly Pick<ReadItems<unknown>, "unreadable">[]): readonly UnreadableItem[] {
  const all = lists.flatMap(({ unreadable }) => unreadable);
  return [...new Map(all.map((item) => [item.id ?? JSON.stringify(item), item])).values()];
}

// A message names this many unreadable items and counts the rest.
const maxNamed = 10;

/** The unreadable items, for a message. */
export function listUnreadable(items: readonly UnreadableItem[]): string {
  const named = items
    .slice(0, maxNamed)
    .map(({ id, name }) => id ?? (name === undefined ? "one without an id" : `"${name}"`));
  return [...named, ...(items.length > maxNamed ? [`and ${items.length - maxNamed} more`] : [])].join(", ");
}
