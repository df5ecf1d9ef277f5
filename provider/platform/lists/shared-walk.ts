import { defaultWindowMs } from "./batch-reader.js";

/**
 * Walks of one list, shared by concurrent callers. A mark is a point in this object's own time: a caller whose data
 * must be newer than a write requests a walk that began after a mark.
 */
export class SharedWalk<Result> {
  readonly #walk: () => Promise<Result>;
  readonly #windowMs: number;
  #moment = 0;
  #latest: { readonly begun: number; readonly result: Promise<Result> } | undefined;
  #next: Promise<Result> | undefined;

  /**
   * @param walk reads the whole list
   * @param windowMs callers within this time share a walk
   */
  constructor(walk: () => Promise<Result>, windowMs = defaultWindowMs) {
    this.#walk = walk;
    this.#windowMs = windowMs;
  }

  /** Marks the current time. */
  mark(): number {
    this.#moment += 1;
    return this.#moment;
  }

  /**
   * The result of a walk that began after `mark`: the latest one if it did, else a new one.
   *
   * @param mark from {@link mark}; 0 accepts any walk of this process
   * @throws whatever reading the list throws; the next caller starts a new walk
   */
  after(mark: number): Promise<Result> {
    if (this.#latest !== undefined && this.#latest.begun > mark) {
      return this.#latest.result;
    }
    this.#next ??= this.#begin();
    return this.#next;
  }

  // Callers within the window share the walk that begins at its end. While a walk runs, all new callers share the next
  // one.
  async #begin(): Promise<Result> {
    await Promise.all([
      new Promise((resolve) => setTimeout(resolve, this.#windowMs)),
      this.#latest?.result.catch(() => undefined),
    ]);
    this.#next = undefined;
    const walk = { begun: this.mark(), result: this.#walk() };
    this.#latest = walk;
    try {
      return await walk.result;
    } catch (error) {
      if (this.#latest === walk) {
        this.#latest = undefined;
      }
      throw error;
    }
  }
}
