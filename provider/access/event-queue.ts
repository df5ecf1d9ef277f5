/** Events between a source that cannot wait for long and a reader that may be slow. */
export class EventQueue<T> {
  readonly #events: T[] = [];
  #waiting: { readonly resolve: (result: IteratorResult<T>) => void; readonly reject: (error: unknown) => void }[] = [];
  #end: { readonly error?: unknown } | undefined;

  /** Events that nobody has taken yet. */
  get length(): number {
    return this.#events.length;
  }

  push(event: T): void {
    const reader = this.#waiting.shift();
    if (reader === undefined) {
      this.#events.push(event);
    } else {
      reader.resolve({ done: false, value: event });
    }
  }

  /** No more events. What is queued can still be taken; then readers get the error, or the end when there is none. */
  end(reason: { readonly error?: unknown } = {}): void {
    if (this.#end === undefined) {
      this.#end = reason;
      for (const reader of this.#waiting) {
        this.#finish(reader.resolve, reader.reject);
      }
      this.#waiting = [];
    }
  }

  /** The next event, as soon as there is one. */
  next(): Promise<IteratorResult<T>> {
    return new Promise((resolve, reject) => {
      const event = this.#events.shift();
      if (event !== undefined) {
        resolve({ done: false, value: event });
      } else if (this.#end === undefined) {
        this.#waiting.push({ resolve, reject });
      } else {
        this.#finish(resolve, reject);
      }
    });
  }

  #finish(resolve: (result: IteratorResult<T>) => void, reject: (error: unknown) => void): void {
    const end = this.#end;
    if (end !== undefined && "error" in end) {
      reject(end.error);
    } else {
      resolve({ done: true, value: undefined });
    }
  }
}
