import type { ChainFacts } from "./chains.js";
import type { CheckResult } from "./verdict.js";

/** From which age a head block warns, and from which it fails. No failing age: the chain makes blocks on demand. */
export interface AgeLimits {
  readonly warnMs: number;
  readonly failMs?: number;
}

const warnFloorMs = 15_000;
const failFloorMs = 60_000;

/** Age limits of a chain: 5 and 15 block times with floors; 6 and 12 mean gaps where blocks come by proof of work. */
export function ageLimits(facts: ChainFacts, blockTimeMs: number): AgeLimits {
  const warnMs = facts.isProofOfWork ? 6 * blockTimeMs : Math.max(warnFloorMs, 5 * blockTimeMs);
  const failMs = facts.isProofOfWork ? 12 * blockTimeMs : Math.max(failFloorMs, 15 * blockTimeMs);
  return facts.isOnDemand ? { warnMs } : { warnMs, failMs };
}

/** Whether a head of this age fails by itself. */
export function isStale(headMs: number, nowMs: number, limits: AgeLimits): boolean {
  return limits.failMs !== undefined && nowMs - headMs > limits.failMs;
}

/**
 * Judges the age of a head block. A timestamp ahead of now counts as age 0: miners may run two hours ahead.
 *
 * @param syncing how the node shows that it is catching up; turns a stale head into `syncing`
 */
export function checkAge(headMs: number, nowMs: number, limits: AgeLimits, syncing: string | undefined): CheckResult {
  const ageMs = Math.max(0, nowMs - headMs);
  const limitMs = limits.failMs ?? limits.warnMs;
  const seen = `head ${clockTime(headMs, ageMs)} is ${duration(ageMs)} old, limit ${duration(limitMs)}`;
  const evidence = { check: "head", observed: duration(ageMs), threshold: duration(limitMs) } as const;
  if (isStale(headMs, nowMs, limits)) {
    return syncing === undefined
      ? { ...evidence, verdict: "unhealthy", cause: "stale", why: seen }
      : { ...evidence, verdict: "syncing", cause: "syncing", why: `${seen}; ${syncing}` };
  }
  if (ageMs > limits.warnMs) {
    const idle =
      limits.failMs === undefined ? "; this chain makes blocks on demand" : `, warning from ${duration(limits.warnMs)}`;
    return { ...evidence, verdict: "degraded", cause: "stale", why: `${seen}${idle}` };
  }
  return { ...evidence, verdict: "healthy", why: seen };
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A duration as people say it: seconds below ten minutes, then minutes, hours, days. */
export function duration(ms: number): string {
  if (ms < 10 * minuteMs) {
    return `${Math.round(ms / secondMs)} s`;
  }
  if (ms < 3 * hourMs) {
    return `${Math.round(ms / minuteMs)} min`;
  }
  return ms < 2 * dayMs ? `${Math.round(ms / hourMs)} h` : `${Math.round(ms / dayMs)} d`;
}

// The date only where it matters: a head from today reads as a time.
function clockTime(headMs: number, ageMs: number): string {
  const iso = new Date(headMs).toISOString();
  return ageMs < 12 * hourMs ? `${iso.slice(11, 19)}Z` : `${iso.slice(0, 19)}Z`;
}
