import type { Clock } from "../../base/clock.js";

// What the platform refuses because of objects that are just going it accepts soon; longer means that they stay.
const limitMs = 15_000;

/** Patience with what stands in the way of a deletion: 15 s after the last change of it, and not past the deadline. */
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
   * Whether this has been in the way for too long.
   *
   * @param obstacle tells one obstacle from the next
   * @param isEnding whether it is known to end, so that the deadline alone counts
   */
  isOverFor(obstacle: string, isEnding: boolean): boolean {
    if (obstacle !== this.#obstacle) {
      this.#obstacle = obstacle;
      this.#since = this.#clock.monotonicMs();
    }
    return this.isOver || (!isEnding && this.#clock.monotonicMs() - this.#since >= limitMs);
  }
}
