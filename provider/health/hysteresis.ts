import { fails, type NodeReport, passes } from "./verdict.js";

// Successes in a row until a node that failed counts as healthy again: one may come from the only good backend of a
// load balancer.
const successesInARow = 2;

/** What repeated examinations of one node have shown. */
export interface SettledNode {
  /** The report to show: the newest, or its evidence under the verdict that still holds. */
  readonly report: NodeReport;
  /** Successes since the last failure; undefined if there was no failure, or enough successes since. */
  readonly successes?: number;
}

/**
 * The state of a node after one more examination. A failure counts at once, since {@link examine} has confirmed it, and
 * so does `unknown`. After a failure, also if `unknown` came between, the node passes again after two successes in a
 * row; the first one does not change the verdict.
 *
 * @param before undefined at the first examination
 */
export function settle(before: SettledNode | undefined, report: NodeReport): SettledNode {
  if (fails(report.verdict)) {
    return { report, successes: 0 };
  }
  if (before?.successes === undefined) {
    return { report };
  }
  if (!passes(report.verdict)) {
    return { report, successes: 0 };
  }
  const successes = before.successes + 1;
  if (successes >= successesInARow) {
    return { report };
  }
  const { verdict, decidedBy } = before.report;
  const why = `${successes} of ${successesInARow} successes since: ${before.report.why}`;
  return { report: { ...report, verdict, decidedBy, why }, successes };
}
