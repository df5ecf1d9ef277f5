import { renamed } from "../base/renamed.js";
import { z } from "../vendor/zod.js";
import { idText, lenient, optionalText, shownText, text } from "./wire.js";

/** Null if the metric does not apply to a node. */
const metric = lenient(z.number());

const metrics = {
  computeHours: ["compute_hours", metric],
  gbHour: ["gb_hour", metric],
  requestUnits: ["request_units", metric],
  bloxrouteRequests: ["bloxroute_requests", metric],
} as const;

/** Usage of one node in one hour or day. */
export const usageRow = renamed({
  nodeId: ["node_id", text],
  nodeName: ["node_name", optionalText],
  datetime: text,
  nodeType: ["node_type", optionalText],
  protocol: optionalText,
  network: optionalText,
  ...metrics,
}).transform((row) => ({
  id: usageKey({ node_id: row.nodeId, datetime: row.datetime, node_type: row.nodeType }),
  ...row,
}));

/** Identifies a row of a report, which has no id of its own, by node, time and type. */
export function usageKey({ node_id, datetime, node_type }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof node_id === "string" && typeof datetime === "string"
    ? `${node_id} ${datetime} ${node_type}`
    : undefined;
}

/** Sums over all rows that match, not only those of the page. */
export const usageTotals = renamed(metrics).optional();

/** The export of node usage, unparsed: comma-separated values with a header line. */
export const usageExport = z.string().regex(/^"?Node ID"?,/, "not a table that begins with Node ID");

/** A rule that allows an address or an origin to access a node. */
export const accessRule = renamed({
  id: idText,
  nodeId: ["node_id", optionalText],
  type: shownText,
  value: shownText,
  status: shownText,
  createdAt: ["created_at", optionalText],
  updatedAt: ["updated_at", optionalText],
});
