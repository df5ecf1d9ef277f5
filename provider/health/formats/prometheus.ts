import { oneLine } from "../../base/text.js";
import { type CheckName, type CheckResult, combine, passes, type Verdict, verdictOrder } from "../verdict.js";
import { type ExaminedNode, type HealthRound, verdictOf } from "./health-round.js";
import { healthMetrics, type Metric } from "./metrics.js";

/** What a process has counted about one node. */
export interface NodeCounts {
  readonly units: number;
  readonly probes: Readonly<Partial<Record<Verdict, number>>>;
}

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];
type NodeSamples = (node: ExaminedNode, counts: NodeCounts) => readonly Sample[];

const verdicts: readonly Verdict[] = [...verdictOrder, "unknown"];

const samplesOf = {
  health: ({ report }) => stateSet(report.verdict),
  passes: ({ report: { verdict } }) => (verdict === "unknown" ? [] : [[{}, passes(verdict) ? 1 : 0]]),
  check: ({ report }) =>
    perCheck(report.checks, (results) => [{ verdict: combine(results.map((it) => it.verdict)) }, 1]),
  headAge: ({ report }) => headAge(report.checks),
  latency: ({ report }) =>
    perCheck(report.checks, (results) => {
      const times = results.flatMap(({ latencyMs }) => latencyMs ?? []);
      return times.length === 0 ? undefined : [{}, Math.max(...times) / 1000];
    }),
  units: ({ probedAtMs, report }) => (probedAtMs === undefined ? [] : [[{}, report.cost]]),
  unitsTotal: (_, { units }) => [[{}, units]],
  probesTotal: (_, { probes }) => verdicts.map((verdict) => [{ verdict }, probes[verdict] ?? 0]),
  timestamp: ({ probedAtMs }) => (probedAtMs === undefined ? [] : [[{}, probedAtMs / 1000]]),
} as const satisfies Readonly<Record<Exclude<keyof typeof healthMetrics, "stackHealth">, NodeSamples>>;

const noCounts: NodeCounts = { units: 0, probes: {} };

/**
 * A round in the Prometheus text format 0.0.4.
 *
 * @param counts of each node, in order; without them the metrics that only `--serve` has are left out
 */
export function healthMetricsText(round: HealthRound, counts?: readonly NodeCounts[]): string {
  const stack = escapedLabel(round.stack);
  // Once for each node, not for each of its samples; checks and verdicts are ours.
  const nodes = round.nodes.map((node) => ({
    node,
    labels: {
      stack,
      name: escapedLabel(node.name),
      chain: escapedLabel(node.chain),
      host: escapedLabel(node.host),
    },
  }));
  const families: readonly (readonly [Metric, readonly Sample[]])[] = Object.entries(healthMetrics).map(
    ([key, metric]) => {
      if (key === "stackHealth") {
        return [metric, stateSet(verdictOf(round)).map(([labels, value]) => [{ stack, ...labels }, value])];
      }
      const read: NodeSamples = samplesOf[key as keyof typeof samplesOf];
      const samples = nodes.flatMap(({ node, labels: own }, index) =>
        read(node, counts?.[index] ?? noCounts).map(([labels, value]): Sample => [{ ...own, ...labels }, value]),
      );
      return [metric, samples];
    },
  );
  return families
    .filter(([{ isServedOnly = false }]) => !isServedOnly || counts !== undefined)
    .map(([metric, samples]) => familyText(metric, samples))
    .join("");
}

function familyText({ name, type, help, labels }: Metric, samples: readonly Sample[]): string {
  const lines = samples.map(([values, value]) => {
    const pairs = labels.map((label) => `${label}="${values[label] ?? ""}"`);
    return `${name}{${pairs.join(",")}} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function stateSet(current: Verdict): readonly Sample[] {
  return verdicts.map((verdict) => [{ verdict }, verdict === current ? 1 : 0]);
}

/** A check may have several results: they share one series. */
function perCheck(
  checks: readonly CheckResult[],
  read: (results: readonly CheckResult[]) => Sample | undefined,
): readonly Sample[] {
  const names = [...new Set(checks.map(({ check }) => check))];
  return names.flatMap((check): readonly Sample[] => {
    const sample = read(checks.filter((result) => result.check === check));
    return sample === undefined ? [] : [[{ check, ...sample[0] }, sample[1]]];
  });
}

function headAge(checks: readonly CheckResult[]): readonly Sample[] {
  const ageBy = (name: CheckName) => checks.find(({ check, value }) => check === name && value !== undefined)?.value;
  const age = ageBy("head") ?? ageBy("beacon-head");
  return age === undefined ? [] : [[{}, age]];
}

/** A text between quotes: one clean line. */
function escapedLabel(text: string): string {
  return oneLine(text).replace(/["\\]/g, "\\$&");
}
