import { compare } from "../../base/compare";
import type { Node } from "../../state/model";
import { addUsage, hourMs, type UsageAmounts } from "../../state/usage";
import type { Call } from "../request/call";
import type { UsageQuery } from "./query";

/** Usage of one node in one bucket. */
export interface UsageRow {
  readonly node: Node;
  readonly protocol: string | null;
  readonly network: string | null;
  /** Start of the bucket, milliseconds since 1970. */
  readonly start: number;
  readonly amounts: UsageAmounts;
}

const bucketMs = { day: 24 * hourMs, hour: hourMs };

const keys = {
  datetime: ({ start }: UsageRow) => start,
  node_id: ({ node }: UsageRow) => node.id,
};

/** The rows that the key can see and that match the query, sorted; deleted nodes included. */
export function usageRows(call: Call, query: UsageQuery): UsageRow[] {
  const { store, account } = call;
  const rows = [...store.nodes.values()]
    .filter((node) => node.organizationId === account.organizationId && !node.hidden)
    .flatMap((node) => rowsOf(call, node, query));
  return rows
    .filter(
      ({ node, protocol, network }) =>
        isAmong(query.nodeIds, node.id) &&
        isAmong(query.nodeTypes, node.type) &&
        isAmong(query.protocols, protocol) &&
        isAmong(query.networks, network),
    )
    .sort(
      (a, b) => query.ordering.map(({ key, sign }) => sign * compare(keys[key](a), keys[key](b))).find(Boolean) ?? 0,
    );
}

function rowsOf({ store }: Call, node: Node, { from, to, granularity }: UsageQuery): UsageRow[] {
  const { protocol = node.protocol, network = node.slug } = store.usage.labelsOf(node.id);
  const buckets = new Map<number, UsageAmounts>();
  for (const [hour, amounts] of store.usage.of(node.id)) {
    if (from <= hour && hour < to) {
      const start = hour - (hour % bucketMs[granularity]);
      buckets.set(start, addUsage(buckets.get(start) ?? {}, amounts));
    }
  }
  return [...buckets].map(([start, amounts]) => ({ node, protocol, network, start, amounts }));
}

function isAmong<T>(allowed: readonly T[], value: T | null): boolean {
  return allowed.length === 0 || allowed.some((candidate) => candidate === value);
}
