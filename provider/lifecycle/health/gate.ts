import { mainHost } from "../../access/hosts.js";
import { poll } from "../../base/poll.js";
import { NotReadyError } from "../../errors/errors.js";
import { demandsOf, depthFor } from "../../health/demands.js";
import { examine } from "../../health/examine.js";
import type { ProbeTarget } from "../../health/session/options.js";
import { type HealthReport, shownReport } from "../../health/shown-report.js";
import { type NodeReport, passes, type Verdict, verdictOrder } from "../../health/verdict.js";
import type { LocalContext } from "../resource.js";
import { formatElapsed } from "../timeouts.js";
import { type Evidence, evidenceOf, isFinal, nextStep } from "./evidence.js";
import type { HealthInputs } from "./model.js";

const pauses = { firstMs: 2_000, longestMs: 30_000, factor: 1.5 };
// A pass after a failure is confirmed soon: it may be one good backend of a load balancer.
const confirmationMs = 1_000;
// Limits of one call of a probe.
const longestCallMs = 10_000;
const shortestCallMs = 1_000;

/**
 * Probes a node until it passes: at once if the first probe does, else with two passes in a row. What cannot change by
 * waiting, such as the wrong chain, ends the wait at once; the deadline always does.
 *
 * @throws {NotReadyError} with the evidence; the signal's reason when it aborts
 */
export async function waitUntilHealthy(
  inputs: HealthInputs,
  deadlineMs: number,
  { clock, signal, progress }: LocalContext,
): Promise<HealthReport> {
  const target = targetOf(inputs);
  const demands = demandsOf(inputs.expect ?? {});
  const { maxCost, depth: wanted = depthFor(demands) } = inputs.expect ?? {};
  let isFailing = false;
  return poll(clock, { ...pauses, deadlineMs, signal }, async (wait) => {
    // What costs more is looked at when the rest is fine.
    const depth = isFailing ? "basic" : wanted;
    const timeoutMs = Math.max(shortestCallMs, Math.min(longestCallMs, wait.leftMs));
    const report = await examine(target, { depth, maxCost, clock, signal, timeoutMs, deadlineMs: wait.leftMs });
    const refusal = refusalOf(report, inputs);
    if (refusal === undefined) {
      if (!isFailing) {
        return { found: shownReport(target, report) };
      }
      isFailing = false;
      progress.status(`${report.verdict}, looking once more (${formatElapsed(wait.elapsedMs)})`);
      return confirmationMs;
    }
    isFailing = true;
    if (isFinal(report, refusal) || wait.leftMs <= 0) {
      const after = isFinal(report, refusal) ? "" : ` within ${formatElapsed(wait.elapsedMs)}`;
      throw new NotReadyError(
        `${labelOf(inputs, target)} did not pass${after}: ${evidenceOf(refusal)}. ${nextStep(report, refusal)}`,
        isFinal(report, refusal),
      );
    }
    progress.status(`${refusal.verdict}: ${refusal.why} (${formatElapsed(wait.elapsedMs)})`);
    return undefined;
  });
}

function targetOf({ endpoints = {}, node, expect = {} }: HealthInputs): ProbeTarget {
  return {
    endpoints,
    chain: expect.chain ?? node?.chain ?? "",
    expected: expect.identity,
    promise: demandsOf(expect) ?? node,
    isDedicated: node?.type === "dedicated",
  };
}

/** The evidence against a node; undefined if it passes. */
function refusalOf(report: NodeReport, inputs: HealthInputs): Evidence | undefined {
  const broken = report.checks.find(({ cause }) => cause === "broken-promise");
  if (broken !== undefined && demandsOf(inputs.expect ?? {}) !== undefined && passes(report.verdict)) {
    return broken;
  }
  if (isAccepted(report.verdict, inputs.expect?.verdict)) {
    return undefined;
  }
  const { verdict, why, decidedBy } = report;
  const decider = report.checks.find(({ check }) => check === decidedBy);
  return { ...decider, check: decidedBy, verdict, why };
}

function isAccepted(verdict: Verdict, worst: Exclude<Verdict, "unknown"> | undefined): boolean {
  if (worst === undefined || verdict === "unknown") {
    return passes(verdict);
  }
  return verdictOrder.indexOf(verdict) <= verdictOrder.indexOf(worst);
}

function labelOf({ node }: HealthInputs, { chain, endpoints }: ProbeTarget): string {
  const name = node?.id === undefined ? "The node" : `Node ${node.id}`;
  return `${name} (${chain} at ${mainHost(endpoints) || "no host"})`;
}
