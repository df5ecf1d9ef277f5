/** Wall clock with microsecond resolution, in milliseconds since 1970. */
export class Clock {
  readonly #time: () => number;
  #last = 0;

  /** @param time the wall clock, in milliseconds since 1970 */
  constructor(time: () => number = wallClock) {
    this.#time = time;
  }

  /** The current time; never earlier than the last {@link Clock.tick}. */
  now(): number {
    return Math.max(this.#time(), this.#last);
  }

  /** The current time, strictly later than every previous tick, so that timestamps order events. */
  tick(): number {
    this.#last = Math.max(this.#time(), this.#last + 0.001);
    return this.#last;
  }
}

/** The current time with microsecond resolution. */
export function wallClock(): number {
  return Math.floor((performance.timeOrigin + performance.now()) * 1000) / 1000;
}

const datetimePattern = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i;

/** Parses an ISO 8601 datetime, UTC without an offset, to milliseconds since 1970; undefined for anything else. */
export function parseDatetime(text: string): number | undefined {
  const [, date = "", offset] = datetimePattern.exec(text) ?? [];
  const midnight = new Date(`${date}T00:00:00Z`);
  // Date parses February 30 as March 2.
  const isDate = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
  const ms = isDate ? Date.parse(offset === undefined ? `${text}Z` : text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** Formats milliseconds since 1970 as ISO 8601 in UTC with microseconds, as the platform does. */
export function formatTimestamp(ms: number): string {
  const micros = Math.round(ms * 1000);
  const whole = new Date(Math.floor(micros / 1000)).toISOString();
  return `${whole.slice(0, -1)}${String(micros % 1000).padStart(3, "0")}Z`;
}
