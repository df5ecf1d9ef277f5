interface Waiting {
  readonly key: string;
  readonly start: () => void;
}

/** Limits concurrent starts; a queued start can be moved to the front. */
export class StartQueue {
  readonly #width: number;
  #running = 0;
  readonly #queue: Waiting[] = [];

  constructor(width: number) {
    this.#width = width;
  }

  /** Runs the task when a slot is free. */
  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#width) {
      await new Promise<void>((start) => this.#queue.push({ key, start }));
    } else {
      this.#running += 1;
    }
    try {
      return await task();
    } finally {
      const next = this.#queue.shift();
      if (next === undefined) {
        this.#running -= 1;
      } else {
        next.start();
      }
    }
  }

  /** Moves a queued task to the front. */
  promote(key: string): void {
    const index = this.#queue.findIndex((waiting) => waiting.key === key);
    const [waiting] = index > 0 ? this.#queue.splice(index, 1) : [];
    if (waiting !== undefined) {
      this.#queue.unshift(waiting);
    }
  }
}
