import { oneLine } from "../../base/text.js";
import type { ProbedNode } from "../report.js";
import { combine, type NodeReport, type Verdict } from "../verdict.js";

/** One examined node, with all its evidence. */
export interface ExaminedNode extends ProbedNode {
  /** End of its last examination, milliseconds since the epoch; undefined if there was none. */
  readonly probedAtMs: number | undefined;
}

/** What is known about a group of nodes: the content of every format. */
export interface HealthRound {
  /** Name of the stack; empty for a single endpoint. */
  readonly stack: string;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  /** Every node, in a fixed order; names are unique per chain. */
  readonly nodes: readonly ExaminedNode[];
  /** What applies to several nodes, one line each. */
  readonly notes: readonly string[];
}

/** One change of a node's verdict. */
export interface HealthChange {
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  /** The node after it. */
  readonly node: ExaminedNode;
  readonly before: Verdict;
}

/** A time as in every format: ISO 8601 in UTC. */
export function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** The verdict of a round; `unknown` without nodes. */
export function verdictOf({ nodes }: Pick<HealthRound, "nodes">): Verdict {
  return combine(nodes.map(({ report }) => report.verdict));
}

/** Request units that a round has spent, and that it was allowed to spend. */
export function costOf({ nodes }: Pick<HealthRound, "nodes">): { readonly cost: number; readonly maxCost: number } {
  return {
    cost: nodes.reduce((sum, { report }) => sum + report.cost, 0),
    maxCost: nodes.reduce((sum, { report }) => sum + report.maxCost, 0),
  };
}

/** A report whose every free text is one clean line without secrets. */
export function cleanReport(report: NodeReport, redact: (text: string) => string): NodeReport {
  const clean = (text: string) => oneLine(redact(text));
  const { observedIdentity } = report;
  return {
    ...report,
    why: clean(report.why),
    ...(observedIdentity === undefined ? {} : { observedIdentity: clean(observedIdentity) }),
    checks: report.checks.map(({ observed, threshold, ...result }) => ({
      ...result,
      why: clean(result.why),
      ...(observed === undefined ? {} : { observed: clean(observed) }),
      ...(threshold === undefined ? {} : { threshold: clean(threshold) }),
    })),
  };
}
