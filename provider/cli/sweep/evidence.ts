import type { AccountObjects } from "./account-objects.js";
import type { KnownResource } from "./known-resources.js";

/**
 * What the state and the lists say of an object that may be a resource's leftover, a clause each: what the state is
 * about to do with the resource, and whether the object is older than those that the state holds.
 */
export function evidenceOf(
  id: string,
  maker: KnownResource | undefined,
  { lists }: Pick<AccountObjects, "lists">,
): readonly string[] {
  if (maker === undefined) {
    return ["the state holds no resource that makes this name"];
  }
  const name = maker.owners[0]?.name ?? "";
  const known = [...maker.ids];
  return [
    known.length === 0 ? `made for ${name}, of which the state holds no object` : `made for ${name}`,
    ...maker.pending.map((operation) => `"${operation}" of ${name} is pending in the state`),
    ...known.flatMap((other) => ageOf(id, other, lists)),
  ];
}

/** Lists are oldest first; few objects show when they were made. */
function ageOf(id: string, other: string, lists: AccountObjects["lists"]): readonly string[] {
  const [older, newer] = [lists.some(comesBefore(id, other)), lists.some(comesBefore(other, id))];
  if (older === newer) {
    return [];
  }
  return [`${older ? "older" : "newer"} than ${other}, which the state holds`];
}

function comesBefore(id: string, other: string): (list: ReadonlyMap<string, number>) => boolean {
  return (list) => {
    const [first, second] = [list.get(id), list.get(other)];
    return first !== undefined && second !== undefined && first < second;
  };
}
