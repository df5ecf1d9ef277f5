import { jsonOf } from "../../base/table.js";
import type { CheckResult } from "../verdict.js";
import { costOf, type ExaminedNode, type HealthChange, type HealthRound, timeOf, verdictOf } from "./health-round.js";

/**
 * A round as JSON, with all evidence. Members are always there, in this order; what is missing is null.
 *
 * @param indent 0 writes one line
 */
export function healthJson(round: HealthRound, indent = 2): string {
  return jsonOf(documentOf(round), indent);
}

/** A change as one line of JSON. */
export function changeJson({ atMs, node, before }: HealthChange, stack: string): string {
  return jsonOf({ event: "change", stack, at: timeOf(atMs), before, node: nodeOf(node) }, 0);
}

function documentOf(round: HealthRound) {
  const { stack, atMs, nodes, notes } = round;
  return {
    event: "report",
    stack,
    at: timeOf(atMs),
    verdict: verdictOf(round),
    ...costOf(round),
    notes,
    nodes: nodes.map(nodeOf),
  };
}

function nodeOf({ name, chain, host, report, probedAtMs }: ExaminedNode) {
  const { verdict, decidedBy, why, cost, maxCost, isUnreachable, isWrongChain, isQuota = false } = report;
  return {
    name,
    chain,
    host,
    verdict,
    decidedBy,
    why,
    cost,
    maxCost,
    probedAt: probedAtMs === undefined ? null : timeOf(probedAtMs),
    isUnreachable,
    isWrongChain,
    isQuota,
    observedIdentity: report.observedIdentity ?? null,
    retryAfterMs: report.retryAfterMs ?? null,
    checks: report.checks.map(checkOf),
  };
}

function checkOf({ check, verdict, why, ...rest }: CheckResult) {
  return {
    check,
    verdict,
    cause: rest.cause ?? null,
    observed: rest.observed ?? null,
    value: rest.value ?? null,
    threshold: rest.threshold ?? null,
    why,
    latencyMs: rest.latencyMs ?? null,
    cost: rest.cost ?? null,
  };
}
