import type { Clock } from "../base/clock.js";
import { systemClock } from "../base/clock.js";

// Not p-limit or p-throttle: neither pauses everybody for a `Retry-After`, changes its pace, or takes a clock.

/**
 * Spaces requests evenly: at most `perSecond` of them a second and never two at once, so that no burst meets a server
 * that counts by the second. Every attempt passes through it, retries included. After a throttling answer the pace is
 * halved, and wins a tenth back with each good answer.
 */
export class RateLimiter {
  readonly #perSecond: number;
  readonly #clock: Clock;
  #pace: number;
  #lastStart = Number.NEGATIVE_INFINITY;
  #pausedUntil = 0;
  /** Settles when the caller who asked last has had its turn. */
  #queue: Promise<void> = Promise.resolve();

  /** @param perSecond requests a second, greater than 0 */
  constructor(perSecond: number, clock: Clock = systemClock) {
    this.#perSecond = perSecond;
    this.#pace = perSecond;
    this.#clock = clock;
  }

  /** Current pace in requests a second: the configured one, or less after throttling. */
  get pace(): number {
    return this.#pace;
  }

  /** Resolves when the caller may send its request. Callers are served in the order in which they asked. */
  acquire(signal?: AbortSignal): Promise<void> {
    const turn = this.#queue.then(() => this.#waitForTurn(signal));
    // A caller that gave up leaves its turn to the next one.
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  async #waitForTurn(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    // A pause that begins, or a pace that changes, while this caller sleeps moves its turn too: look again.
    for (let waitMs = this.#waitMs(); waitMs > 0; waitMs = this.#waitMs()) {
      await this.#clock.sleep(waitMs, signal);
    }
    this.#lastStart = this.#clock.monotonicMs();
  }

  #waitMs(): number {
    return Math.max(this.#lastStart + 1000 / this.#pace, this.#pausedUntil) - this.#clock.monotonicMs();
  }

  /** The server throttles: nobody sends for `pauseMs`, and the pace is halved (not below one request in five seconds). */
  throttled(pauseMs: number): void {
    this.#pace = Math.min(this.#perSecond, Math.max(this.#pace / 2, 0.2));
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.monotonicMs() + pauseMs);
  }

  /** The server answered normally: win a tenth of the configured pace back. */
  succeeded(): void {
    this.#pace = Math.min(this.#perSecond, this.#pace + this.#perSecond / 10);
  }
}
