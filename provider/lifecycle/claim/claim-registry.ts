import type { Account } from "../../account/account.js";
import { SharedWalk } from "../../platform/lists/shared-walk.js";
import { listUnreadable, type UnreadableItem } from "../../platform/lists/unreadable.js";
import { readListOnce } from "../../platform/lists/whole-list.js";
import type { Owner } from "../owner.js";
import { isEarlier, parseClaim } from "./claim-name.js";

/**
 * Lists in which claims stand. A network of a public project has no name of its own: one of its nodes carries the
 * claim.
 */
export type ClaimList = "listProjects" | "listNodesV1" | "listNodesV2";

/** An object of a list. */
export interface ListedName {
  readonly id: string;
  readonly name: string;
  /** Network of a node of v1. */
  readonly networkId: string | undefined;
}

/** What a list showed under a name. */
export interface Named {
  /** Oldest first. */
  readonly items: readonly ListedName[];
  /** Why the list may hold others; undefined when it cannot. See `WholeList.gap`. */
  readonly gap: string | undefined;
}

/** What a walk of a list showed. */
interface Walked extends Pick<Named, "gap"> {
  readonly byName: ReadonlyMap<string, readonly ListedName[]>;
}

/** A create that takes an object that it found. */
export interface Resumption {
  /** Claim of the resource. */
  readonly claim: string;
  /** Whether the object may be another machine's, or another resource's. */
  readonly isDoubtful: boolean;
}

/** What a process knows about claims: one walk of each list serves the look-ups of all creates. */
export class ClaimRegistry {
  readonly #walks: Readonly<Record<ClaimList, SharedWalk<Walked>>>;
  /** For each resource, when this process wrote an object of its own last: an older walk does not show it. */
  readonly #written = new Map<string, Readonly<Record<ClaimList, number>>>();
  /** `Claim.resource` of each creation of this process. */
  readonly #begun = new Set<string>();
  /** For each object that was resumed the resource that it is now. */
  readonly #resumed = new Map<string, Resumption>();
  /** For each claim the id of what this process made, until the engine knows it. */
  readonly #made = new Map<string, string>();
  /** Resources of which nobody knows whether the platform made the object. */
  readonly #unresolved = new Set<string>();

  constructor({ client, signal, batchWindowMs }: Account) {
    const walkOf = (list: ClaimList) =>
      new SharedWalk(async () => {
        const { items, unreadable, gap } = await readListOnce<{ readonly id: string; readonly name: string }>(
          client.pages(list, {}, signal),
        );
        const byName = new Map<string, ListedName[]>();
        for (const item of items) {
          const namesakes = byName.get(item.name) ?? [];
          namesakes.push(listed(item));
          byName.set(item.name, namesakes);
        }
        return { byName, gap: gap ?? hiddenBehind(unreadable) };
      }, batchWindowMs);
    this.#walks = {
      listProjects: walkOf("listProjects"),
      listNodesV1: walkOf("listNodesV1"),
      listNodesV2: walkOf("listNodesV2"),
    };
  }

  /** Objects under a name, as a walk shows them that is newer than what the resource wrote last. */
  async named(list: ClaimList, name: string): Promise<Named> {
    const { byName, gap } = await this.#walks[list].after(this.#written.get(name)?.[list] ?? 0);
    return { items: byName.get(name) ?? [], gap };
  }

  /** The resource of this claim has written, or looks again: a walk of before says nothing any more. */
  invalidate(name: string): void {
    const { listProjects, listNodesV1, listNodesV2 } = this.#walks;
    this.#written.set(name, {
      listProjects: listProjects.mark(),
      listNodesV1: listNodesV1.mark(),
      listNodesV2: listNodesV2.mark(),
    });
  }

  /** This process creates an object under this claim. */
  begin(name: string): void {
    this.#begun.add(parseClaim(name)?.resource ?? name);
  }

  /**
   * Whether a name is a claim of the stack that an earlier run has left behind: no state knows its object. A claim that
   * may be somebody else's never is: of another machine's stack, or of another resource in the spelling of earlier
   * versions.
   */
  isLeftOver(name: string, { stackHash, isExclusive }: Pick<Owner, "stackHash" | "isExclusive">): boolean {
    const claim = parseClaim(name);
    return isExclusive && claim?.stackHash === stackHash && !isEarlier(claim) && !this.#begun.has(claim.resource);
  }

  /**
   * This process resumes an object that it found, instead of making one.
   *
   * @returns false when it does so for another resource already
   */
  resume(id: string, resumption: Resumption): boolean {
    const { claim } = this.#resumed.get(id) ?? resumption;
    if (claim !== resumption.claim) {
      return false;
    }
    this.#resumed.set(id, resumption);
    return true;
  }

  /** How a create of this process resumed an object that it found; undefined for any other object. */
  resumptionOf(id: string): Resumption | undefined {
    return this.#resumed.get(id);
  }

  /** Whether this process has made an object, or resumed it. */
  isOwn(id: string): boolean {
    return this.#resumed.has(id) || [...this.#made.values()].includes(id);
  }

  /** This process has made that object, and the engine does not know it yet. */
  setMade(name: string, id: string): void {
    this.#made.set(name, id);
  }

  /** Id of what this process made, and the engine does not know. */
  madeUnder(name: string): string | undefined {
    return this.#made.get(name);
  }

  /** The creation has ended with an object that the engine knows. */
  finish(name: string): void {
    this.#made.delete(name);
  }

  /** Remembers whether an answer is lost that no list has explained yet. */
  setUnresolved(name: string, isUnresolved: boolean): void {
    if (isUnresolved) {
      this.#unresolved.add(name);
    } else {
      this.#unresolved.delete(name);
    }
  }

  isUnresolved(name: string): boolean {
    return this.#unresolved.has(name);
  }
}

function listed(item: { readonly id: string; readonly name: string }): ListedName {
  const networkId = "networkId" in item && typeof item.networkId === "string" ? item.networkId : undefined;
  return { id: item.id, name: item.name, networkId };
}

function isClaim({ name }: { readonly name: string }): boolean {
  return parseClaim(name) !== undefined;
}

/**
 * What keeps a list from telling whether a claim is in it: an item under a name, or with an id, that cannot be read.
 */
function hiddenBehind(unreadable: readonly UnreadableItem[]): string | undefined {
  const hiding = unreadable.filter(({ name }) => name === undefined || isClaim({ name }));
  return hiding.length === 0 ? undefined : `shows what cannot be read: ${listUnreadable(hiding)}`;
}
