import type { ClaimList, ListedName } from "./claim-registry.js";

export interface CreatePlan<Item extends { readonly id: string }> {
  /** Name that it has until its creation ends. */
  readonly claim: string;
  /** What messages call it: `node`. */
  readonly what: string;
  /** Lists that may show it, also if an earlier program placed it otherwise. */
  readonly lists: readonly [ClaimList, ...ClaimList[]];
  /** Final names of it, or of its initial nodes. */
  readonly names: readonly string[];
  /** Id of the object that a list item belongs to, if that is not the item itself. */
  readonly idOf?: (listed: ListedName) => string;
  readonly readFresh: (id: string, list: ClaimList) => Promise<Item>;
  /** Waits for parts that a new object may not show yet. */
  readonly complete?: (item: Item) => Promise<Item>;
  readonly hasClaim: (item: Item, claim: string) => boolean;
  /** Whether it is where the program places the resource. */
  readonly isInPlace: (item: Item) => boolean;
  readonly post: (claim: string) => Promise<Item>;
  readonly discard: (item: Item) => Promise<void>;
}

export function listedId({ idOf }: Pick<CreatePlan<never>, "idOf">, listed: ListedName): string {
  return idOf?.(listed) ?? listed.id;
}
