// With long events a slow reader would exhaust memory before the usual count is reached.
const maxBytes = 4_000_000;

/** Events between a source that cannot wait for long and a possibly slow reader. */
export class EventQueue<T> {
  readonly #events: { readonly event: T; readonly bytes: number }[] = [];
  readonly #maxEvents: number;
  #bytes = 0;
  #waiting: { readonly resolve: (result: IteratorResult<T>) => void; readonly reject: (error: unknown) => void }[] = [];
  #end: { readonly error?: unknown } | undefined;

  /** @param maxEvents limit of the queue; lower for long events */
  constructor(maxEvents: number) {
    this.#maxEvents = maxEvents;
  }

  /** Whether the source should pause. */
  get isFull(): boolean {
    return this.#events.length >= this.#maxEvents || this.#bytes >= maxBytes;
  }

  /** Whether a paused source should resume. */
  get isHalfEmpty(): boolean {
    return this.#events.length <= this.#maxEvents / 2 && this.#bytes <= maxBytes / 2;
  }

  /** @param bytes length of the event's message */
  push(event: T, bytes: number): void {
    const reader = this.#waiting.shift();
    if (reader === undefined) {
      this.#events.push({ event, bytes });
      this.#bytes += bytes;
    } else {
      reader.resolve({ done: false, value: event });
    }
  }

  /** No more events. Queued ones can still be read; then readers get the error, or the end when there is none. */
  end(reason: { readonly error?: unknown } = {}): void {
    if (this.#end === undefined) {
      this.#end = reason;
      for (const reader of this.#waiting) {
        this.#finish(reader.resolve, reader.reject);
      }
      this.#waiting = [];
    }
  }

  /** The next event, once available. */
  next(): Promise<IteratorResult<T>> {
    return new Promise((resolve, reject) => {
      const next = this.#events.shift();
      if (next !== undefined) {
        this.#bytes -= next.bytes;
        resolve({ done: false, value: next.event });
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
