import type { Clock } from "../../../provider/base/clock.js";

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

const shortestSleepMs = 0.001;

/**
 * A clock without waiting: whenever the program is idle, time jumps to the end of the next sleep. Sleepers wake in the
 * order of time, one at a time.
 */
export class FakeClock implements Clock {
  readonly startedAt: number;
  /** How far the wall clock was set since the start, in milliseconds. */
  #setByMs = 0;
  /** Called when time passes. */
  onPass: (ms: number) => void = () => undefined;
  /** Duration of every sleep so far, in milliseconds. */
  readonly sleeps: number[] = [];
  readonly #setByEachSleepMs: number;
  #now: number;
  #sleepers: Sleeper[] = [];
  #isPumping = false;

  /** @param setByMs how far the wall clock is set at the start of every sleep */
  constructor(now = Date.parse("2026-03-04T12:00:00Z"), setByMs = 0) {
    this.startedAt = now;
    this.#now = now;
    this.#setByEachSleepMs = setByMs;
  }

  now(): number {
    return this.#now + this.#setByMs;
  }

  // Another origin than the wall clock's, so that mixing the two shows.
  monotonicMs(): number {
    return this.elapsedMs + 7_000_000;
  }

  /** Sets the wall clock, as an administrator or a time server does; no time passes. */
  setWallClock(byMs: number): void {
    this.#setByMs += byMs;
  }

  /** Milliseconds since the clock was created. */
  get elapsedMs(): number {
    return this.#now - this.startedAt;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.sleeps.push(ms);
    this.setWallClock(this.#setByEachSleepMs);
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
      // Like a real timer, a sleep takes some time, however short it is.
      const sleeper = { at: this.#now + Math.max(ms, shortestSleepMs), wake };
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
        const passedMs = Math.max(0, next.at - this.#now);
        this.#now += passedMs;
        this.onPass(passedMs);
        next.wake();
        this.#pump();
      }
    });
  }
}
