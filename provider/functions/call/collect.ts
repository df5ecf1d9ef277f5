import * as pulumi from "@pulumi/pulumi";
import { oneLine } from "../../base/text.js";
import type { WalkedPage } from "../../platform/lists/list-walk.js";
import { listUnreadable, type UnreadableItem } from "../../platform/lists/unreadable.js";
import { readListOnce } from "../../platform/lists/whole-list.js";
import type { Page } from "../../platform/wire.js";

/**
 * A whole list, oldest first. Warns of unreadable items, which are left out, and of an incomplete list.
 *
 * @param name name of the function
 */
export async function collect<Item>(
  name: string,
  pages: AsyncIterable<WalkedPage<Page<Item>>>,
): Promise<readonly Item[]> {
  const { items, unreadable, gap } = await readListOnce(pages);
  await warnOf(name, unreadable);
  if (gap !== undefined) {
    await warn(`${name}: the result may be incomplete, since the platform's list ${gap}.`);
  }
  return items;
}

export async function warnOf(name: string, unreadable: readonly UnreadableItem[]): Promise<void> {
  if (unreadable.length > 0) {
    const names = listUnreadable(unreadable);
    await warn(`${name}: left out, since the platform's response about them is not as documented: ${names}.`);
  }
}

/** The engine shows a warning verbatim: control characters from the platform must not reach it. */
async function warn(message: string): Promise<void> {
  await pulumi.log.warn(oneLine(message));
}
