import type { ClaimList, ListedName } from "./claim-registry.js";

/** How an object is created exactly once. */
export interface CreatePlan<Item extends { readonly id: string }> {
  /** Name that it has until its creation ends. */
  readonly claim: string;
  /** What messages call it: `node`. */
  readonly what: string;
  /** Where it would be listed, also if an earlier program had placed it otherwise. */
  readonly lists: readonly [ClaimList, ...ClaimList[]];
  /** Names that it, or its initial nodes, have after their creation. */
  readonly names: readonly string[];
  /** Id of the object that a listed name stands for, where it is not the listed one. */
  readonly idOf?: (listed: ListedName) => string;
  /** Reads the object itself. */
  readonly readFresh: (id: string, list: ClaimList) => Promise<Item>;
  /** Waits for what a read of a new object may not show yet. */
  readonly complete?: (item: Item) => Promise<Item>;
  /** Whether the object still has the claim. */
  readonly hasClaim: (item: Item, claim: string) => boolean;
  /** Whether it is where the resource is to be. */
  readonly isInPlace: (item: Item) => boolean;
  /** Creates it under the claim. */
  readonly post: (claim: string) => Promise<Item>;
  /** Deletes it and waits until it is gone. */
  readonly discard: (item: Item) => Promise<void>;
}

/** Id of the object that a listed name stands for. */
export function listedId({ idOf }: Pick<CreatePlan<never>, "idOf">, listed: ListedName): string {
  return idOf?.(listed) ?? listed.id;
}
