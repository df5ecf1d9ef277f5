import { systemClock } from "../base/clock.js";
import { probeEndpoints } from "./probe.js";
import { defaultMaxCost, type ProbeOptions, type ProbeTarget } from "./session/session.js";
import { type CheckResult, fails, type NodeReport } from "./verdict.js";

// Failures in a row until a node counts as unhealthy: one may be a glitch of a load balancer.
const failuresInARow = 3;
const pauseMs = 1_000;
const longestPauseMs = 30_000;

/** Options of {@link examine}. */
export interface ExamineOptions extends ProbeOptions {
  /** Deadline of the examination in milliseconds; a probe that has begun may end later. @default 60_000 */
  readonly deadlineMs?: number | undefined;
}

/**
 * Probes a node until the verdict is clear: a failure is confirmed by three in a row, except the wrong chain, which is
 * final at once; throttling and failures of the server are retried as the server requests. The budget and the deadline
 * apply to all probes together.
 *
 * @throws the signal's reason when it aborts
 */
export async function examine(target: ProbeTarget, options: ExamineOptions = {}): Promise<NodeReport> {
  const {
    depth = "basic",
    clock = systemClock,
    signal,
    deadlineMs = 60_000,
    maxCost = defaultMaxCost[depth],
  } = options;
  const endMs = clock.monotonicMs() + deadlineMs;
  let cost = 0;
  let serverFailures = 0;
  let isConfirmation = false;
  for (let attempt = 1; ; attempt += 1) {
    // What the first probe watched need not be watched again: a look shows whether it is still so.
    const look = isConfirmation ? { maxWaitForAdvanceMs: 0 } : {};
    const probed = await probeEndpoints(target, { ...options, ...look, maxCost: maxCost - cost });
    cost += probed.cost;
    serverFailures += isServerFailure(probed) ? 1 : 0;
    const report = { ...(serverFailures >= failuresInARow ? failing(probed) : probed), cost, maxCost };
    const waitMs = Math.max(pauseMs, probed.retryAfterMs ?? 0);
    const isWorthIt = attempt < failuresInARow && isUnclear(probed) && waitMs <= longestPauseMs;
    // Less than this probe has cost would end the next one in the middle.
    if (!isWorthIt || maxCost - cost < probed.cost || clock.monotonicMs() + waitMs >= endMs) {
      return report;
    }
    isConfirmation = fails(probed.verdict);
    await clock.sleep(waitMs, signal);
  }
}

function isUnclear(report: NodeReport): boolean {
  if (report.isWrongChain || report.verdict === "syncing") {
    return false;
  }
  return fails(report.verdict) || isThrottled(report) || isServerFailure(report);
}

function decider({ checks, decidedBy, verdict }: NodeReport): CheckResult | undefined {
  return checks.find((result) => result.check === decidedBy && result.verdict === verdict);
}

function isThrottled(report: NodeReport): boolean {
  return report.verdict === "unknown" && decider(report)?.cause === "throttled" && report.isQuota !== true;
}

function isServerFailure(report: NodeReport): boolean {
  return report.verdict === "unknown" && decider(report)?.cause === "server";
}

function failing(report: NodeReport): NodeReport {
  return { ...report, verdict: "unhealthy", why: `${report.why}, ${failuresInARow} times in a row` };
}
