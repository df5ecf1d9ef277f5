import { type Clock, systemClock } from "../base/clock.js";

// Not p-limit or p-throttle: neither pauses all callers for a `Retry-After`, adapts its rate, or accepts a clock.

// In milliseconds at one request per second. Requests arrive with jitter: at exactly the server's limit, the first and
// the last of a second would often count together.
const spacing = 1_010;

/**
 * Spaces requests evenly, at most `perSecond` per second, so that no burst hits a server that counts by the second.
 * Every attempt passes through it, including retries. Each 429 halves the rate; each successful response restores a
 * tenth of it.
 */
export class RateLimiter {
  readonly #perSecond: number;
  readonly #clock: Clock;
  #pace: number;
  #lastStart = Number.NEGATIVE_INFINITY;
  #pausedUntil = 0;
  /** Settles after the turn of the last caller in the queue. */
  #queue: Promise<void> = Promise.resolve();

  /** @param perSecond requests per second, greater than 0 */
  constructor(perSecond: number, clock: Clock = systemClock) {
    this.#perSecond = perSecond;
    this.#pace = perSecond;
    this.#clock = clock;
  }

  /** Current rate in requests per second: the configured one, or less after throttling. */
  get pace(): number {
    return this.#pace;
  }

  /** Resolves when the caller may send its request. Callers are served in order. */
  acquire(signal?: AbortSignal): Promise<void> {
    const turn = this.#queue.then(() => this.#waitForTurn(signal));
    // A caller that gave up leaves its turn to the next one.
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  async #waitForTurn(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    // A pause or a new rate may have moved this caller's turn while it slept: check again.
    for (let waitMs = this.#waitMs(); waitMs > 0; waitMs = this.#waitMs()) {
      await this.#clock.sleep(waitMs, signal);
    }
    this.started();
  }

  /** Called when a request is sent, which may be some time after its turn: the next one keeps its distance from it. */
  started(): void {
    this.#lastStart = this.#clock.monotonicMs();
  }

  #waitMs(): number {
    return Math.max(this.#lastStart + spacing / this.#pace, this.#pausedUntil) - this.#clock.monotonicMs();
  }

  /**
   * Called when the server throttles: pauses all callers for `pauseMs` and halves the rate, to no less than one request
   * in five seconds.
   */
  throttled(pauseMs: number): void {
    this.#pace = Math.min(this.#perSecond, Math.max(this.#pace / 2, 0.2));
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.monotonicMs() + pauseMs);
  }

  /** Called after a successful response: restores a tenth of the configured rate. */
  succeeded(): void {
    this.#pace = Math.min(this.#perSecond, this.#pace + this.#perSecond / 10);
  }
}
