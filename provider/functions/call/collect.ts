import * as pulumi from "@pulumi/pulumi";
import { oneLine } from "../../base/text.js";
import type { WalkedPage } from "../../platform/lists/list-walk.js";
import { listUnreadable, type UnreadableItem } from "../../platform/lists/unreadable.js";
import { readListOnce } from "../../platform/lists/whole-list.js";
import type { Page } from "../../platform/wire.js";

/**
 * A whole list, oldest first. What is not as documented is left out, with a warning that names it; so is what the
 * platform counts and does not show.
 *
 * @param name the function that asks
 */
export async function collect<Item>(
  name: string,
  pages: AsyncIterable<WalkedPage<Page<Item>>>,
): Promise<readonly Item[]> {
  const { items, unreadable, gap } = await readListOnce(pages);
  await warnOf(name, unreadable);
  if (gap !== undefined) {
    await warn(`${name}: the result may lack something, since the platform's list ${gap}.`);
  }
  return items;
}

/** Warns of items that are left out. */
export async function warnOf(name: string, unreadable: readonly UnreadableItem[]): Promise<void> {
  if (unreadable.length > 0) {
    const names = listUnreadable(unreadable);
    await warn(`${name}: left out, since the platform's answer about them is not as documented: ${names}.`);
  }
}

/** The engine shows a warning as it is: what the platform wrote must not act there. */
async function warn(message: string): Promise<void> {
  await pulumi.log.warn(oneLine(message));
}
