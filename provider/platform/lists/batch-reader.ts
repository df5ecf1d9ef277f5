import { secondsText } from "../../base/text.js";
import { isProviderError, TransportError } from "../../errors/errors.js";
import type { Page } from "../wire.js";
import type { WalkedPage } from "./list-walk.js";

/** How to read one type of object. */
export interface BatchSource<Item extends { readonly id: string }> {
  /** Reads one object. */
  readonly one: (id: string) => Promise<Item>;
  /** Walks the whole list. */
  readonly pages: () => AsyncIterable<WalkedPage<Page<Item>>>;
}

interface Waiter<Item> {
  readonly resolve: (item: Item | Promise<Item>) => void;
  readonly reject: (reason: unknown) => void;
}

type Batch<Item> = Map<string, Waiter<Item>[]>;

/** Requests within this time are served together: the engine starts many reads at once. */
export const defaultWindowMs = 15;

// How long a batch delays the next one, and waits for a page of the list.
const defaultPatienceMs = 5_000;
// Concurrent reads of single objects. After as many failures, if the list has failed too, the other reads are not
// attempted.
const maxConcurrent = 10;

/**
 * Reads objects by id with as few calls as possible: concurrent requests share one walk of the list if that takes fewer
 * calls than single reads. An object that the list lacks is read by its id, so that a stale list never reads as an
 * absence; so are all objects when the list fails or is slow.
 */
export class BatchReader<Item extends { readonly id: string }> {
  readonly #source: BatchSource<Item>;
  readonly #windowMs: number;
  readonly #patienceMs: number;
  #waiting: Batch<Item> = new Map();
  #isBusy = false;
  /** Set while an abandoned walk is still pending: a new one would hang too. */
  #slowWalk: TransportError | undefined;

  /**
   * @param windowMs requests within this time form one batch
   * @param patienceMs how long one batch may delay the next one
   */
  constructor(source: BatchSource<Item>, windowMs = defaultWindowMs, patienceMs = defaultPatienceMs) {
    this.#source = source;
    this.#windowMs = windowMs;
    this.#patienceMs = patienceMs;
  }

  /**
   * Reads an object, no earlier than this call.
   *
   * @throws whatever the read throws
   */
  get(id: string): Promise<Item> {
    return new Promise((resolve, reject) => {
      const waiters = this.#waiting.get(id) ?? [];
      waiters.push({ resolve, reject });
      this.#waiting.set(id, waiters);
      this.#schedule();
    });
  }

  // One batch at a time, unless it is slow: requests that arrive meanwhile form the next one.
  #schedule(): void {
    if (this.#isBusy || this.#waiting.size === 0) {
      return;
    }
    this.#isBusy = true;
    setTimeout(() => {
      const batch = this.#waiting;
      this.#waiting = new Map();
      void withTimeout(this.#serve(batch), this.#patienceMs).then(() => {
        this.#isBusy = false;
        this.#schedule();
      });
    }, this.#windowMs);
  }

  async #serve(batch: Batch<Item>): Promise<void> {
    try {
      await this.#serveFromList(batch);
    } catch (error) {
      // Passed on, the 404 of a list would read as the absence of each object.
      if (mayBeTransient(error) || isProviderError(error, "not-found")) {
        await this.#serveEach(batch, error);
        return;
      }
      for (const waiter of [...batch.values()].flat()) {
        waiter.reject(error);
      }
      return;
    }
    await this.#serveEach(batch);
  }

  /**
   * Reads each object by its id.
   *
   * @param problem why the list failed, if it did: the error for objects that are not attempted any more
   */
  async #serveEach(batch: Batch<Item>, problem?: unknown): Promise<void> {
    const asked = [...batch];
    let hasAnswered = false;
    let failures = 0;
    const serveNext = async (): Promise<void> => {
      for (let next = asked.shift(); next !== undefined; next = asked.shift()) {
        const [id, waiters] = next;
        if (problem !== undefined && !hasAnswered && failures >= maxConcurrent) {
          for (const waiter of waiters) {
            waiter.reject(problem);
          }
          continue;
        }
        const read = this.#source.one(id);
        for (const waiter of waiters) {
          waiter.resolve(read);
        }
        try {
          await read;
          hasAnswered = true;
        } catch (error) {
          // A 404 of one object is an answer.
          hasAnswered ||= !mayBeTransient(error);
          failures += 1;
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(maxConcurrent, asked.length) }, serveNext));
  }

  /** Serves the objects that the list holds and removes them from the batch. */
  async #serveFromList(batch: Batch<Item>): Promise<void> {
    if (batch.size < 2) {
      return;
    }
    if (this.#slowWalk !== undefined) {
      throw this.#slowWalk;
    }
    const walk = this.#source.pages()[Symbol.asyncIterator]();
    for (;;) {
      const step = walk.next();
      const next = await withTimeout(step, this.#patienceMs);
      if (next === undefined) {
        throw this.#giveUp(step);
      }
      if (next.done === true) {
        return;
      }
      const { page, pages, results } = next.value;
      for (const item of results) {
        for (const waiter of batch.get(item.id) ?? []) {
          waiter.resolve(item);
        }
        batch.delete(item.id);
      }
      // The walk reads the first page, then goes down from the last one.
      const left = page === 1 ? pages : page - 1;
      if (batch.size === 0 || left > batch.size) {
        return;
      }
    }
  }

  #giveUp(step: Promise<unknown>): TransportError {
    const error = new TransportError(`A list took longer than ${secondsText(this.#patienceMs)}.`, "timeout", true);
    this.#slowWalk = error;
    const reset = () => {
      this.#slowWalk = undefined;
    };
    step.then(reset, reset);
    return error;
  }
}

/** Whether another read may succeed. False when the platform throttles, and after an interruption. */
function mayBeTransient(error: unknown): boolean {
  if (isProviderError(error, "transport")) {
    return error.kind !== "aborted";
  }
  if (isProviderError(error, "unavailable")) {
    return error.status !== 429;
  }
  return isProviderError(error, "shape");
}

/** The promise's value; undefined after `ms` milliseconds. */
async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
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
