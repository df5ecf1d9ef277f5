import { usualWindowMs } from "./batch-window.js";

/**
 * Walks of one list, shared by all who ask for it at about the same time. A moment is a mark of this object's own: who
 * must not see what was written before asks for a walk that began after a mark.
 */
export class SharedWalk<Result> {
  readonly #walk: () => Promise<Result>;
  readonly #windowMs: number;
  #moment = 0;
  #latest: { readonly begun: number; readonly result: Promise<Result> } | undefined;
  #next: Promise<Result> | undefined;

  /**
   * @param walk reads the whole list
   * @param windowMs those who ask within this time share a walk
   */
  constructor(walk: () => Promise<Result>, windowMs = usualWindowMs) {
    this.#walk = walk;
    this.#windowMs = windowMs;
  }

  /** The present moment. */
  mark(): number {
    this.#moment += 1;
    return this.#moment;
  }

  /**
   * What a walk showed that began after `mark`: the latest one, where it did, or else a new one.
   *
   * @param mark from {@link mark}; 0: any walk of this process will do
   * @throws whatever reading the list throws; the next who asks begins a new walk
   */
  after(mark: number): Promise<Result> {
    if (this.#latest !== undefined && this.#latest.begun > mark) {
      return this.#latest.result;
    }
    this.#next ??= this.#begin();
    return this.#next;
  }

  // Those who ask within the window share the walk that begins at its end; while one runs, all share the next, however
  // slowly their questions come in.
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
