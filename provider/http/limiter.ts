import { type Clock, systemClock } from "../base/clock.js";
import { keepAliveMs } from "./call-limits.js";

// Not p-limit or p-throttle: neither pauses all callers for a `Retry-After`, adapts its rate, or accepts a clock.

// A request counts at the server some time after it is sent: rarely later than this, in milliseconds.
const longestWay = 50;
// Lateness of a turn that the next ones make up for, in milliseconds: that of a timer. Idle time gives no credit.
const longestCaughtUp = 25;

/** A caller's turn to send one request. */
export interface Turn {
  /** Called when the request is sent, which may be some time after the turn. */
  sent(): void;
  /** Called when its response has arrived, or none will: if the server counts it, it has done so by then. */
  answered(): void;
}

/**
 * Spaces requests evenly, so that a server that counts them by the second sees at most `perSecond`, rounded up, in any
 * second, if none takes longer than 50 ms to it: after as many requests, the next one waits until a second has passed
 * since the server counted the first. That costs 5 % of the rate where responses take 50 ms or more. Every attempt
 * passes through it, including retries. Each 429 halves the rate; each successful response restores a tenth of it.
 */
export class RateLimiter {
  readonly #perSecond: number;
  readonly #clock: Clock;
  #pace: number;
  /** When the last turn was due. */
  #due = Number.NEGATIVE_INFINITY;
  /** Last turns, as many as a second has. */
  readonly #turns: CountedTurn[] = [];
  #pausedUntil = 0;
  /** Settles after the turn of the last caller in the queue. */
  #queue: Promise<unknown> = Promise.resolve();

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
  acquire(signal?: AbortSignal): Promise<Turn> {
    return this.#inOrder(() => this.#waitForTurn(signal));
  }

  /** Resolves when the caller may send so many requests together; nobody is served between their turns. */
  acquireAll(requests: number, signal?: AbortSignal): Promise<readonly Turn[]> {
    return this.#inOrder(async () => {
      const turns: Turn[] = [];
      while (turns.length < requests) {
        turns.push(await this.#waitForTurn(signal));
      }
      return turns;
    });
  }

  #inOrder<Turns>(wait: () => Promise<Turns>): Promise<Turns> {
    const turns = this.#queue.then(wait);
    // A caller that gave up leaves its turn to the next one.
    this.#queue = turns.catch(() => undefined);
    return turns;
  }

  async #waitForTurn(signal: AbortSignal | undefined): Promise<Turn> {
    signal?.throwIfAborted();
    // A pause, a response or a new rate may have moved this caller's turn while it slept: check again.
    for (let waitMs = this.#waitMs(); waitMs > 0; waitMs = this.#waitMs()) {
      await this.#clock.sleep(waitMs, signal);
    }
    const [due, now] = [this.#due + this.#interval, this.#clock.monotonicMs()];
    this.#due = now - due > longestCaughtUp ? now : due;
    const last = this.#turns.at(-1)?.countedBy ?? Number.NEGATIVE_INFINITY;
    const turn = new CountedTurn(this.#clock, now - last > keepAliveMs);
    this.#turns.push(turn);
    if (this.#turns.length > Math.max(1, this.#perSecond)) {
      this.#turns.shift();
    }
    return turn;
  }

  /** Milliseconds between two turns. */
  get #interval(): number {
    return 1_000 / this.#pace;
  }

  #waitMs(): number {
    const inSecond = Math.max(1, Math.floor(this.#pace));
    const countedBy = this.#turns.at(-inSecond)?.countedBy ?? Number.NEGATIVE_INFINITY;
    const free = Math.max(this.#due + this.#interval, countedBy + inSecond * this.#interval, this.#pausedUntil);
    return free - this.#clock.monotonicMs();
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

class CountedTurn implements Turn {
  readonly #clock: Clock;
  /** Whether the request also opens the connection, which may take any time. */
  readonly #connects: boolean;
  /** When the server has counted the request, at the latest. */
  countedBy: number;

  constructor(clock: Clock, connects: boolean) {
    this.#clock = clock;
    this.#connects = connects;
    this.countedBy = clock.monotonicMs() + longestWay;
  }

  sent(): void {
    this.countedBy = this.#clock.monotonicMs() + longestWay;
  }

  answered(): void {
    const now = this.#clock.monotonicMs();
    this.countedBy = this.#connects ? now : Math.min(this.countedBy, now);
  }
}
