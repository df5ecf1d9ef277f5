/** What this process deletes, and has deleted: a list that still shows it is older than its deletion. */
export class Removals {
  readonly #going = new Set<string>();
  readonly #gone = new Set<string>();

  /** Notes a deletion from its start to its end. */
  async track(id: string, run: () => Promise<void>): Promise<void> {
    this.#going.add(id);
    try {
      await run();
      this.#gone.add(id);
    } finally {
      this.#going.delete(id);
    }
  }

  isGoing(id: string): boolean {
    return this.#going.has(id);
  }

  /** Whether a deletion in this process ended with the proof that the object is gone. */
  isGone(id: string): boolean {
    return this.#gone.has(id);
  }

  /** Whether anything was deleted: then the key may delete. */
  get hasSucceeded(): boolean {
    return this.#gone.size > 0;
  }
}
