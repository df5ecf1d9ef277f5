import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

/** The folder of the example. */
export const monitoringFolder = resolve(__dirname, "../../../examples/monitoring");

const rule = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z
    .string()
    .regex(/^\d+[smh]$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(["critical", "warning"]) }),
  annotations: z.strictObject({ summary: z.string(), description: z.string() }),
});
const rulesFile = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(rule) })),
});
const unitTests = z.looseObject({
  tests: z.array(z.looseObject({ alert_rule_test: z.array(z.looseObject({ alertname: z.string() })) })),
});
const scrape = z.looseObject({
  rule_files: z.array(z.string()),
  scrape_configs: z.array(z.looseObject({ job_name: z.string() })),
});

const source = z.strictObject({ type: z.literal("prometheus"), uid: z.literal(`\${datasource}`) });
const mapping = z.looseObject({ options: z.record(z.string(), z.looseObject({ text: z.string() })) });
const panel = z.looseObject({
  id: z.int(),
  type: z.string(),
  title: z.string().min(1),
  description: z.string().min(1),
  datasource: source,
  gridPos: z.strictObject({ x: z.int().min(0), y: z.int().min(0), w: z.int().min(1), h: z.int().min(1) }),
  fieldConfig: z.looseObject({ defaults: z.looseObject({ mappings: z.array(mapping).default([]) }) }),
  targets: z.array(
    z.looseObject({ refId: z.string(), datasource: source, expr: z.string(), legendFormat: z.string() }),
  ),
});
const variable = z.looseObject({
  name: z.string(),
  type: z.enum(["datasource", "query"]),
  definition: z.string().optional(),
});
const dashboard = z.looseObject({
  uid: z.string().max(40),
  title: z.string().min(1),
  schemaVersion: z.int().min(36),
  templating: z.strictObject({ list: z.array(variable) }),
  panels: z.array(panel),
});

const textOf = (name: string): string => readFileSync(join(monitoringFolder, name), "utf8");

/** The alert rules. */
export const alertRules = (): readonly z.output<typeof rule>[] =>
  rulesFile.parse(parse(textOf("alerts.yml"))).groups.flatMap(({ rules }) => rules);

/** Names of the alerts that the unit tests of the rules expect or exclude. */
export const testedAlerts = (): readonly string[] =>
  unitTests
    .parse(parse(textOf("alerts-test.yml")))
    .tests.flatMap(({ alert_rule_test: each }) => each.map(({ alertname }) => alertname));

/** The scrape configuration. */
export const scrapeConfig = (): z.output<typeof scrape> => scrape.parse(parse(textOf("prometheus.yml")));

/** The dashboard, as Grafana imports it. */
export const readDashboard = (): z.output<typeof dashboard> => dashboard.parse(JSON.parse(textOf("dashboard.json")));
