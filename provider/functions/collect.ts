import * as pulumi from "@pulumi/pulumi";
import { type WalkedPage, wholeList } from "../platform/list-walk.js";
import type { Page } from "../platform/wire.js";

/**
 * A whole list, oldest first. What is not as documented is left out, with a warning that names it.
 *
 * @param name the function that asks
 */
export async function collect<Item>(
  name: string,
  pages: AsyncIterable<WalkedPage<Page<Item>>>,
): Promise<readonly Item[]> {
  const { items, unreadable } = await wholeList(pages);
  if (unreadable.length > 0) {
    const ids = unreadable.join(", ");
    await pulumi.log.warn(`${name}: left out, since the platform's answer about them is not as documented: ${ids}.`);
  }
  return items;
}
