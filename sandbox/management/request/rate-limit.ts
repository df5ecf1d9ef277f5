/** Sliding-window rate limiter. */
export class RateLimit {
  readonly #times = new Map<string, number[]>();

  /** Milliseconds until the next request is allowed; 0 admits and counts this one. Rejected ones are not counted. */
  take(what: string, limit: number | null, windowMs: number): number {
    if (limit === null) {
      return 0;
    }
    const now = performance.now();
    const recent = (this.#times.get(what) ?? []).filter((time) => time > now - windowMs);
    // The limit may have been lowered since.
    const oldest = recent.at(-limit);
    this.#times.set(what, oldest === undefined ? [...recent, now] : recent);
    return oldest === undefined ? 0 : oldest + windowMs - now;
  }
}
