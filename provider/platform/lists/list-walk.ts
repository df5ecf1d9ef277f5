import { isProviderError, ShapeError } from "../../errors/errors.js";
import type { Page } from "../wire.js";

/** A page of a walk, without the items that the walk has yielded before. */
export type WalkedPage<Answer> = Answer & {
  /** Number of the page, from 1. */
  readonly page: number;
  /** How many pages the walk takes, as far as the list told when this page was read. */
  readonly pages: number;
  /** Numbers of the pages before the last one that were gone when the walk came to them: what they held is not shown. */
  readonly vanished: readonly number[];
};

/**
 * Where a list grows: at its end (`end`), anywhere, but never shrinking (`anywhere`), or in a way that is not documented
 * (`unknown`).
 */
export type ListGrowth = "end" | "anywhere" | "unknown";

/** How a list is read. */
export interface ListSource<Answer> {
  /** Operation id, for messages. */
  readonly id: string;
  readonly growth: ListGrowth;
  /** Reads one page. */
  readonly read: (page: number) => Promise<Answer>;
  /** Page number that a link names; undefined for a link that names none. */
  readonly pageOf: (link: string) => number | undefined;
}

// A list that never ends is a fault of the server, not a reason to walk for ever.
const maxPages = 1_000;
const maxRestarts = 2;
// So many pages may be missing where the count says that they are before the count is no longer believed.
const maxStepsDown = 3;
// A list may shrink while its end is looked for, but not for ever.
const maxMissing = 10;

/**
 * Walks a list, so that every item that exists during the whole walk is yielded exactly once, whatever is added and
 * removed meanwhile.
 *
 * Pages are numbered, so a removal moves all later items towards the first page, and a walk upwards would miss the one
 * that slips past it. In a list that grows at its end this one reads the first page, jumps to the last one and walks
 * down: what moves, moves towards it. The first page is read again at last, since items may have moved there after it was
 * read; a list of one page needs one call. A list that grows anywhere and never shrinks is walked upwards. One of which
 * neither is known is walked both ways, which misses nothing unless it grows and shrinks in one walk.
 *
 * @throws {ShapeError} when the list contradicts itself: circles, no end, or a page that is promised and never there
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
    // The first page promised another one, which went in the meantime: look again.
  }
  throw new ShapeError(`${source.id}: the list promises a second page, and then there is none, again and again.`);
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

  /** The page without what was shown before. */
  show(answer: Answer, page: number): WalkedPage<Answer> {
    const results = answer.results.filter(({ id }) => {
      const isNew = !this.#seen.has(id);
      this.#seen.add(id);
      return isNew;
    });
    return { ...answer, results, page, pages: this.#pages, vanished: [...this.#vanished] };
  }

  /** A page was gone that the walk had still to show. */
  miss(page: number): void {
    this.#vanished.push(page);
  }

  /** Number of the page that follows, by the link. */
  following({ next }: Answer, page: number): number | undefined {
    if (next === undefined) {
      return undefined;
    }
    const number = this.#source.pageOf(next);
    if (number === undefined) {
      throw this.#problem("the platform's answer is not as documented: next names no page");
    }
    if (number <= page) {
      throw this.#problem(`the list goes round in circles: page ${number} follows page ${page}`);
    }
    return number;
  }

  /** Finds the last page, from where the walk may begin to look for it, and answers what it reads on the way. */
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
      // The list has grown shorter, or its count is wrong.
      missing += 1;
      if (missing > maxMissing) {
        throw this.#problem(`the list promises a page ${page}, and then there is none, again and again`);
      }
      if (page <= 2) {
        return;
      }
      page = isFound || missing <= maxStepsDown ? page - 1 : 2;
    }
    throw this.#problem(`the list has more than ${maxPages} pages`);
  }

  /** A later page than the first; undefined where it is gone. */
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
    return new ShapeError(`${this.#source.id}: ${what}.`);
  }
}
