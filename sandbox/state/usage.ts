/** Metrics of a usage report. */
const usageMetrics = ["computeHours", "gbHour", "requestUnits", "bloxrouteRequests"] as const;

/** A metric of a usage report. */
export type UsageMetric = (typeof usageMetrics)[number];

/** Amounts by metric; an absent metric was not measured. */
export type UsageAmounts = { readonly [K in UsageMetric]?: number | undefined };

/** Protocol and network in a report; null when the platform does not know them. */
export interface UsageLabels {
  readonly protocol?: string | null | undefined;
  readonly network?: string | null | undefined;
}

/** Resolution of the usage ledger, the smaller bucket of a report. */
export const hourMs = 3_600_000;

/** The hourly usage of every node, kept after its deletion. */
export class UsageLedger {
  readonly #hours = new Map<string, Map<number, UsageAmounts>>();
  readonly #labels = new Map<string, UsageLabels>();

  /** Adds usage to the hour of a time. */
  add(nodeId: string, at: number, amounts: UsageAmounts): void {
    const hours = this.#hours.get(nodeId) ?? new Map<number, UsageAmounts>();
    const hour = at - (at % hourMs);
    hours.set(hour, addUsage(hours.get(hour) ?? {}, amounts));
    this.#hours.set(nodeId, hours);
  }

  /** Usage of a node by start of the hour. */
  of(nodeId: string): ReadonlyMap<number, UsageAmounts> {
    return this.#hours.get(nodeId) ?? new Map();
  }

  /** Overrides the protocol and network that reports show for a node. */
  relabel(nodeId: string, labels: UsageLabels): void {
    this.#labels.set(nodeId, { ...this.#labels.get(nodeId), ...labels });
  }

  /** Overrides of the protocol and network of a node. */
  labelsOf(nodeId: string): UsageLabels {
    return this.#labels.get(nodeId) ?? {};
  }

  /** Removes the usage and the labels of a node. */
  forget(nodeId: string): void {
    this.#hours.delete(nodeId);
    this.#labels.delete(nodeId);
  }
}

/** Sum of two amounts; a metric absent from both stays absent. */
export function addUsage(one: UsageAmounts, other: UsageAmounts): UsageAmounts {
  const measured = usageMetrics.filter((metric) => one[metric] !== undefined || other[metric] !== undefined);
  return Object.fromEntries(measured.map((metric) => [metric, (one[metric] ?? 0) + (other[metric] ?? 0)]));
}
