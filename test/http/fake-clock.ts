import type { Clock } from "../../provider/http/clock.js";

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/**
 * A clock without waiting: whenever the program has nothing else to do at once, time jumps to the next sleeper's end.
 * Sleepers wake in the order of time, one at a time.
 */
export class FakeClock implements Clock {
  readonly startedAt: number;
  /** Length of every sleep so far, in milliseconds. */
  readonly sleeps: number[] = [];
  #now: number;
  #sleepers: Sleeper[] = [];
  #isPumping = false;

  constructor(now = Date.parse("2026-03-04T12:00:00Z")) {
    this.startedAt = now;
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  /** Milliseconds since the clock was made. */
  get elapsedMs(): number {
    return this.#now - this.startedAt;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.sleeps.push(ms);
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      const stop = () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      };
      const sleeper = { at: this.#now + ms, wake };
      this.#sleepers.push(sleeper);
      signal?.addEventListener("abort", stop);
      this.#pump();
    });
  }

  #pump(): void {
    if (this.#isPumping) {
      return;
    }
    this.#isPumping = true;
    setImmediate(() => {
      this.#isPumping = false;
      const next = this.#sleepers.reduce<Sleeper | undefined>(
        (first, sleeper) => (first === undefined || sleeper.at < first.at ? sleeper : first),
        undefined,
      );
      if (next !== undefined) {
        this.#sleepers = this.#sleepers.filter((sleeper) => sleeper !== next);
        this.#now = Math.max(this.#now, next.at);
        next.wake();
        this.#pump();
      }
    });
  }
}
