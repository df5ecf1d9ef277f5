import type { Clock } from "../../base/clock.js";
import type { HealthChange } from "../../health/formats/health-round.js";
import type { HealthFleet } from "./fleet.js";

/** How a fleet is watched. */
export interface WatchPlan {
  /** From the start of one round to the start of the next, unless it takes longer. */
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called after the first round. */
  readonly onFirst: () => void;
  /** Called with each change of a verdict after that. */
  readonly onChange: (change: HealthChange) => void;
  /** Called after each report of the first round. */
  readonly onProgress: () => void;
}

/** Examines a fleet again and again, one round at a time, until the signal aborts. */
export async function watchFleet(fleet: HealthFleet, plan: WatchPlan): Promise<void> {
  const { intervalMs, clock, signal, onFirst, onChange, onProgress } = plan;
  for (let round = 1; !signal.aborted; round += 1) {
    const startMs = clock.monotonicMs();
    try {
      await fleet.examine(signal, (change) => {
        if (round === 1) {
          onProgress();
        } else if (change !== undefined) {
          onChange(change);
        }
      });
      if (round === 1) {
        onFirst();
      }
      await clock.sleep(Math.max(0, startMs + intervalMs - clock.monotonicMs()), signal);
    } catch (error) {
      if (!signal.aborted) {
        throw error;
      }
    }
  }
}
