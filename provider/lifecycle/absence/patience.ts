import type { Clock } from "../../base/clock.js";

// Objects that are being deleted block a deletion for seconds; what blocks it longer is not being deleted.
const limitMs = 15_000;

/** How long to wait for what blocks a deletion: 15 s after it last changed, and never past the deadline. */
export class Patience {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #deadlineMs: number;
  #obstacle: string | undefined;
  #since: number;

  constructor(clock: Clock, deadlineMs: number) {
    this.#clock = clock;
    this.#startedAt = clock.monotonicMs();
    this.#since = this.#startedAt;
    this.#deadlineMs = deadlineMs;
  }

  get elapsedMs(): number {
    return this.#clock.monotonicMs() - this.#startedAt;
  }

  /** Whether the deadline has passed. */
  get isOver(): boolean {
    return this.elapsedMs >= this.#deadlineMs;
  }

  /**
   * Whether this has blocked the deletion for too long.
   *
   * @param obstacle identifies what blocks it: a different one restarts the 15 s
   * @param isEnding whether it is known to end, so that only the deadline applies
   */
  isOverFor(obstacle: string, isEnding: boolean): boolean {
    if (obstacle !== this.#obstacle) {
      this.#obstacle = obstacle;
      this.#since = this.#clock.monotonicMs();
    }
    return this.isOver || (!isEnding && this.#clock.monotonicMs() - this.#since >= limitMs);
  }
}
