import { oneLine } from "../base/text.js";
import { stalledChains } from "./stalled-chains.js";
import { type CheckName, combine, type NodeReport, type Verdict } from "./verdict.js";

/** One probed node of a stack. */
export interface ProbedNode {
  /** Name on the platform. */
  readonly name: string;
  /** Platform slug. */
  readonly chain: string;
  /** Host of its endpoint, without the rest of the URL. */
  readonly host: string;
  /** What its probe found. */
  readonly report: NodeReport;
}

/** The health of a stack in a form that may be exported: no secrets, and stable between runs while nothing changes. */
export interface StackHealth {
  /** The worst verdict if it fails, else `unknown` if there is one, else the worst. */
  readonly verdict: Verdict;
  /** One line for each node. */
  readonly report: {
    /** In the given order. */
    readonly nodes: readonly StackNode[];
    /** What is true of several nodes together, one line each, without changing figures. Absent if there is nothing. */
    readonly notes?: readonly string[];
  };
}

/** One node of a stack, without latencies, heights and times. */
export interface StackNode {
  /** Name on the platform. */
  readonly name: string;
  /** Slug of the chain. */
  readonly chain: string;
  /** Host of the main endpoint, without path and credentials. */
  readonly host: string;
  /** What the probe found. */
  readonly verdict: Verdict;
  /** The check that decided. */
  readonly decidedBy: CheckName;
}

/** Combines the reports of a stack's nodes, in the given order. */
export function summarize(nodes: readonly ProbedNode[]): StackHealth {
  const notes = stalledChains(nodes);
  return {
    verdict: combine(nodes.map(({ report }) => report.verdict)),
    report: {
      nodes: nodes.map(({ name, chain, host, report }) => ({
        name: oneLine(name),
        chain: oneLine(chain),
        host: oneLine(host),
        verdict: report.verdict,
        decidedBy: report.decidedBy,
      })),
      ...(notes.length === 0 ? {} : { notes }),
    },
  };
}
