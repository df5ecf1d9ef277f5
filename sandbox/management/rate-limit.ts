const windowMs = 1000;

/** Counts the requests of each key in the last second. */
export class RateLimit {
  readonly #times = new Map<string, number[]>();

  /** Whether one more request is allowed; a refused one does not count. */
  admits(key: string, perSecond: number | null): boolean {
    if (perSecond === null) {
      return true;
    }
    const now = performance.now();
    const recent = (this.#times.get(key) ?? []).filter((time) => time > now - windowMs);
    const isAdmitted = recent.length < perSecond;
    this.#times.set(key, isAdmitted ? [...recent, now] : recent);
    return isAdmitted;
  }
}
