/** A metric of the exporter. */
interface Metric {
  readonly name: string;
  readonly labels: readonly string[];
}

const node = ["stack", "name", "chain", "host"];

/** The metrics of `blockchain-nodes health --serve`. */
export const healthMetrics: readonly Metric[] = [
  { name: "blockchain_node_health", labels: [...node, "verdict"] },
  { name: "blockchain_node_passes", labels: node },
  { name: "blockchain_node_check", labels: [...node, "check", "verdict"] },
  { name: "blockchain_node_head_age_seconds", labels: node },
  { name: "blockchain_node_probe_latency_seconds", labels: [...node, "check"] },
  { name: "blockchain_node_probe_request_units", labels: node },
  { name: "blockchain_node_probe_request_units_total", labels: node },
  { name: "blockchain_node_probes_total", labels: [...node, "verdict"] },
  { name: "blockchain_node_probe_timestamp_seconds", labels: node },
  { name: "blockchain_stack_health", labels: ["stack", "verdict"] },
];

/** Labels that Prometheus adds to everything that it scrapes. */
const scrapeLabels: readonly string[] = ["job", "instance"];

/** The labels of each metric that a query may use: those of the exporter, and `up`, which Prometheus makes. */
export const knownLabels: ReadonlyMap<string, readonly string[]> = new Map([
  ...healthMetrics.map(({ name, labels }) => [name, [...labels, ...scrapeLabels]] as const),
  ["up", scrapeLabels],
]);
