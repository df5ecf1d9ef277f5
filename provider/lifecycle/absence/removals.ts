/** What this process is deleting and has deleted: a list that still shows it is stale. */
export class Removals {
  readonly #pending = new Set<string>();
  readonly #deleted = new Set<string>();
  /** Requests under way; none of these rejects. */
  readonly #requests = new Set<Promise<unknown>>();

  /** Tracks a deletion from start to end. */
  async track(id: string, run: () => Promise<void>): Promise<void> {
    this.#pending.add(id);
    try {
      await run();
      this.#deleted.add(id);
    } finally {
      this.#pending.delete(id);
    }
  }

  /**
   * Sends a DELETE request, and resolves once those under way at its end have ended too: so the confirmations of
   * simultaneous deletions share calls.
   */
  async send(request: () => Promise<unknown>): Promise<void> {
    const sent = request();
    const ended = sent.catch(() => undefined);
    this.#requests.add(ended);
    try {
      await sent;
    } finally {
      this.#requests.delete(ended);
    }
    await Promise.all(this.#requests);
  }

  isPending(id: string): boolean {
    return this.#pending.has(id);
  }

  /** Whether a deletion in this process was confirmed. */
  isDeleted(id: string): boolean {
    return this.#deleted.has(id);
  }

  /** Whether anything was deleted, which proves that the key may delete. */
  get hasSucceeded(): boolean {
    return this.#deleted.size > 0;
  }
}
