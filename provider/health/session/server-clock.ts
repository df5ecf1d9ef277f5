import { duration } from "../head-age.js";
import type { CheckResult } from "../verdict.js";

// Clock differences above this make the probe use the server's clock.
const toleratedSkewMs = 5_000;

/** The difference between this machine's clock and the server's, by the header `Date` of the first response. */
export class ServerClock {
  #skewMs: number | undefined;

  /** @param serverTimeMs the header, in whole seconds, written between sending and receiving */
  note(serverTimeMs: number, sentAtMs: number, receivedAtMs: number): void {
    if (this.#skewMs === undefined) {
      const early = Math.min(0, serverTimeMs + 1000 - sentAtMs);
      const late = Math.max(0, serverTimeMs - receivedAtMs);
      this.#skewMs = early + late;
    }
  }

  /** Milliseconds to add to this machine's time; 0 if the two clocks agree. */
  get correctionMs(): number {
    const skewMs = this.#skewMs ?? 0;
    return Math.abs(skewMs) > toleratedSkewMs ? skewMs : 0;
  }

  /** Evidence that this machine's clock is wrong, if it is. */
  check(): readonly CheckResult[] {
    const skewMs = this.correctionMs;
    if (skewMs === 0) {
      return [];
    }
    const observed = duration(Math.abs(skewMs));
    const threshold = duration(toleratedSkewMs);
    const why = `this machine's clock is ${observed} ${skewMs > 0 ? "behind" : "ahead of"} the server's, which was used`;
    return [{ check: "clock", verdict: "healthy", cause: "clock-skew", observed, threshold, why }];
  }
}
