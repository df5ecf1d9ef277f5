import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { casesOf } from "../support/extent";
import { monitoringFolder } from "../support/monitoring/files";
import { promtoolPath, runPromtool } from "../support/monitoring/promtool";

const program = promtoolPath();

describe("examples/monitoring with promtool", () => {
  it("REQUIRE_PROMTOOL=1: installed", () => {
    expect(process.env.REQUIRE_PROMTOOL === "1" && program === undefined).to.equal(false);
  });

  if (program !== undefined) {
    withPromtool(program);
  }
});

function withPromtool(promtool: string): void {
  for (const args of [
    ["check", "rules", "alerts.yml"],
    ["check", "config", "prometheus.yml"],
    ["test", "rules", "alerts-test.yml"],
  ]) {
    it(`promtool ${args.join(" ")}: succeeds`, async () => {
      const { exitCode, output } = await runPromtool(promtool, args, monitoringFolder);
      expect(exitCode, output).to.equal(0);
      expect(output).to.include("SUCCESS");
    });
  }

  describe("unit tests of the rules", () => {
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), "blockchain-nodes-rules-"));
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    const rules = readFileSync(join(monitoringFolder, "alerts.yml"), "utf8");
    const mutations = [
      ["a chain that is right", 'verdict="unhealthy"} == 1\n        labels', 'verdict="healthy"} == 1\n        labels'],
      [
        "no window for unhealthy",
        'max_over_time(blockchain_node_health{verdict="unhealthy"}[2m]) == 1\n          and',
        'blockchain_node_health{verdict="unhealthy"} == 1\n          and',
      ],
      [
        "no window for passes",
        "and ignoring (verdict) max_over_time(blockchain_node_passes[2m]) == 0",
        "and ignoring (verdict) blockchain_node_passes == 0",
      ],
      ["syncing, whatever else", "unless ignoring (verdict) max_over_time", "unless ignoring () max_over_time"],
      ["proof of work too", '{chain!~"(bitcoin|bitcoin-cash|dogecoin|litecoin|zcash)-.*"}', ""],
      ["an old head that does not grow older", "and deriv(blockchain_node_head_age_seconds[10m]) > 0.9", ""],
      ["every scrape job", '{job="blockchain-nodes"}', ""],
      ["a budget for each node", "sum by (stack)", "sum by (stack, name)"],
    ] as const;
    for (const [what, from, to] of mutations.slice(0, casesOf(mutations.length, 2))) {
      it(`${what}: found`, async () => {
        expect(rules).to.include(from);
        writeFileSync(join(folder, "alerts.yml"), rules.replace(from, to));
        writeFileSync(join(folder, "test.yml"), readFileSync(join(monitoringFolder, "alerts-test.yml"), "utf8"));
        const { exitCode, output } = await runPromtool(promtool, ["test", "rules", "test.yml"], folder);
        expect(exitCode, output).to.equal(1);
        expect(output).to.include("FAILED");
      });
    }
  });
}
