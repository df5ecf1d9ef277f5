/** What is known of an item that is not as documented. */
export interface UnreadableItem {
  /** Undefined where it shows none. */
  readonly id: string | undefined;
  /** As the platform shows it; undefined where that is no text. */
  readonly name: string | undefined;
}

/** Items of a list, those that are not as documented apart. */
export interface ReadItems<Item> {
  readonly results: readonly Item[];
  readonly unreadable: readonly UnreadableItem[];
}

/** Items that are not as documented, each once: walks may read a page twice. */
export function distinct(lists: readonly Pick<ReadItems<unknown>, "unreadable">[]): readonly UnreadableItem[] {
  const all = lists.flatMap(({ unreadable }) => unreadable);
  return [...new Map(all.map((item) => [item.id ?? JSON.stringify(item), item])).values()];
}

// Beyond this a message about items that cannot be read counts them only.
const mostNamed = 10;

/** Items that cannot be read, for a message. */
export function namesOfUnreadable(items: readonly UnreadableItem[]): string {
  const named = items
    .slice(0, mostNamed)
    .map(({ id, name }) => id ?? (name === undefined ? "one without id" : `"${name}"`));
  return [...named, ...(items.length > mostNamed ? [`and ${items.length - mostNamed} more`] : [])].join(", ");
}
