import { isProviderError, TransportError } from "../../errors/errors.js";
import type { Page } from "../wire.js";
import { usualWindowMs } from "./batch-window.js";
import type { WalkedPage } from "./list-walk.js";

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

type Batch<Item> = Map<string, Ask<Item>[]>;

// So long a batch keeps the next one waiting, and waits for a page of the list.
const usualPatienceMs = 5_000;
// Reads of single objects at the same time; so many that fail in a row, when the list has failed too, end the others.
const mostAtOnce = 10;

/**
 * Reads objects by id with as few calls as possible: those asked for at the same time are taken from one walk of the
 * list when that needs fewer calls than asking for each. What the list does not hold is asked for by its id, so that
 * a list that lags behind never reads as an absence; so is everything when the list fails, or takes long.
 */
export class BatchReader<Item extends { readonly id: string }> {
  readonly #source: BatchSource<Item>;
  readonly #windowMs: number;
  readonly #patienceMs: number;
  #waiting: Batch<Item> = new Map();
  #isBusy = false;
  /** Set while a walk has not ended that was given up: another one would hang too. */
  #lateness: TransportError | undefined;

  /**
   * @param windowMs asks that arrive together within this time are one batch
   * @param patienceMs how long one batch may keep the next one waiting
   */
  constructor(source: BatchSource<Item>, windowMs = usualWindowMs, patienceMs = usualPatienceMs) {
    this.#source = source;
    this.#windowMs = windowMs;
    this.#patienceMs = patienceMs;
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

  // One batch at a time, as far as it is not slow: asks that come in meanwhile gather for the next one.
  #schedule(): void {
    if (this.#isBusy || this.#waiting.size === 0) {
      return;
    }
    this.#isBusy = true;
    setTimeout(() => {
      const batch = this.#waiting;
      this.#waiting = new Map();
      void inTime(this.#serve(batch), this.#patienceMs).then(() => {
        this.#isBusy = false;
        this.#schedule();
      });
    }, this.#windowMs);
  }

  async #serve(batch: Batch<Item>): Promise<void> {
    try {
      await this.#serveFromList(batch);
    } catch (error) {
      // To those who asked, a list that is not found would read as the absence of their objects.
      if (mayPass(error) || isProviderError(error, "not-found")) {
        await this.#serveEach(batch, error);
        return;
      }
      for (const ask of [...batch.values()].flat()) {
        ask.reject(error);
      }
      return;
    }
    await this.#serveEach(batch);
  }

  /**
   * Reads each object by its id.
   *
   * @param problem why the list has failed, if it has: the error of those that are not tried any more
   */
  async #serveEach(batch: Batch<Item>, problem?: unknown): Promise<void> {
    const asked = [...batch];
    let hasAnswered = false;
    let failures = 0;
    const serveNext = async (): Promise<void> => {
      for (let next = asked.shift(); next !== undefined; next = asked.shift()) {
        const [id, asks] = next;
        if (problem !== undefined && !hasAnswered && failures >= mostAtOnce) {
          for (const ask of asks) {
            ask.reject(problem);
          }
          continue;
        }
        const read = this.#source.one(id);
        for (const ask of asks) {
          ask.resolve(read);
        }
        try {
          await read;
          hasAnswered = true;
        } catch (error) {
          // That an object is not there is an answer.
          hasAnswered ||= !mayPass(error);
          failures += 1;
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(mostAtOnce, asked.length) }, serveNext));
  }

  /** Answers from the list what it holds and removes that from the batch. */
  async #serveFromList(batch: Batch<Item>): Promise<void> {
    if (batch.size < 2) {
      return;
    }
    if (this.#lateness !== undefined) {
      throw this.#lateness;
    }
    const walk = this.#source.pages()[Symbol.asyncIterator]();
    for (;;) {
      const step = walk.next();
      const next = await inTime(step, this.#patienceMs);
      if (next === undefined) {
        throw this.#giveUp(step);
      }
      if (next.done === true) {
        return;
      }
      const { page, pages, results } = next.value;
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

  #giveUp(step: Promise<unknown>): TransportError {
    const lateness = new TransportError(`A list took longer than ${this.#patienceMs / 1000} s.`, "timeout", true);
    this.#lateness = lateness;
    const end = () => {
      this.#lateness = undefined;
    };
    step.then(end, end);
    return lateness;
  }
}

/** Whether a read failed for a reason that another one may not meet; not when the platform throttles, or for an interruption. */
function mayPass(error: unknown): boolean {
  if (isProviderError(error, "transport")) {
    return error.kind !== "aborted";
  }
  if (isProviderError(error, "unavailable")) {
    return error.status !== 429;
  }
  return isProviderError(error, "shape");
}

/** What a promise resolves with; undefined when that takes longer. */
async function inTime<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
