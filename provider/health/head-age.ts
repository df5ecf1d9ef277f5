import type { ChainFacts } from "./chains/chains.js";
import type { CheckResult } from "./verdict.js";

/**
 * Ages of a head block that lead to a warning and to a failure. No failure age: the chain produces blocks on demand.
 */
export interface AgeLimits {
  readonly warnMs: number;
  readonly failMs?: number;
}

const warnMinMs = 15_000;
const failMinMs = 60_000;

/** Age limits of a chain: 5 and 15 block times with minimums; 6 and 12 mean gaps with proof of work. */
export function ageLimits(facts: ChainFacts, blockTimeMs: number): AgeLimits {
  const warnMs = facts.isProofOfWork ? 6 * blockTimeMs : Math.max(warnMinMs, 5 * blockTimeMs);
  const failMs = facts.isProofOfWork ? 12 * blockTimeMs : Math.max(failMinMs, 15 * blockTimeMs);
  return facts.isOnDemand ? { warnMs } : { warnMs, failMs };
}

/** Whether a head is too old, apart from any other evidence. */
export function isStale(headMs: number, nowMs: number, limits: AgeLimits): boolean {
  return limits.failMs !== undefined && nowMs - headMs > limits.failMs;
}

/**
 * Checks the age of a head block. A timestamp in the future counts as age 0: miners may be two hours ahead.
 *
 * @param syncing evidence that the node is catching up, which turns a stale head into `syncing`
 */
export function checkAge(headMs: number, nowMs: number, limits: AgeLimits, syncing: string | undefined): CheckResult {
  const ageMs = Math.max(0, nowMs - headMs);
  const limitMs = limits.failMs ?? limits.warnMs;
  const seen = `head ${clockTime(headMs, ageMs)} is ${duration(ageMs)} old, limit ${duration(limitMs)}`;
  const evidence = {
    check: "head",
    observed: duration(ageMs),
    value: ageMs / secondMs,
    threshold: duration(limitMs),
  } as const;
  if (isStale(headMs, nowMs, limits)) {
    return syncing === undefined
      ? { ...evidence, verdict: "unhealthy", cause: "stale", why: seen }
      : { ...evidence, verdict: "syncing", cause: "syncing", why: `${seen}; ${syncing}` };
  }
  if (ageMs > limits.warnMs) {
    const idle =
      limits.failMs === undefined
        ? "; this chain produces blocks on demand"
        : `, warning from ${duration(limits.warnMs)}`;
    return { ...evidence, verdict: "degraded", cause: "stale", why: `${seen}${idle}` };
  }
  return { ...evidence, verdict: "healthy", why: seen };
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A human-readable duration: seconds below ten minutes, then minutes, hours, days. */
export function duration(ms: number): string {
  if (ms < 10 * minuteMs) {
    return `${Math.round(ms / secondMs)} s`;
  }
  if (ms < 3 * hourMs) {
    return `${Math.round(ms / minuteMs)} min`;
  }
  return ms < 2 * dayMs ? `${Math.round(ms / hourMs)} h` : `${Math.round(ms / dayMs)} d`;
}

// Without the date for a recent head.
function clockTime(headMs: number, ageMs: number): string {
  const iso = new Date(headMs).toISOString();
  return ageMs < 12 * hourMs ? `${iso.slice(11, 19)}Z` : `${iso.slice(0, 19)}Z`;
}
