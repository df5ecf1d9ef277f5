import { addOmitted } from "./evidence.js";
import type { PricedCall } from "./session/budget.js";
import type { Reading } from "./session/reading.js";
import type { ProbeSession } from "./session/session.js";
import type { CheckName } from "./verdict.js";

/** Calls of one check, within the batch of all. */
export interface Part {
  readonly check: CheckName;
  readonly calls: readonly PricedCall[];
  /** Units that must be left for calls after the batch. @default 0 */
  readonly reserve?: number;
  readonly record: (readings: readonly Reading[]) => void | Promise<void>;
}

/** Makes the calls of all parts that the budget allows in one batch; records that the others were not made. */
export async function askParts(session: ProbeSession, parts: readonly Part[]): Promise<void> {
  const fitting: Part[] = [];
  let units = 0;
  for (const part of parts) {
    const needed = session.costOf(part.calls) + (part.reserve ?? 0);
    if (units + needed <= session.unitsLeft) {
      fitting.push(part);
      units += needed;
    } else {
      addOmitted(session, part.check, needed);
    }
  }
  const readings = [...(await session.ask(fitting.flatMap(({ calls }) => calls)))];
  for (const { calls, record } of fitting) {
    await record(readings.splice(0, calls.length));
  }
}
