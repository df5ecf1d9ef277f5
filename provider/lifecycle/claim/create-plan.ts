import type { ClaimList, ListedName } from "./claim-registry.js";

/** How objects of one kind are made. */
export interface Making<Item extends { readonly id: string }> {
  /** Name that it has until its creation ends. */
  readonly claim: string;
  /** What messages call it: `node`. */
  readonly what: string;
  /** Where it would be listed, also if an earlier program had placed it otherwise. */
  readonly lists: readonly ClaimList[];
  /** Names that it, or its initial nodes, have after their creation. */
  readonly names: readonly string[];
  /** Id of the object that a listed name stands for. */
  readonly idOf: (listed: ListedName) => string;
  /** Asks for the object itself, never for a list, which may lag behind. */
  readonly look: (id: string, list: ClaimList) => Promise<Item>;
  /** The same in its first list, without a wait for what reads may not show yet. */
  readonly glance: (id: string) => Promise<Item>;
  /** Whether the object has the claim still. */
  readonly hasClaim: (item: Item, claim: string) => boolean;
  /** Whether it stands where the resource is to be. */
  readonly isInPlace: (item: Item) => boolean;
  /** Creates it under the claim. */
  readonly post: (claim: string) => Promise<Item>;
  /** Deletes it and waits until it is gone. */
  readonly discard: (item: Item) => Promise<void>;
}
