import { isProviderError } from "../errors.js";
import type { WalkedPage } from "./list-walk.js";
import type { Page } from "./wire.js";

/** How one kind of object is read. */
export interface BatchSource<Item extends { readonly id: string }> {
  /** Reads one object. */
  readonly one: (id: string) => Promise<Item>;
  /** Walks the whole list. */
  readonly pages: () => AsyncIterable<WalkedPage<Page<Item>>>;
}

interface Ask<Item> {
  readonly resolve: (item: Item | Promise<Item>) => void;
  readonly reject: (reason: unknown) => void;
}

// Asks that arrive together within this time are one batch: the engine starts many reads in the same instant.
const windowMs = 15;

/**
 * Reads objects by id with as few calls as possible: those asked for at the same time are taken from one walk of the
 * list when that needs fewer calls than asking for each. What the list does not hold is asked for by its id, so that
 * a list that lags behind never reads as an absence.
 */
export class BatchReader<Item extends { readonly id: string }> {
  readonly #source: BatchSource<Item>;
  #waiting = new Map<string, Ask<Item>[]>();
  #isBusy = false;

  constructor(source: BatchSource<Item>) {
    this.#source = source;
  }

  /**
   * The object as the platform shows it after this call began.
   *
   * @throws whatever reading it throws
   */
  get(id: string): Promise<Item> {
    return new Promise((resolve, reject) => {
      const asks = this.#waiting.get(id) ?? [];
      asks.push({ resolve, reject });
      this.#waiting.set(id, asks);
      this.#schedule();
    });
  }

  // One batch at a time: asks that come in meanwhile gather for the next one.
  #schedule(): void {
    if (this.#isBusy || this.#waiting.size === 0) {
      return;
    }
    this.#isBusy = true;
    setTimeout(() => {
      const batch = this.#waiting;
      this.#waiting = new Map();
      void this.#serve(batch).finally(() => {
        this.#isBusy = false;
        this.#schedule();
      });
    }, windowMs);
  }

  async #serve(batch: Map<string, Ask<Item>[]>): Promise<void> {
    try {
      await this.#serveFromList(batch);
    } catch (error) {
      // A list that is not found says nothing about its objects: to those who asked it would read as their absence.
      if (!isProviderError(error, "not-found")) {
        for (const ask of [...batch.values()].flat()) {
          ask.reject(error);
        }
        return;
      }
    }
    await Promise.all(
      [...batch].map(([id, asks]) => {
        const read = this.#source.one(id);
        for (const ask of asks) {
          ask.resolve(read);
        }
        return read.catch(() => undefined);
      }),
    );
  }

  /** Answers from the list what it holds and removes that from the batch. */
  async #serveFromList(batch: Map<string, Ask<Item>[]>): Promise<void> {
    if (batch.size < 2) {
      return;
    }
    for await (const { page, pages, results } of this.#source.pages()) {
      for (const item of results) {
        for (const ask of batch.get(item.id) ?? []) {
          ask.resolve(item);
        }
        batch.delete(item.id);
      }
      // The walk goes down from the last page, after it has read the first one.
      const left = page === 1 ? pages : page - 1;
      if (batch.size === 0 || left > batch.size) {
        return;
      }
    }
  }
}
