/** What a usage report counts. */
const usageMetrics = ["computeHours", "gbHour", "requestUnits", "bloxrouteRequests"] as const;

/** One of the metrics. */
export type UsageMetric = (typeof usageMetrics)[number];

/** Whole numbers per metric; a metric that is left out was not measured. */
export type UsageAmounts = { readonly [K in UsageMetric]?: number | undefined };

/** Protocol and network as a report shows them; null where the platform does not know. */
export interface UsageLabels {
  readonly protocol?: string | null | undefined;
  readonly network?: string | null | undefined;
}

/** Milliseconds of the smaller bucket of a report; usage is kept at this resolution. */
export const hourMs = 3_600_000;

/** The usage of every node by the hour; it outlives the node. */
export class UsageLedger {
  readonly #hours = new Map<string, Map<number, UsageAmounts>>();
  readonly #labels = new Map<string, UsageLabels>();

  /** Adds to the hour of a moment. */
  add(nodeId: string, at: number, amounts: UsageAmounts): void {
    const hours = this.#hours.get(nodeId) ?? new Map<number, UsageAmounts>();
    const hour = at - (at % hourMs);
    hours.set(hour, addUsage(hours.get(hour) ?? {}, amounts));
    this.#hours.set(nodeId, hours);
  }

  /** Usage of a node by the start of the hour. */
  of(nodeId: string): ReadonlyMap<number, UsageAmounts> {
    return this.#hours.get(nodeId) ?? new Map();
  }

  /** Makes reports show a node with another protocol or network than its own. */
  relabel(nodeId: string, labels: UsageLabels): void {
    this.#labels.set(nodeId, { ...this.#labels.get(nodeId), ...labels });
  }

  /** What reports show in place of the protocol and network of a node. */
  labelsOf(nodeId: string): UsageLabels {
    return this.#labels.get(nodeId) ?? {};
  }

  /** Forgets the usage and the labels of a node. */
  forget(nodeId: string): void {
    this.#hours.delete(nodeId);
    this.#labels.delete(nodeId);
  }
}

/** Sum of two measurements; what neither of them measured stays out. */
export function addUsage(one: UsageAmounts, other: UsageAmounts): UsageAmounts {
  const measured = usageMetrics.filter((metric) => one[metric] !== undefined || other[metric] !== undefined);
  return Object.fromEntries(measured.map((metric) => [metric, (one[metric] ?? 0) + (other[metric] ?? 0)]));
}
