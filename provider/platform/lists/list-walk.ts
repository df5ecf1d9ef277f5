import { isProviderError, ShapeError } from "../../errors/errors.js";
import { tell } from "../tell.js";
import type { Page } from "../wire.js";

/** A page of a walk, without items that the walk has yielded before. */
export type WalkedPage<Answer> = Answer & {
  /** Number of the page, from 1. */
  readonly page: number;
  /** Estimated number of pages, as of this page. */
  readonly pages: number;
  /** Pages before the last one that were missing when the walk reached them: their items were not yielded. */
  readonly vanished: readonly number[];
};

/**
 * Where a list grows: at its end (`end`); anywhere, but it never shrinks (`anywhere`); or it is undocumented
 * (`unknown`).
 */
export type ListGrowth = "end" | "anywhere" | "unknown";

/** How to read a list. */
export interface ListSource<Answer> {
  /** Operation id, for messages. */
  readonly id: string;
  readonly growth: ListGrowth;
  /** Reads one page. */
  readonly read: (page: number) => Promise<Answer>;
  /** Page number in a link; undefined if it has none. */
  readonly pageOf: (link: string) => number | undefined;
}

// A list without an end is a fault of the server: do not walk it forever.
const maxPages = 1_000;
const maxRestarts = 2;
// After this many missing pages that the count promised, the count is no longer trusted.
const maxStepsDown = 3;
// A list may shrink during the search for its end, but not forever.
const maxMissing = 10;

/**
 * Walks a list so that every item that exists during the whole walk is yielded exactly once, whatever is added or
 * removed meanwhile.
 *
 * Pages are numbered, so a removal moves all later items toward the first page, and a walk upward would miss an item
 * that moves past it. If a list grows at its end, the walk reads the first page, jumps to the last and goes down: items
 * move toward it. At the end it reads the first page again, since items may have moved there; a list of one page takes
 * one call. A list that grows anywhere and never shrinks is walked upward. If its growth is unknown it is walked both
 * ways, which misses nothing unless the list grows and shrinks during one walk.
 *
 * @throws {ShapeError} when the list contradicts itself: cyclic links, no end, or a promised page that never appears
 */
export async function* walkList<Answer extends Page<{ readonly id: string | undefined }>>(
  source: ListSource<Answer>,
): AsyncGenerator<WalkedPage<Answer>, void> {
  const walk = new ListWalk(source);
  for (let restarts = 0; restarts <= maxRestarts; restarts += 1) {
    const first = await source.read(1);
    const isWhole = !walk.begin(first);
    yield walk.show(first, 1);
    if (isWhole) {
      return;
    }
    let top = 0;
    for await (const { answer, page } of walk.up()) {
      yield walk.show(answer, page);
      top = page;
    }
    for (let page = source.growth === "anywhere" ? 0 : top - 1; page >= 1; page -= 1) {
      const answer = page === 1 ? await source.read(1) : await walk.maybe(page);
      if (answer === undefined) {
        walk.miss(page);
      } else {
        yield walk.show(answer, page);
      }
    }
    if (top > 0) {
      return;
    }
    // The first page promised a second one, which has disappeared since: start over.
  }
  throw new ShapeError(tell(source.id, ": the list repeatedly promises a second page that does not exist"));
}

class ListWalk<Answer extends Page<{ readonly id: string | undefined }>> {
  readonly #source: ListSource<Answer>;
  readonly #seen = new Set<string | undefined>();
  readonly #vanished: number[] = [];
  #pages = 1;

  constructor(source: ListSource<Answer>) {
    this.#source = source;
  }

  /** Whether more pages follow the first one. */
  begin(first: Answer): boolean {
    const hasMore = this.following(first, 1) !== undefined;
    this.#pages = hasMore ? this.#lastPage(first) : 1;
    return hasMore;
  }

  /** The page without items that were yielded before. */
  show(answer: Answer, page: number): WalkedPage<Answer> {
    const results = answer.results.filter(({ id }) => {
      const isNew = !this.#seen.has(id);
      this.#seen.add(id);
      return isNew;
    });
    return { ...answer, results, page, pages: this.#pages, vanished: [...this.#vanished] };
  }

  /** Records a page that disappeared before the walk reached it. */
  miss(page: number): void {
    this.#vanished.push(page);
  }

  /** Number of the next page, from the link. */
  following({ next }: Answer, page: number): number | undefined {
    if (next === undefined) {
      return undefined;
    }
    const number = this.#source.pageOf(next);
    if (number === undefined) {
      throw this.#problem("the platform's response is not as documented: next has no page number");
    }
    if (number <= page) {
      throw this.#problem(`the list is cyclic: page ${number} follows page ${page}`);
    }
    return number;
  }

  /** Finds the last page and yields the pages read on the way. */
  async *up(): AsyncGenerator<{ readonly answer: Answer; readonly page: number }, void> {
    let page = this.#source.growth === "end" ? this.#pages : 2;
    let missing = 0;
    let isFound = false;
    while (page <= maxPages) {
      const answer = await this.maybe(page);
      if (answer !== undefined) {
        isFound = true;
        yield { answer, page };
        const next = this.following(answer, page);
        if (next === undefined) {
          return;
        }
        page = next;
        this.#pages = Math.max(this.#pages, page);
        continue;
      }
      // The list has shrunk, or its count is wrong.
      missing += 1;
      if (missing > maxMissing) {
        throw this.#problem(`the list repeatedly promises a page ${page} that does not exist`);
      }
      if (page <= 2) {
        return;
      }
      page = isFound || missing <= maxStepsDown ? page - 1 : 2;
    }
    throw this.#problem(`the list has more than ${maxPages} pages`);
  }

  /** A page after the first; undefined if it no longer exists. */
  async maybe(page: number): Promise<Answer | undefined> {
    try {
      return await this.#source.read(page);
    } catch (error) {
      if (isProviderError(error, "not-found")) {
        return undefined;
      }
      throw error;
    }
  }

  #lastPage({ count, results, unreadable }: Answer): number {
    const size = results.length + unreadable.length;
    const pages = count === undefined || size === 0 ? 2 : Math.ceil(count / size);
    return Math.min(Math.max(pages, 2), maxPages);
  }

  #problem(what: string): ShapeError {
    return new ShapeError(tell(this.#source.id, `: ${what}`));
  }
}
