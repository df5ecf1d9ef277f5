import { type Node, nameAt } from "../../state/model";
import type { UsageMetric } from "../../state/usage";
import type { Granularity } from "./query";
import type { UsageRow } from "./rows";

interface Metric {
  readonly metric: UsageMetric;
  readonly key: string;
  readonly title: string;
  /** Type of node it applies to; null for the others, unless measured. */
  readonly type: Node["type"];
}

const metrics: readonly Metric[] = [
  { metric: "computeHours", key: "compute_hours", title: "Compute hours", type: "dedicated" },
  { metric: "gbHour", key: "gb_hour", title: "GB-hour", type: "dedicated" },
  { metric: "requestUnits", key: "request_units", title: "Request units", type: "shared" },
  { metric: "bloxrouteRequests", key: "bloxroute_requests", title: "bloXroute requests", type: "shared" },
];

const nodeTypes = { shared: "elastic", dedicated: "dedicated" } as const;

const dateLengths = { day: "2026-10-01".length, hour: "2026-10-01T00:00:00".length };

/** A list row. */
export function usageRowView(row: UsageRow, at: number): Record<string, unknown> {
  return {
    node_id: row.node.id,
    node_name: nameAt(row.node, at),
    datetime: bucketName(row, "hour"),
    node_type: nodeTypes[row.node.type],
    protocol: row.protocol,
    network: row.network,
    ...Object.fromEntries(metrics.map((column) => [column.key, amountOf(row, column)])),
  };
}

/** Totals of every metric; 0 for one that applies to no row. */
export function usageTotals(rows: readonly UsageRow[]): Record<string, number> {
  const total = (column: Metric) => rows.reduce((sum, row) => sum + (amountOf(row, column) ?? 0), 0);
  return Object.fromEntries(metrics.map((column) => [column.key, total(column)]));
}

/** The export: RFC 4180 with CRLF; a metric that does not apply is an empty cell. */
export function usageCsv(rows: readonly UsageRow[], granularity: Granularity, at: number): string {
  const head = [
    "Node ID",
    "Node name",
    "Date",
    "Node type",
    "Protocol",
    "Network",
    ...metrics.map(({ title }) => title),
  ];
  const lines = rows.map((row) => [
    row.node.id,
    nameAt(row.node, at),
    bucketName(row, granularity),
    nodeTypes[row.node.type],
    row.protocol,
    row.network,
    ...metrics.map((column) => amountOf(row, column)),
  ]);
  return [head, ...lines].map((cells) => `${cells.map(cell).join(",")}\r\n`).join("");
}

/** Date of a day, date and time of an hour. */
function bucketName({ start }: UsageRow, granularity: Granularity): string {
  const name = new Date(start).toISOString().slice(0, dateLengths[granularity]);
  return granularity === "day" ? name : `${name}Z`;
}

function amountOf({ node, amounts }: UsageRow, { metric, type }: Metric): number | null {
  return amounts[metric] ?? (node.type === type ? 0 : null);
}

function cell(value: number | string | null): string {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
