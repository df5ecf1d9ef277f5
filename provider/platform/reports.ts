import { z } from "zod";
import { idText, optionalText, shownText, text } from "./wire.js";

/** Null if the metric does not apply to a node. */
const metric = z
  .number()
  .nullish()
  .catch(undefined)
  .transform((value) => value ?? undefined);

const metrics = { compute_hours: metric, gb_hour: metric, request_units: metric, bloxroute_requests: metric };

interface WireMetrics {
  readonly compute_hours: number | undefined;
  readonly gb_hour: number | undefined;
  readonly request_units: number | undefined;
  readonly bloxroute_requests: number | undefined;
}

const readMetrics = (wire: WireMetrics) => ({
  computeHours: wire.compute_hours,
  gbHour: wire.gb_hour,
  requestUnits: wire.request_units,
  bloxrouteRequests: wire.bloxroute_requests,
});

/** Usage of one node in one hour or day. */
export const usageRow = z
  .looseObject({
    node_id: text,
    node_name: optionalText,
    datetime: text,
    node_type: optionalText,
    protocol: optionalText,
    network: optionalText,
    ...metrics,
  })
  .transform((wire) => ({
    id: usageKey(wire),
    nodeId: wire.node_id,
    nodeName: wire.node_name,
    datetime: wire.datetime,
    nodeType: wire.node_type,
    protocol: wire.protocol,
    network: wire.network,
    ...readMetrics(wire),
  }));

/** Identifies a row of a report, which has no id of its own, by node, time and type. */
export function usageKey({ node_id, datetime, node_type }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof node_id === "string" && typeof datetime === "string"
    ? `${node_id} ${datetime} ${node_type}`
    : undefined;
}

/** Sums over all rows that match, not only those of the page. */
export const usageTotals = z.looseObject(metrics).transform(readMetrics).optional();

/** The export of node usage, unparsed: comma-separated values with a header line. */
export const usageExport = z.string().regex(/^"?Node ID"?,/, "not a table that begins with Node ID");

/** A rule that allows an address or an origin to access a node. */
export const accessRule = z
  .looseObject({
    id: idText,
    node_id: optionalText,
    type: shownText,
    value: shownText,
    status: shownText,
    created_at: optionalText,
    updated_at: optionalText,
  })
  .transform((wire) => ({
    id: wire.id,
    nodeId: wire.node_id,
    type: wire.type,
    value: wire.value,
    status: wire.status,
    createdAt: wire.created_at,
    updatedAt: wire.updated_at,
  }));
