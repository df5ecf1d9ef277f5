import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { oneLine } from "../../../provider/base/text.js";
import { healthMetrics, type Metric } from "../../../provider/health/formats/metrics.js";
import { healthMetricsText } from "../../../provider/health/formats/prometheus.js";
import { type MetricFamily, parseExposition } from "../../support/health/exposition.js";
import { evidence, examined, hostileNodes, roundOf } from "../../support/health/rounds.js";

const counts = { units: 40, probes: { healthy: 3, unknown: 2 } };
const round = roundOf(
  examined("rpc-a", evidence.healthy),
  examined("rpc-b", evidence.unhealthy),
  examined("rpc-c", evidence.unknown),
);
const parse = (...args: Parameters<typeof healthMetricsText>) => parseExposition(healthMetricsText(...args));
const valuesOf = (family: MetricFamily | undefined, ...labels: readonly string[]) =>
  Object.fromEntries(
    (family?.samples ?? []).map((sample) => [labels.map((label) => sample.labels[label]).join(" "), sample.value]),
  );

describe("healthMetricsText", () => {
  const families = parse(round, [counts, counts, counts]);

  it("names, types and labels: those of the table", () => {
    const metrics: readonly Metric[] = Object.values(healthMetrics);
    expect([...families.keys()]).to.deep.equal(metrics.map(({ name }) => name));
    for (const { name, type, help, labels } of metrics) {
      const family = families.get(name);
      expect(family).to.include({ type, help });
      expect(family?.samples, name).to.not.deep.equal([]);
      for (const sample of family?.samples ?? []) {
        expect(Object.keys(sample.labels), name).to.deep.equal(labels);
      }
    }
  });

  it("names: fixed, since dashboards depend on them", () => {
    expect([...families.keys()]).to.deep.equal([
      "blockchain_node_health",
      "blockchain_node_passes",
      "blockchain_node_check",
      "blockchain_node_head_age_seconds",
      "blockchain_node_probe_latency_seconds",
      "blockchain_node_probe_request_units",
      "blockchain_node_probe_request_units_total",
      "blockchain_node_probes_total",
      "blockchain_node_probe_timestamp_seconds",
      "blockchain_stack_health",
    ]);
  });

  it("verdict: one series for each, exactly one is 1", () => {
    const values = valuesOf(families.get("blockchain_node_health"), "name", "verdict");
    expect(Object.keys(values)).to.have.length(18);
    expect(Object.entries(values).filter(([, value]) => value === 1)).to.deep.equal([
      ["rpc-a healthy", 1],
      ["rpc-b unhealthy", 1],
      ["rpc-c unknown", 1],
    ]);
    const stack = valuesOf(families.get("blockchain_stack_health"), "stack", "verdict");
    expect(Object.entries(stack).filter(([, value]) => value === 1)).to.deep.equal([["dev unhealthy", 1]]);
  });

  it("passes: 1 or 0, absent while unknown", () => {
    expect(valuesOf(families.get("blockchain_node_passes"), "name")).to.deep.equal({ "rpc-a": 1, "rpc-b": 0 });
  });

  it("measured values: in seconds and request units, absent where nothing was measured", () => {
    const by = (name: string, ...labels: readonly string[]) => valuesOf(families.get(name), "name", ...labels);
    expect(by("blockchain_node_head_age_seconds")).to.deep.equal({ "rpc-a": 5, "rpc-b": 900 });
    expect(by("blockchain_node_probe_latency_seconds", "check")).to.deep.equal({ "rpc-a head": 0.02 });
    expect(by("blockchain_node_probe_request_units")).to.deep.equal({ "rpc-a": 6, "rpc-b": 6, "rpc-c": 6 });
    expect(by("blockchain_node_probe_timestamp_seconds")["rpc-a"]).to.equal(round.atMs / 1000);
    expect(by("blockchain_node_probe_request_units_total")["rpc-a"]).to.equal(40);
    expect(by("blockchain_node_probes_total", "verdict")).to.include({
      "rpc-a healthy": 3,
      "rpc-a unknown": 2,
      "rpc-a unhealthy": 0,
    });
  });

  it("check with several results: one series, the worst verdict", () => {
    const twice = { check: "finality", why: "checked" } as const;
    const node = examined(
      "rpc-a",
      evidence.healthy,
      { ...twice, verdict: "healthy", latencyMs: 30 },
      { ...twice, verdict: "degraded", latencyMs: 10 },
    );
    const checked = parse(roundOf(node));
    expect(valuesOf(checked.get("blockchain_node_check"), "check", "verdict")).to.deep.equal({
      "identity healthy": 1,
      "head healthy": 1,
      "finality degraded": 1,
    });
    expect(valuesOf(checked.get("blockchain_node_probe_latency_seconds"), "check")).to.include({ finality: 0.03 });
  });

  it("beacon head alone: its age", () => {
    const node = examined("cl", { ...evidence.degraded, check: "beacon-head" });
    expect(valuesOf(parse(roundOf(node)).get("blockchain_node_head_age_seconds"), "name")).to.deep.equal({ cl: 90 });
  });

  it("single run: no counters; node that was not examined: no probe", () => {
    const text = parse(roundOf({ ...examined("rpc-a", evidence.unknown), probedAtMs: undefined }));
    expect([...text.keys()].filter((name) => name.endsWith("_total"))).to.deep.equal([]);
    expect(text.get("blockchain_node_probe_request_units")?.samples).to.deep.equal([]);
    expect(text.get("blockchain_node_probe_timestamp_seconds")?.samples).to.deep.equal([]);
  });

  it("hostile labels: one line for each sample, escaped", () => {
    const nodes = hostileNodes();
    const labels = parse(roundOf(...nodes)).get("blockchain_node_probe_request_units")?.samples;
    expect(labels?.map((sample) => sample.labels.name)).to.deep.equal(nodes.map(({ name }) => oneLine(name)));
  });
});

describe("docs/cli.md", () => {
  it("metrics: those of the table, with types and labels", () => {
    const text = readFileSync(join(__dirname, "../../../docs/cli.md"), "utf8");
    const rows = [...text.matchAll(/^\| `(blockchain_\w+)` \| (\w+) \| ([\w, ]+)/gm)];
    const metrics: readonly Metric[] = Object.values(healthMetrics);
    expect(rows.map(([, name, type, labels]) => `${name} ${type} ${labels?.trim()}`)).to.deep.equal(
      metrics.map(({ name, type, labels }) => `${name} ${type} ${labels.join(", ")}`),
    );
  });
});
