import type { RoundPlan } from "../plan/plan";
import type { Workshop } from "../world/workshop";
import { playRound, type RoundReport } from "./round";

/** How many rounds run, and for how long. */
export interface PoolOptions {
  /** Rounds at a time. */
  readonly parallel: number;
  /** No round begins later than so many minutes after the first. */
  readonly minutes: number;
  /** Hears of each round that ended. */
  readonly report: (report: RoundReport) => void;
}

/** Plays rounds side by side, each on a platform and a stack of its own. */
export async function playAll(
  plans: Iterable<RoundPlan>,
  workshop: Workshop,
  { parallel, minutes, report }: PoolOptions,
): Promise<readonly RoundReport[]> {
  const queue = plans[Symbol.iterator]();
  const limitAt = performance.now() + minutes * 60_000;
  const reports: RoundReport[] = [];
  const work = async (): Promise<void> => {
    for (let next = queue.next(); next.done !== true && performance.now() < limitAt; next = queue.next()) {
      const done = await playRound(next.value, workshop);
      reports.push(done);
      report(done);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return reports;
}
