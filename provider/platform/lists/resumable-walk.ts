import type { Page } from "../wire.js";
import type { WalkedPage } from "./list-walk.js";
import { type WholeList, wholeOf } from "./whole-list.js";

/**
 * One walk of a list, read as far as its callers need: it rests at a page, and continues when a caller needs more. What
 * exists from its beginning to its end is shown, however long it rests.
 */
export class ResumableWalk<Item extends { readonly id: string }> {
  /** Mark of its beginning, see `ListReader.mark`. */
  readonly begun: number;
  /** Time of its beginning, in milliseconds of the reader's clock. */
  readonly begunAtMs: number;
  readonly #pages: AsyncIterator<WalkedPage<Page<Item>>, void>;
  readonly #onPage: (page: WalkedPage<Page<Item>>) => void;
  readonly #walked: WalkedPage<Page<Item>>[] = [];
  readonly #items = new Map<string, Item>();
  #step: Promise<void> | undefined;
  #whole: Promise<WholeList<Item>> | undefined;
  #shown: WholeList<Item> | undefined;
  #isDone = false;
  #failure: { readonly error: unknown } | undefined;

  /** @param onPage called after each page */
  constructor(
    pages: AsyncIterable<WalkedPage<Page<Item>>>,
    begun: number,
    begunAtMs: number,
    onPage: (page: WalkedPage<Page<Item>>) => void,
  ) {
    this.#pages = pages[Symbol.asyncIterator]();
    this.#onPage = onPage;
    this.begun = begun;
    this.begunAtMs = begunAtMs;
  }

  /** The item, if a page read so far shows it. */
  find(id: string): Item | undefined {
    return this.#items.get(id);
  }

  /** Whether it has reached its end. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** Whether reading a page has failed: it cannot be continued. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Number of pages read so far. */
  get calls(): number {
    return this.#walked.length;
  }

  /** Estimated number of calls to the end; 1 before the first page. */
  get callsLeft(): number {
    const last = this.#walked.at(-1);
    if (this.#isDone || last === undefined) {
      return this.#isDone ? 0 : 1;
    }
    // The walk reads the first page, then goes down from the last one, and ends with the first one again.
    return last.page > 1 ? last.page - 1 : this.calls === 1 && last.pages > 1 ? last.pages : 0;
  }

  /** Whether it has reached its end and provably did not show an object, readable or not. */
  lacks(id: string): boolean {
    if (!this.#isDone || this.#items.has(id)) {
      return false;
    }
    const { gap, unreadable } = this.#summary();
    return gap === undefined && unreadable.every((item) => item.id !== undefined && item.id !== id);
  }

  /**
   * Reads one more page; simultaneous callers share it.
   *
   * @throws whatever reading it throws, then and from then on
   */
  next(): Promise<void> {
    this.#step ??= this.#read().finally(() => {
      this.#step = undefined;
    });
    return this.#step;
  }

  /** Reads the rest. */
  whole(): Promise<WholeList<Item>> {
    this.#whole ??= this.#readRest();
    return this.#whole;
  }

  /** Resolves when no caller of {@link whole} waits any more. */
  async untilIdle(): Promise<void> {
    await this.#whole?.catch(() => undefined);
  }

  async #readRest(): Promise<WholeList<Item>> {
    while (!this.#isDone) {
      await this.next();
    }
    return this.#summary();
  }

  /** Computed once: a walk may be asked about thousands of objects. */
  #summary(): WholeList<Item> {
    this.#shown ??= wholeOf(this.#walked);
    return this.#shown;
  }

  async #read(): Promise<void> {
    if (this.#failure !== undefined) {
      throw this.#failure.error;
    }
    const step = await this.#nextPage();
    if (step.done === true) {
      this.#isDone = true;
      return;
    }
    this.#walked.push(step.value);
    for (const item of step.value.results) {
      this.#items.set(item.id, item);
    }
    this.#onPage(step.value);
  }

  // A generator that has thrown reports its end from then on, which would pass for the end of the list.
  async #nextPage(): Promise<IteratorResult<WalkedPage<Page<Item>>, void>> {
    try {
      return await this.#pages.next();
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }
}
