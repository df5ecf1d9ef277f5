/** Wall clock with microseconds, in milliseconds since 1970 with three fraction digits. */
export class Clock {
  #last = 0;

  /** The time; never earlier than the last {@link Clock.tick}. */
  now(): number {
    return Math.max(wallClock(), this.#last);
  }

  /** The time, later than every tick before: the order of events is the order of their time stamps. */
  tick(): number {
    this.#last = Math.max(wallClock(), this.#last + 0.001);
    return this.#last;
  }
}

/** The time of this process with microseconds. */
export function wallClock(): number {
  return Math.floor((performance.timeOrigin + performance.now()) * 1000) / 1000;
}

const datetimePattern = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i;

/** Milliseconds since 1970 of an ISO 8601 date with a time, in UTC unless it says otherwise; undefined for anything else. */
export function parseDatetime(text: string): number | undefined {
  const [, date = "", offset] = datetimePattern.exec(text) ?? [];
  const midnight = new Date(`${date}T00:00:00Z`);
  // Date takes February 30 for March 2.
  const isDate = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
  const ms = isDate ? Date.parse(offset === undefined ? `${text}Z` : text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** ISO 8601 in UTC with microseconds, the form of the platform's answers. */
export function formatTimestamp(ms: number): string {
  const micros = Math.round(ms * 1000);
  const whole = new Date(Math.floor(micros / 1000)).toISOString();
  return `${whole.slice(0, -1)}${String(micros % 1000).padStart(3, "0")}Z`;
}
