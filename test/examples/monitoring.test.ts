import { expect } from "chai";
import { healthMetrics } from "../../provider/health/formats/metrics.js";
import { decisiveChecks, verdictOrder } from "../../provider/health/verdict.js";
import { alertRules, readDashboard, scrapeConfig, testedAlerts } from "../support/monitoring/files";
import { knownLabels } from "../support/monitoring/metrics";
import { type Matcher, parseQuery, type Query } from "../support/monitoring/promql";

const verdicts: readonly string[] = [...verdictOrder, "unknown"];

/** An expression with what Grafana puts in place of its variables. */
const filled = (expression: string): string =>
  expression.replaceAll("$__rate_interval", "5m").replace(/\$(stack|chain)/g, ".*");

/** Complaints about names that do not exist. */
function unknownNames({ selectors, grouping }: Query): readonly string[] {
  const all = new Set(selectors.flatMap(({ metric }) => knownLabels.get(metric) ?? []));
  return [
    ...selectors.filter(({ metric }) => !knownLabels.has(metric)).map(({ metric }) => `metric "${metric}"`),
    ...selectors.flatMap(({ metric, matchers }) =>
      matchers
        .filter((matcher) => knownLabels.get(metric)?.includes(matcher.label) !== true || !hasMatch(matcher))
        .map(({ label, value }) => `${metric}: ${label} "${value}"`),
    ),
    ...grouping.filter((label) => !all.has(label)).map((label) => `grouping by "${label}"`),
  ];
}

/** Whether a value of the label matches, as far as the values are known. */
function hasMatch({ label, operator, value }: Matcher): boolean {
  const values = { verdict: verdicts, check: [...decisiveChecks] }[label];
  const isMatched = operator.includes("~")
    ? (text: string) => new RegExp(`^(?:${value})$`).test(text)
    : (text: string) => text === value;
  return values === undefined || values.some(isMatched);
}

