import { oneLine } from "../../base/text.js";
import type { CheckResult, Verdict } from "../verdict.js";
import { costOf, type ExaminedNode, type HealthRound, timeOf, verdictOf } from "./health-round.js";

// Not junit-report-builder: it brings three packages for less than this file, and takes no properties of test cases.

type Outcome = "error" | "failure" | "success";

// An error is a test that could not be carried out: exactly what `unknown` says. Reports show skipped tests as green,
// and exit code 3 must be visible.
const outcomes: Readonly<Record<Verdict, Outcome>> = {
  healthy: "success",
  degraded: "success",
  gated: "success",
  syncing: "failure",
  unhealthy: "failure",
  unknown: "error",
};

type Attributes = Readonly<Record<string, number | string>>;

/** A round as JUnit XML: a test suite for each chain, a test case for each node. */
export function healthJunit(round: HealthRound): string {
  const { stack, atMs, nodes } = round;
  const chains = [...new Set(nodes.map(({ chain }) => chain))];
  const suites =
    nodes.length === 0
      ? [emptySuite(atMs)]
      : chains.map((chain) => suiteOf(chain, { ...round, nodes: nodes.filter((node) => node.chain === chain) }));
  const name = stack === "" ? "health" : `health of ${stack}`;
  const root = element("testsuites", { name, ...totals(nodes) }, suites);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}`;
}

function suiteOf(chain: string, round: HealthRound): string {
  const attributes = { name: chain, timestamp: timeOf(round.atMs), ...totals(round.nodes) };
  const { cost, maxCost } = costOf(round);
  const own = properties({ stack: round.stack, verdict: verdictOf(round), cost, maxCost });
  return element("testsuite", attributes, [own, ...round.nodes.map(caseOf)]);
}

/** Nothing was checked, which must not pass for success. */
function emptySuite(atMs: number): string {
  const content = element("error", { type: "unknown", message: "There are no nodes: nothing was checked." });
  const only = element("testcase", { name: "nodes", classname: "health", time: "0.000" }, [content]);
  return element("testsuite", { name: "health", timestamp: timeOf(atMs), ...totals([]) }, [only]);
}

function caseOf({ name, chain, host, report }: ExaminedNode): string {
  const { verdict, decidedBy, why, cost, maxCost, checks } = report;
  const outcome = outcomes[verdict];
  const evidence = checks.map((result) => `${escapedText(evidenceLine(result))}\n`);
  const message = `${decidedBy}: ${why}`;
  return element("testcase", { name, classname: chain, time: seconds(timeSpent(checks)) }, [
    properties({ verdict, decidedBy, host, cost, maxCost }),
    outcome === "success"
      ? element("system-out", {}, evidence)
      : element(outcome, { type: verdict, message }, evidence),
  ]);
}

function evidenceLine({ check, verdict, why }: CheckResult): string {
  return `${check}: ${verdict}: ${why}`;
}

function totals(nodes: readonly ExaminedNode[]): Attributes {
  const count = (outcome: Outcome) => nodes.filter(({ report }) => outcomes[report.verdict] === outcome).length;
  const time = nodes.reduce((sum, { report }) => sum + timeSpent(report.checks), 0);
  // Without nodes, the one test case is an error.
  const isEmpty = nodes.length === 0;
  return {
    tests: isEmpty ? 1 : nodes.length,
    failures: count("failure"),
    errors: isEmpty ? 1 : count("error"),
    skipped: 0,
    time: seconds(time),
  };
}

/** The time of the calls in milliseconds: other checks may share them, so that this is an upper bound. */
function timeSpent(checks: readonly CheckResult[]): number {
  return checks.reduce((sum, { latencyMs = 0 }) => sum + latencyMs, 0);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function properties(values: Attributes): string {
  return element(
    "properties",
    {},
    Object.entries(values).map(([name, value]) => element("property", { name, value })),
  );
}

function element(name: string, attributes: Attributes, content: readonly string[] = []): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapedText(String(value))}"`);
  const tag = `${name}${written.join("")}`;
  return content.length === 0 ? `<${tag}/>\n` : `<${tag}>\n${content.join("").replace(/(?<!\n)$/, "\n")}</${name}>\n`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** One clean line for content and attributes: it has none of the characters that XML 1.0 does not allow. */
function escapedText(text: string): string {
  return oneLine(text).replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
