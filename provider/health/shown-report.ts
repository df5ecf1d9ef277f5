import { mainHost } from "../access/hosts.js";
import { oneLine } from "../base/text.js";
import type { ProbeTarget } from "./session/options.js";
import type { CheckName, NodeReport, Verdict } from "./verdict.js";

/** What a health check found about a node. Plain data without secrets: of the endpoints it has the host only. */
export interface HealthReport {
  /** Slug of the chain that was expected. */
  readonly chain: string;
  /** Host of the main endpoint, without path and credentials; empty if there is none. */
  readonly host: string;
  /** The verdict about the node. */
  readonly verdict: Verdict;
  /** The check that decided. */
  readonly decidedBy: CheckName;
  /** That check's reason, in one line. */
  readonly why: string;
  /** All evidence, in order. */
  readonly checks: readonly HealthCheck[];
  /** Request units spent. */
  readonly cost: number;
}

/** One check of a {@link HealthReport}. */
export interface HealthCheck {
  /** Its subject. */
  readonly check: CheckName;
  /** What it found; supporting checks alone never make a node unhealthy. */
  readonly verdict: Verdict;
  /** The reason, in one line. */
  readonly why: string;
  /** The observed value. */
  readonly observed?: string;
  /** The limit or expected value. */
  readonly threshold?: string;
}

/** The part of a {@link HealthReport} that changes only with the health of the node. */
export interface NodeProbe extends Pick<HealthReport, "chain" | "decidedBy" | "host" | "verdict"> {
  /** The checks without their evidence. */
  readonly checks: readonly Pick<HealthCheck, "check" | "verdict">[];
}

/** A report in the form for users, with all evidence but latencies. */
export function shownReport({ endpoints, chain }: ProbeTarget, report: NodeReport): HealthReport {
  const { verdict, decidedBy, why, cost } = report;
  const checks = report.checks.map((result) => ({
    check: result.check,
    verdict: result.verdict,
    why: result.why,
    ...(result.observed === undefined ? {} : { observed: result.observed }),
    ...(result.threshold === undefined ? {} : { threshold: result.threshold }),
  }));
  return { chain: oneLine(chain), host: oneLine(mainHost(endpoints)), verdict, decidedBy, why, checks, cost };
}

/** The stable part of a report: no reasons, since they contain ages and heights, and no cost. */
export function stablePart({ chain, host, verdict, decidedBy, checks }: HealthReport): NodeProbe {
  return {
    chain,
    host,
    verdict,
    decidedBy,
    checks: checks.map(({ check, verdict: found }) => ({ check, verdict: found })),
  };
}
