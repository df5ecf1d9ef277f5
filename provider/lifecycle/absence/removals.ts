import { withTimeout } from "../../base/with-timeout.js";

const defaultPatienceMs = 5_000;

/** What this process is deleting and has deleted: a list that still shows it is stale. */
export class Removals {
  readonly #pending = new Set<string>();
  readonly #deleted = new Set<string>();
  /** Requests under way, without those given up as slow; none of these rejects. */
  readonly #requests = new Set<Promise<unknown>>();
  readonly #patienceMs: number;

  /** @param options.patienceMs how long to wait for a request while no other ends, in milliseconds. @default 5_000 */
  constructor({ patienceMs = defaultPatienceMs }: { readonly patienceMs?: number } = {}) {
    this.#patienceMs = patienceMs;
  }

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
   * Sends a DELETE request, and resolves once those under way at its end have ended too, or are slow: so the
   * confirmations of simultaneous deletions share calls, and one that hangs delays no other for long.
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
    await this.#othersEnded();
  }

  async #othersEnded(): Promise<void> {
    let left = [...this.#requests];
    const ended = Promise.all(left).then(() => true);
    for (let before = Number.POSITIVE_INFINITY; left.length > 0 && left.length < before; ) {
      if ((await withTimeout(ended, this.#patienceMs)) === true) {
        return;
      }
      before = left.length;
      left = left.filter((request) => this.#requests.has(request));
    }
    for (const slow of left) {
      this.#requests.delete(slow);
    }
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
