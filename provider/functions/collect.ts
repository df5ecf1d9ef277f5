import * as pulumi from "@pulumi/pulumi";

interface ListPage<Item> {
  readonly page: number;
  readonly results: readonly Item[];
  readonly unreadable: readonly string[];
}

/**
 * A whole list, oldest first. What is not as documented is left out, with a warning that names it.
 *
 * @param name the function that asks
 */
export async function collect<Item>(name: string, pages: AsyncIterable<ListPage<Item>>): Promise<readonly Item[]> {
  const walked: ListPage<Item>[] = [];
  for await (const page of pages) {
    walked.push(page);
  }
  const unreadable = [...new Set(walked.flatMap((page) => page.unreadable))];
  if (unreadable.length > 0) {
    const ids = unreadable.join(", ");
    await pulumi.log.warn(`${name}: left out, since the platform's answer about them is not as documented: ${ids}.`);
  }
  return walked.sort((a, b) => a.page - b.page).flatMap(({ results }) => results);
}
