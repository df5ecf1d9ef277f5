import type { FieldReasons } from "../errors/errors.js";
import { collect } from "./call/collect.js";
import { defineFunction } from "./call/define-function.js";
import { instantOf } from "./call/instant.js";

/** Which usage {@link getNodeUsage} reports. */
export interface GetNodeUsageArgs {
  /**
   * Start, inclusive: an ISO 8601 date (midnight, UTC), or a time with its zone. The platform refuses a time before the
   * first day of last month.
   *
   * @default the start of the billing period
   */
  readonly dateFrom?: string;
  /**
   * End, later than `dateFrom`: an ISO 8601 date (midnight, UTC), or a time with its zone. Whether it includes the
   * bucket that starts at this time is not documented.
   *
   * @default the end of the billing period
   */
  readonly dateTo?: string;
  /** Only these nodes, by id. */
  readonly nodeIds?: readonly string[];
  /** Only these protocols, for example `ethereum`. */
  readonly protocols?: readonly string[];
  /** Only these chains, for example `ethereum-mainnet`. */
  readonly networks?: readonly string[];
  /**
   * Only nodes with this billing: `elastic` by requests, `dedicated` by time.
   *
   * @default both
   */
  readonly nodeType?: "elastic" | "dedicated";
  /**
   * Length of each bucket.
   *
   * @default "day"
   */
  readonly granularity?: "day" | "hour";
}

/** Usage. A metric that does not apply is absent. */
export interface UsageMetrics {
  /** Compute hours, of dedicated nodes. */
  readonly computeHours?: number | undefined;
  /** Gigabyte-hours of storage, of dedicated nodes. */
  readonly gbHour?: number | undefined;
  /** Request units, of elastic nodes. */
  readonly requestUnits?: number | undefined;
  /** Requests through bloXroute. */
  readonly bloxrouteRequests?: number | undefined;
}

/** Usage of one node in one bucket. */
export interface NodeUsageRow extends UsageMetrics {
  /** Id of the node, which may have been deleted since. */
  readonly nodeId: string;
  /** Its name. */
  readonly nodeName?: string | undefined;
  /** Start of the bucket: ISO 8601, UTC. */
  readonly datetime: string;
  /** `elastic` or `dedicated`. */
  readonly nodeType?: string | undefined;
  /** Protocol. */
  readonly protocol?: string | undefined;
  /** Slug of the chain. */
  readonly network?: string | undefined;
}

/** A usage report. */
export interface NodeUsage {
  /** One row for each node and bucket with usage, ordered by time, then by node. */
  readonly rows: readonly NodeUsageRow[];
  /** Sums over all rows. */
  readonly totals: UsageMetrics;
}

function conflicts({ dateFrom, dateTo }: GetNodeUsageArgs): FieldReasons {
  const [from, to] = [instantOf(dateFrom), instantOf(dateTo)];
  return from !== undefined && to !== undefined && to <= from ? { dateTo: ["must be later than dateFrom"] } : {};
}

const nodeUsage = defineFunction<GetNodeUsageArgs, NodeUsage>({
  name: "getNodeUsage",
  arguments: ({ texts, instant, oneOf }) => ({
    dateFrom: { kind: instant, query: "date_from" },
    dateTo: { kind: instant, query: "date_to" },
    nodeIds: { kind: texts, query: "node_id" },
    protocols: { kind: texts, query: "protocol" },
    networks: { kind: texts, query: "network" },
    nodeType: { kind: oneOf("elastic", "dedicated"), query: "node_type" },
    granularity: { kind: oneOf("day", "hour"), query: "granularity" },
  }),
  conflicts,
  run: async (account, _, { query }) => {
    let totals: UsageMetrics | undefined;
    const pages = account.client.pages("listNodeUsage", { query });
    const rows = await collect(
      "getNodeUsage",
      (async function* () {
        for await (const page of pages) {
          totals = page.totals ?? totals;
          yield page;
        }
      })(),
    );
    return { rows: rows.map(({ id, ...row }) => row), totals: totals ?? sumOf(rows) };
  },
});

const metrics = ["computeHours", "gbHour", "requestUnits", "bloxrouteRequests"] as const;

function sumOf(rows: readonly UsageMetrics[]): UsageMetrics {
  const sum = (name: (typeof metrics)[number]) => rows.reduce((total, row) => total + (row[name] ?? 0), 0);
  return Object.fromEntries(metrics.map((name) => [name, sum(name)]));
}

/**
 * Usage of the account's nodes. The platform allows 60 such requests a minute, 100 rows each.
 *
 * @throws {RejectedError} for a wrong argument, before any request; for a period that the platform does not keep
 * @throws {ConfigError} without key or base URL, and in a preview with the setting `offline`
 * @throws {AuthError} for a refused key, or one of another organization than the setting `organization` demands
 */
export const getNodeUsage = nodeUsage.plain;

/** The `Output` form of {@link getNodeUsage}: unknown in a preview without key or with the setting `offline`. */
export const getNodeUsageOutput = nodeUsage.output;
