/** Counts requests within a time that moves along: each key in the last second, or whatever else has a limit. */
export class RateLimit {
  readonly #times = new Map<string, number[]>();

  /** Milliseconds until one more request is allowed; 0: it is, and it counts. A refused one does not count. */
  take(what: string, limit: number | null, windowMs: number): number {
    if (limit === null) {
      return 0;
    }
    const now = performance.now();
    const recent = (this.#times.get(what) ?? []).filter((time) => time > now - windowMs);
    // The limit may have been lowered below what was let through before.
    const oldest = recent.at(-limit);
    this.#times.set(what, oldest === undefined ? [...recent, now] : recent);
    return oldest === undefined ? 0 : oldest + windowMs - now;
  }
}
