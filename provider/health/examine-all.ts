import { type ExamineOptions, examine } from "./examine.js";
import type { ProbeTarget } from "./session/options.js";
import type { NodeReport } from "./verdict.js";

/** Nodes that are examined at a time by default. */
export const mostAtATime = 256;

/** Options of {@link examineAll}. */
export interface FleetOptions<Subject> extends ExamineOptions {
  /** Nodes that are examined at a time; most of their time is waiting for a block. @default 256 */
  readonly atATime?: number | undefined;
  /** Called with each report as soon as it is there. */
  readonly onReport?: ((subject: Subject, report: NodeReport) => void) | undefined;
}

/**
 * Examines many nodes, a limited number at a time. Memory depends on that number, not on the number of nodes.
 *
 * @returns in the order of the subjects
 * @throws the signal's reason when it aborts
 */
export async function examineAll<Subject extends ProbeTarget>(
  subjects: readonly Subject[],
  { atATime = mostAtATime, onReport, ...options }: FleetOptions<Subject> = {},
): Promise<readonly (Subject & { readonly report: NodeReport })[]> {
  const examined: (Subject & { readonly report: NodeReport })[] = [];
  const open = subjects.entries();
  const work = async () => {
    for (const [index, subject] of open) {
      const report = await examine(subject, options);
      examined[index] = { ...subject, report };
      onReport?.(subject, report);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atATime, subjects.length) }, work));
  return examined;
}