describe("examples/monitoring", () => {
  it("parseQuery › mistakes: rejected", () => {
    for (const wrong of ["", "sum by (a (x)", "rate(x[5m)", 'x{a="b}', "x y", "x{a=b}"]) {
      expect(() => parseQuery(wrong), wrong).to.throw("not PromQL");
    }
    expect(parseQuery('sum by (stack) (x{a!="b"})')).to.deep.equal({
      selectors: [{ metric: "x", matchers: [{ label: "a", operator: "!=", value: "b" }] }],
      grouping: ["stack"],
    });
  });

  it("unknownNames › metric, label, value or grouping that the exporter does not have: found", () => {
    const wrong =
      'sum by (node) (blockchain_node_healthy{stack="a"}) + blockchain_node_health{verdict="bad", zone="b"}';
    expect(unknownNames(parseQuery(wrong))).to.deep.equal([
      'metric "blockchain_node_healthy"',
      'blockchain_node_healthy: stack "a"',
      'blockchain_node_health: verdict "bad"',
      'blockchain_node_health: zone "b"',
      'grouping by "node"',
    ]);
  });

  describe("alerts.yml", () => {
    for (const { alert, expr, annotations } of alertRules()) {
      it(`${alert}: its expression parses, and uses what the exporter has`, () => {
        const query = parseQuery(expr);
        expect(query.selectors).not.to.deep.equal([]);
        expect(unknownNames(query)).to.deep.equal([]);
        const labels = query.selectors.flatMap(({ metric }) => knownLabels.get(metric) ?? []);
        for (const [, label] of Object.values(annotations)
          .join(" ")
          .matchAll(/\$labels\.(\w+)/g)) {
          expect(labels).to.include(label);
        }
      });
    }

    it("every alert has a unit test, and every unit test an alert", () => {
      const names = alertRules().map(({ alert }) => alert);
      expect([...new Set(testedAlerts())].sort()).to.deep.equal([...names].sort());
    });

    it("verdicts that fail and unknown: each has an alert; a wrong chain alerts without delay", () => {
      const rules = alertRules().map(({ alert, for: delay, labels }) => [alert, delay, labels.severity]);
      expect(rules).to.deep.include.members([
        ["BlockchainNodeWrongChain", undefined, "critical"],
        ["BlockchainNodeUnhealthy", "3m", "critical"],
        ["BlockchainNodeSyncing", "3m", "warning"],
        ["BlockchainNodeUnknown", "25m", "warning"],
      ]);
    });

    it("the scrape job has the name that an alert looks for", () => {
      const jobs = alertRules().flatMap(({ expr }) =>
        parseQuery(expr).selectors.flatMap(({ metric, matchers }) => (metric === "up" ? matchers : [])),
      );
      const { rule_files: files, scrape_configs: scrapes } = scrapeConfig();
      expect(files).to.deep.equal(["alerts.yml"]);
      expect(jobs.map(({ value }) => value)).to.deep.equal(scrapes.map(({ job_name: name }) => name));
    });
  });

  describe("dashboard.json", () => {
    const { panels, templating } = readDashboard();
    const targets = panels.flatMap(({ title, targets: each }) =>
      each.map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
    );

    for (const { title, expr, legendFormat } of targets) {
      it(`${title}: its expression parses, uses what the exporter has, and the chosen stacks and chains`, () => {
        const query = parseQuery(filled(expr));
        expect(unknownNames(query)).to.deep.equal([]);
        for (const { metric, matchers } of query.selectors) {
          const chosen = matchers.filter(({ label }) => label === "stack" || label === "chain");
          expect(chosen, metric).to.have.length(2);
        }
        const labels = query.selectors.flatMap(({ metric }) => knownLabels.get(metric) ?? []);
        for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) {
          expect(labels).to.include(label);
        }
      });
    }

    it("verdicts: the state timeline tells all of them apart, by the words of the exporter", () => {
      const timeline = panels.find(({ type }) => type === "state-timeline");
      const mappings = timeline?.fieldConfig.defaults.mappings ?? [];
      const shown = mappings.flatMap(({ options }) => Object.entries(options).map(([code, { text }]) => [code, text]));
      const coded = [
        ...(timeline?.targets[0]?.expr ?? "").matchAll(/(\d) \* blockchain_node_health\{.*?verdict="(\w+)"\}/g),
      ];
      expect(coded.map(([, code, verdict]) => [code, verdict])).to.deep.equal(shown);
      expect(shown.map(([, verdict]) => verdict)).to.have.members(verdicts);
    });

    it("metrics: all shown", () => {
      const used = targets.flatMap(({ expr }) => parseQuery(filled(expr)).selectors.map(({ metric }) => metric));
      const nodes = Object.values(healthMetrics)
        .map(({ name }) => name)
        .filter((name) => name !== "blockchain_stack_health");
      expect([...new Set(used)]).to.have.members(nodes);
    });

    it("variables: data source, stack and chain, from labels that the exporter has", () => {
      expect(templating.list.map(({ name, type }) => `${type} ${name}`)).to.deep.equal([
        "datasource datasource",
        "query stack",
        "query chain",
      ]);
      for (const { name, definition } of templating.list.filter(({ type }) => type === "query")) {
        const [, selector = "", label] = /^label_values\((.*), (\w+)\)$/.exec(definition ?? "") ?? [];
        expect(unknownNames(parseQuery(filled(selector)))).to.deep.equal([]);
        expect(label).to.equal(name);
      }
    });

    it("layout: ids are unique, and no panel covers another or leaves the 24 columns", () => {
      const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
        Array.from({ length: w * h }, (_, index) => [x + (index % w), y + Math.floor(index / w)] as const),
      );
      expect(new Set(panels.map(({ id }) => id)).size).to.equal(panels.length);
      expect(new Set(cells.map((cell) => cell.join())).size).to.equal(cells.length);
      expect(Math.max(...cells.map(([x]) => x))).to.equal(23);
    });
  });
});
