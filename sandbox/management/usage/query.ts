import { parseDatetime } from "../../base/clock";
import type { Node } from "../../state/model";
import { FieldCheck } from "../request/field-check";

/** Size of a bucket. */
export type Granularity = "day" | "hour";

/** Sort keys of a report. */
type OrderKey = "datetime" | "node_id";

/** Parameters of a usage report. */
export interface UsageQuery {
  /** Milliseconds since 1970, inclusive. */
  readonly from: number;
  /** Milliseconds since 1970, exclusive. */
  readonly to: number;
  /** Empty for every node; likewise below. */
  readonly nodeIds: readonly string[];
  readonly protocols: readonly string[];
  readonly networks: readonly string[];
  readonly nodeTypes: readonly Node["type"][];
  readonly granularity: Granularity;
  readonly ordering: readonly { readonly key: OrderKey; readonly sign: 1 | -1 }[];
}

const nodeTypes = { elastic: ["shared"], dedicated: ["dedicated"], "": [] } as const;
const granularities = { day: "day", hour: "hour", "": "day" } as const;
const orders = {
  datetime: { key: "datetime", sign: 1 },
  "-datetime": { key: "datetime", sign: -1 },
  node_id: { key: "node_id", sign: 1 },
  "-node_id": { key: "node_id", sign: -1 },
} as const;
const standardOrdering = "-datetime,node_id";

/**
 * Reads the parameters of both reports; the billing period is the calendar month in UTC.
 * @throws ApiError 400 with a message per invalid parameter
 */
export function readUsageQuery(query: URLSearchParams, now: number): UsageQuery {
  const check = new FieldCheck({});
  const from = readDatetime(check, query, "date_from") ?? monthStart(now, 0);
  const to = readDatetime(check, query, "date_to") ?? monthStart(now, 1);
  if (from < monthStart(now, -1)) {
    check.fail("date_from", "This value must not be before the first day of the last calendar month.");
  }
  if (to <= from) {
    check.fail("date_to", "This value must be later than date_from.");
  }
  const ordering = readList(query, "ordering", standardOrdering).map((item) =>
    readChoice(check, "ordering", item, orders),
  );
  const nodeType = readChoice(check, "node_type", query.get("node_type") ?? "", nodeTypes);
  const granularity = readChoice(check, "granularity", query.get("granularity") ?? "", granularities);
  check.finish();
  return {
    from,
    to,
    nodeIds: readList(query, "node_id"),
    protocols: readList(query, "protocol"),
    networks: readList(query, "network"),
    nodeTypes: nodeType ?? [],
    granularity: granularity ?? "day",
    ordering: ordering.filter((order) => order !== undefined),
  };
}

/** Start of a month in UTC, relative to the current one. */
function monthStart(now: number, months: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
}

function readDatetime(check: FieldCheck, query: URLSearchParams, key: string): number | undefined {
  const text = query.get(key) ?? "";
  const ms = parseDatetime(text);
  if (text !== "" && ms === undefined) {
    check.fail(key, "This value must be an ISO 8601 datetime.");
  }
  return ms;
}

function readList(query: URLSearchParams, key: string, standard = ""): string[] {
  const items = (query.get(key) || standard).split(",");
  return items.map((item) => item.trim()).filter((item) => item !== "");
}

function readChoice<const T>(
  check: FieldCheck,
  key: string,
  value: string,
  allowed: Readonly<Record<string, T>>,
): T | undefined {
  if (!Object.hasOwn(allowed, value)) {
    check.fail(key, `"${value}" is not a valid choice.`);
  }
  return allowed[value];
}
