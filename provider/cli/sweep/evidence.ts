import type { AccountObjects } from "./account-objects.js";
import type { KnownResource } from "./known-resources.js";

/**
 * What the state and the lists show about a possible leftover, one clause each: pending operations of its resource, and
 * whether the object is older than those in the state.
 */
export function evidenceOf(
  id: string,
  maker: KnownResource | undefined,
  { lists }: Pick<AccountObjects, "lists">,
): readonly string[] {
  if (maker === undefined) {
    return ["the state contains no resource that generates this name"];
  }
  const name = maker.owners[0]?.name ?? "";
  const known = [...maker.ids];
  return [
    known.length === 0 ? `created for ${name}, which has no object in the state` : `created for ${name}`,
    ...maker.pending.map((operation) => `operation "${operation}" of ${name} is pending in the state`),
    ...known.flatMap((other) => ageOf(id, other, lists)),
  ];
}

/** Compares positions, since lists are oldest first and few objects have a creation time. */
function ageOf(id: string, other: string, lists: AccountObjects["lists"]): readonly string[] {
  const [older, newer] = [lists.some(comesBefore(id, other)), lists.some(comesBefore(other, id))];
  if (older === newer) {
    return [];
  }
  return [`${older ? "older" : "newer"} than ${other}, which is in the state`];
}

function comesBefore(id: string, other: string): (list: ReadonlyMap<string, number>) => boolean {
  return (list) => {
    const [first, second] = [list.get(id), list.get(other)];
    return first !== undefined && second !== undefined && first < second;
  };
}
