import { healthMetrics } from "../../../provider/health/formats/metrics.js";

/** Labels that Prometheus adds to everything that it scrapes. */
const scrapeLabels: readonly string[] = ["job", "instance"];

/** The labels of each metric that a query may use: those of the exporter, and `up`, which Prometheus makes. */
export const knownLabels: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.values(healthMetrics).map(({ name, labels }) => [name, [...labels, ...scrapeLabels]] as const),
  ["up", scrapeLabels],
]);
