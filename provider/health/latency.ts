import { addOmitted } from "./evidence.js";
import type { PricedCall } from "./session/budget.js";
import type { ProbeSession } from "./session/session.js";

// A 95th percentile of fewer samples would be their maximum.
const samplesForP95 = 20;
const fewestSamples = 3;

/**
 * Measures the latency of a cheap call, one request at a time. Reported, never a gate. The first request of the probe
 * counts as the time to connect; failed calls do not count.
 */
export async function addLatency(session: ProbeSession, call: PricedCall): Promise<void> {
  const affordable = Math.floor(session.unitsLeft / session.costOf([call]));
  if (affordable < fewestSamples) {
    addOmitted(session, "latency", fewestSamples * session.costOf([call]));
    return;
  }
  const connectMs = session.checks.find(({ latencyMs }) => latencyMs !== undefined)?.latencyMs;
  const calls = [];
  for (let index = 0; index < Math.min(samplesForP95, affordable); index += 1) {
    const [answer] = await session.ask([call]);
    if (answer === undefined) {
      break;
    }
    calls.push(answer);
    if (!answer.ok) {
      break;
    }
  }
  const samples = calls.flatMap(({ ok, spent }) => (ok && spent.latencyMs !== undefined ? [spent.latencyMs] : []));
  const failure = calls.find(({ ok }) => !ok);
  if (samples.length === 0 && failure?.ok === false) {
    session.addFailure("latency", failure.failure, ...calls);
    return;
  }
  const p50 = percentile(samples, 50);
  const p95 = samples.length < samplesForP95 ? "" : `, p95 ${ms(percentile(samples, 95))}`;
  const observed = `p50 ${ms(p50)}${p95}`;
  const connect = connectMs === undefined ? "" : `, connecting took ${ms(connectMs)}`;
  const why = `${observed} of ${samples.length} calls${connect}`;
  session.add({ check: "latency", verdict: "healthy", observed, value: p50 / 1000, why }, ...calls);
}

/** The value that this percentage of the samples does not exceed (nearest rank); 0 without samples. */
export function percentile(samples: readonly number[], percent: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}
