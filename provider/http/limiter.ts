import type { Clock } from "./clock.js";
import { systemClock } from "./clock.js";

/**
 * Spaces requests evenly: at most `perSecond` of them a second and never two at once, so that no burst meets a server
 * that counts by the second. Every attempt passes through it, retries included. After a throttling answer the pace is
 * halved, and wins a tenth back with each good answer.
 */
export class RateLimiter {
  readonly #perSecond: number;
  readonly #clock: Clock;
  #pace: number;
  #next = 0;
  #pausedUntil = 0;

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
  async acquire(signal?: AbortSignal): Promise<void> {
    // A pause that begins while this caller sleeps moves its turn too: look again until the turn has really come.
    let turn = this.#take();
    for (;;) {
      const waitMs = turn - this.#clock.now();
      if (waitMs <= 0) {
        return;
      }
      await this.#clock.sleep(waitMs, signal);
      if (this.#pausedUntil > this.#clock.now()) {
        turn = this.#take();
      }
    }
  }

  #take(): number {
    const turn = Math.max(this.#clock.now(), this.#next, this.#pausedUntil);
    this.#next = turn + 1000 / this.#pace;
    return turn;
  }

  /** The server throttles: nobody sends for `pauseMs`, and the pace is halved (not below one request in five seconds). */
  throttled(pauseMs: number): void {
    this.#pace = Math.max(this.#pace / 2, 0.2);
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + pauseMs);
  }

  /** The server answered normally: win a tenth of the configured pace back. */
  succeeded(): void {
    this.#pace = Math.min(this.#perSecond, this.#pace + this.#perSecond / 10);
  }
}
