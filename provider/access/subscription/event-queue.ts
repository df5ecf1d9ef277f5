// A slow reader of long events would fill the memory before it has as many of them as are usual.
const mostBytes = 4_000_000;

/** Events between a source that cannot wait for long and a reader that may be slow. */
export class EventQueue<T> {
  readonly #events: { readonly event: T; readonly bytes: number }[] = [];
  readonly #mostEvents: number;
  #bytes = 0;
  #waiting: { readonly resolve: (result: IteratorResult<T>) => void; readonly reject: (error: unknown) => void }[] = [];
  #end: { readonly error?: unknown } | undefined;

  /** @param mostEvents so many are enough, unless they are long: then fewer */
  constructor(mostEvents: number) {
    this.#mostEvents = mostEvents;
  }

  /** Whether the source should wait. */
  get isFull(): boolean {
    return this.#events.length >= this.#mostEvents || this.#bytes >= mostBytes;
  }

  /** Whether a source that waits should go on. */
  get isHalfEmpty(): boolean {
    return this.#events.length <= this.#mostEvents / 2 && this.#bytes <= mostBytes / 2;
  }

  /** @param bytes length of the message that brought the event */
  push(event: T, bytes: number): void {
    const reader = this.#waiting.shift();
    if (reader === undefined) {
      this.#events.push({ event, bytes });
      this.#bytes += bytes;
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
