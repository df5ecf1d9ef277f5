import type { Account } from "../../account/account.js";
import { memoized } from "../../base/memoized.js";
import { listUnreadable, type UnreadableItem } from "../../platform/lists/unreadable.js";
import type { WholeList } from "../../platform/lists/whole-list.js";
import type { Owner } from "../owner.js";
import { isEarlier, parseClaim } from "./claim-name.js";

/**
 * Lists that show claims. The platform names the networks of public projects itself: one of their nodes has the claim.
 */
export type ClaimList = "listProjects" | "listNodesV1" | "listNodesV2";

export interface ListedName {
  readonly id: string;
  readonly name: string;
  /** Network of a node of v1. */
  readonly networkId?: string | undefined;
}

export interface Named {
  /** Oldest first. */
  readonly items: readonly ListedName[];
  /** Why the list may be incomplete; undefined when it is complete. See `WholeList.gap`. */
  readonly gap: string | undefined;
}

interface NameIndex extends Pick<Named, "gap"> {
  readonly byName: ReadonlyMap<string, readonly ListedName[]>;
}

type NamedList = WholeList<ListedName>;

/** A moment in the time of each list's reader. */
type Marks = Readonly<Record<ClaimList, number>>;

const indexOf = memoized(buildIndex);

/** A create that resumes an object that it found. */
export interface Resumption {
  readonly claim: string;
  /** Whether the object may belong to another machine, or to another resource. */
  readonly isDoubtful: boolean;
}

/** The claims of a process: all creates share one walk of each list. */
export class ClaimRegistry {
  readonly #readers: Account["readers"];
  /** The last write of each resource: an older walk does not show it. */
  readonly #written = new Map<string, Marks>();
  /** The first look-up: a walk of an earlier refresh may lack what a killed run was still creating. */
  #first: Marks | undefined;
  /** `Claim.resource` of each creation of this process. */
  readonly #begun = new Set<string>();
  readonly #resumed = new Map<string, Resumption>();
  /** Ids of the objects that this process created, by claim, until the engine knows them. */
  readonly #created = new Map<string, string>();
  /** Resources whose create has lost its response: the object may exist. */
  readonly #unresolved = new Set<string>();

  constructor({ readers }: Pick<Account, "readers">) {
    this.#readers = readers;
  }

  /** Objects of a name, in a walk that began after the last write of the resource, and after the first look-up. */
  async named(list: ClaimList, name: string): Promise<Named> {
    this.#first ??= this.#now();
    const after = this.#written.get(name) ?? this.#first;
    const { byName, gap } = indexOf(await this.#readers[list].whole(after[list]));
    return { items: byName.get(name) ?? [], gap };
  }

  /** Marks earlier walks as stale for the resource of this claim, after a write or before another look. */
  invalidate(name: string): void {
    this.#written.set(name, this.#now());
  }

  #now(): Marks {
    const { listProjects, listNodesV1, listNodesV2 } = this.#readers;
    return {
      listProjects: listProjects.mark(),
      listNodesV1: listNodesV1.mark(),
      listNodesV2: listNodesV2.mark(),
    };
  }

  begin(name: string): void {
    this.#begun.add(parseClaim(name)?.resource ?? name);
  }

  /**
   * Whether a name is a claim that an earlier run of the stack left behind: its object is in no state. False for one
   * that may belong to another machine, or, in the spelling of earlier versions, to another resource.
   */
  isLeftOver(
    name: string | undefined = "",
    { stackHash, isExclusive }: Pick<Owner, "stackHash" | "isExclusive">,
  ): boolean {
    const claim = parseClaim(name);
    return isExclusive && claim?.stackHash === stackHash && !isEarlier(claim) && !this.#begun.has(claim.resource);
  }

  /**
   * Records that this process resumes an object that it found, instead of creating one.
   *
   * @returns false when another resource has resumed it already
   */
  resume(id: string, resumption: Resumption): boolean {
    const { claim } = this.#resumed.get(id) ?? resumption;
    if (claim !== resumption.claim) {
      return false;
    }
    this.#resumed.set(id, resumption);
    return true;
  }

  resumptionOf(id: string): Resumption | undefined {
    return this.#resumed.get(id);
  }

  isOwn(id: string): boolean {
    return this.#resumed.has(id) || [...this.#created.values()].includes(id);
  }

  setCreated(name: string, id: string): void {
    this.#created.set(name, id);
  }

  /** Id of an object that this process has created, and that the engine does not know yet. */
  createdUnder(name: string): string | undefined {
    return this.#created.get(name);
  }

  finish(name: string): void {
    this.#created.delete(name);
  }

  /** Records whether the response of a create is lost, without a list that shows its result yet. */
  setUnresolved(name: string, isUnresolved: boolean): void {
    this.#unresolved[isUnresolved ? "add" : "delete"](name);
  }

  isUnresolved(name: string): boolean {
    return this.#unresolved.has(name);
  }
}

function buildIndex({ items, unreadable, gap }: NamedList): NameIndex {
  const byName = new Map<string, ListedName[]>();
  for (const { id, name, networkId } of items) {
    const namesakes = byName.get(name) ?? [];
    namesakes.push({ id, name, networkId });
    byName.set(name, namesakes);
  }
  return { byName, gap: gap ?? gapOf(unreadable) };
}

/** Why a list may hold claims that it does not show: an unreadable item may have any name. */
function gapOf(unreadable: readonly UnreadableItem[]): string | undefined {
  const hiding = unreadable.filter(({ name }) => name === undefined || parseClaim(name) !== undefined);
  return hiding.length === 0 ? undefined : `shows unreadable items: ${listUnreadable(hiding)}`;
}
