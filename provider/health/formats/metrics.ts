/** Labels of a metric. */
type Label = "chain" | "check" | "host" | "name" | "stack" | "verdict";

/** One metric of the Prometheus format. */
export interface Metric {
  readonly name: string;
  readonly type: "counter" | "gauge";
  readonly help: string;
  readonly labels: readonly Label[];
  /** Whether only `--serve` has it: a single run counts nothing. */
  readonly isServedOnly?: true;
}

const node = ["stack", "name", "chain", "host"] as const satisfies readonly Label[];

/** Every metric by what it measures, in the order of the output. Dashboards depend on names and labels. */
export const healthMetrics = {
  health: {
    name: "blockchain_node_health",
    type: "gauge",
    help: "Whether this is the verdict about the node: one series for each verdict, 0 or 1.",
    labels: [...node, "verdict"],
  },
  passes: {
    name: "blockchain_node_passes",
    type: "gauge",
    help: "Whether a health gate accepts the node, 0 or 1. Absent while its health is unknown.",
    labels: node,
  },
  check: {
    name: "blockchain_node_check",
    type: "gauge",
    help: "Verdict of each check of the last probe, always 1.",
    labels: [...node, "check", "verdict"],
  },
  headAge: {
    name: "blockchain_node_head_age_seconds",
    type: "gauge",
    help: "Age of the newest block, or of the newest beacon block of a node without other interfaces, at the last probe.",
    labels: node,
  },
  latency: {
    name: "blockchain_node_probe_latency_seconds",
    type: "gauge",
    help: "Duration of the slowest call of each check of the last probe.",
    labels: [...node, "check"],
  },
  units: {
    name: "blockchain_node_probe_request_units",
    type: "gauge",
    help: "Request units that the last probe has spent.",
    labels: node,
  },
  unitsTotal: {
    name: "blockchain_node_probe_request_units_total",
    type: "counter",
    help: "Request units that probes have spent.",
    labels: node,
    isServedOnly: true,
  },
  probesTotal: {
    name: "blockchain_node_probes_total",
    type: "counter",
    help: "Probes by what each of them found, before a recovery is confirmed.",
    labels: [...node, "verdict"],
    isServedOnly: true,
  },
  timestamp: {
    name: "blockchain_node_probe_timestamp_seconds",
    type: "gauge",
    help: "End of the last probe, in seconds since the epoch.",
    labels: node,
  },
  stackHealth: {
    name: "blockchain_stack_health",
    type: "gauge",
    help: "Whether this is the verdict about all nodes together: one series for each verdict, 0 or 1.",
    labels: ["stack", "verdict"],
  },
} as const satisfies Readonly<Record<string, Metric>>;
