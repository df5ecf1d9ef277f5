import { systemClock } from "../base/clock.js";
import { decide } from "./decide.js";
import { probeEndpoints } from "./probe.js";
import { defaultMaxCost, type ProbeOptions, type ProbeTarget } from "./session/options.js";
import { type CheckCause, type CheckResult, decisiveChecks, fails, type NodeReport } from "./verdict.js";

// Failures in a row until a node counts as unhealthy: one may be a glitch of a load balancer.
const failuresInARow = 3;
const pauseMs = 1_000;
const longestPauseMs = 30_000;
// Failures and throttling may alternate.
const maxAttempts = 2 * failuresInARow;
// Request units that are enough to look at a node again.
const confirmationUnits = 10;

/** Options of {@link examine}. */
export interface ExamineOptions extends ProbeOptions {
  /** Deadline of the examination in milliseconds; a probe that has begun may end later. @default 60_000 */
  readonly deadlineMs?: number | undefined;
}

/**
 * Probes a node until the verdict is clear: a failure is confirmed by three in a row, except the wrong chain, which is
 * final at once; throttling and failures of the server are retried as the server requests. What cannot fail a node is
 * checked once. The budget and the deadline apply to all probes together: where they end the examination, the last
 * verdict counts.
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
  const inARow = { failures: 0, serverFailures: 0, throttled: 0 };
  let cost = 0;
  let suspect: NodeReport | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const look = suspect === undefined ? {} : { ...confirmationOf(suspect), isDecisiveOnly: true };
    const seen = await probeEndpoints(target, { ...options, ...look, maxCost: maxCost - cost });
    cost += seen.cost;
    const probed = suspect === undefined ? seen : complete(seen, suspect);
    inARow.failures = fails(probed.verdict) ? inARow.failures + 1 : 0;
    inARow.serverFailures = isServerFailure(probed) ? inARow.serverFailures + 1 : 0;
    inARow.throttled = isThrottled(probed) ? inARow.throttled + 1 : 0;
    const report = { ...(inARow.serverFailures >= failuresInARow ? failing(probed) : probed), cost, maxCost };
    const waitMs = Math.max(pauseMs, probed.retryAfterMs ?? 0);
    const isWorthIt =
      isUnclear(probed) &&
      Math.max(...Object.values(inARow)) < failuresInARow &&
      attempt < maxAttempts &&
      waitMs <= longestPauseMs;
    suspect = fails(probed.verdict) ? probed : undefined;
    // Less than the next probe costs would end it in the middle.
    const needed = suspect === undefined ? seen.cost : Math.min(seen.cost, confirmationUnits);
    if (!isWorthIt || maxCost - cost < needed || clock.monotonicMs() + waitMs >= endMs) {
      return report;
    }
    await clock.sleep(waitMs, signal);
  }
}

// What only watching shows.
const watchedCauses: ReadonlySet<CheckCause | undefined> = new Set(["frozen", "step-back"]);

/** How to confirm a failure: a look shows whether a head is still stale, but not whether it still does not move. */
function confirmationOf(suspect: NodeReport): Pick<ProbeOptions, "maxWaitForAdvanceMs"> {
  return watchedCauses.has(decider(suspect)?.cause) ? {} : { maxWaitForAdvanceMs: 0 };
}

/** A report with the evidence of an earlier one that was not collected again. */
function complete(report: NodeReport, earlier: NodeReport): NodeReport {
  const renewed = new Set(report.checks.map(({ check }) => check));
  // What is missing from a probe that failed to reach the node must not be filled in from the past.
  // How the head moved is shown for a node that still fails: confirming looks do not watch it.
  const isKept = ({ check }: CheckResult) =>
    !decisiveChecks.has(check) || (check === "advance" && fails(report.verdict));
  const kept = earlier.checks.filter((result) => !renewed.has(result.check) && isKept(result));
  return decide([...report.checks, ...kept], report);
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
