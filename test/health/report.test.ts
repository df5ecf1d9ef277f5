import { expect } from "chai";
import { decide } from "../../provider/health/decide.js";
import { summarize } from "../../provider/health/report.js";

describe("summarize", () => {
  const report = (ageSeconds: number, cost: number) =>
    decide(
      [
        { check: "identity", verdict: "healthy", observed: "1", why: "chain id 1" },
        { check: "head", verdict: "healthy", observed: `${ageSeconds} s`, why: `head is ${ageSeconds} s old` },
      ],
      { cost, maxCost: 30 },
    );
  const entry = { name: "rpc-a", chain: "ethereum-mainnet", host: "node.example" };

  it("several nodes: one verdict, and a line for each in order", () => {
    const stale = decide([{ check: "head", verdict: "unhealthy", why: "old" }], { cost: 1, maxCost: 30 });
    expect(
      summarize([
        { ...entry, report: report(3, 6) },
        { ...entry, name: "rpc-b", report: stale },
      ]),
    ).to.deep.equal({
      verdict: "unhealthy",
      report: {
        nodes: [
          { ...entry, verdict: "healthy", decidedBy: "head" },
          { ...entry, name: "rpc-b", verdict: "unhealthy", decidedBy: "head" },
        ],
      },
    });
  });

  it("names from the platform: shown as one clean line", () => {
    const name = "rpc\n\u001b[31m+ forged\u202e";
    expect(summarize([{ name, chain: "a\u009bb", host: "h\r", report: report(3, 6) }]).report.nodes[0]).to.include({
      name: "rpc [31m+ forged",
      chain: "a b",
      host: "h",
    });
  });

  const stale = (value: number) =>
    decide([{ check: "head", verdict: "unhealthy", cause: "stale", value, why: "old" }], { cost: 1, maxCost: 30 });
  const stalled = "ethereum-mainnet: the chain is stalled or all 2 nodes are stuck: their heads are equally old";

  for (const [what, reports, notes] of [
    ["every node of the chain equally stale", [stale(7_200), stale(7_260)], [stalled]],
    ["two stale nodes at different heads", [stale(7_200), stale(700_000)], undefined],
    ["one of two nodes stale", [stale(7_200), report(3, 6)], undefined],
    ["the only node stale", [stale(7_200)], undefined],
  ] as const) {
    it(`${what}: ${notes === undefined ? "no note" : "one note"}`, () => {
      const other = { ...entry, chain: "base-mainnet", report: stale(7_200) };
      const nodes = [...reports.map((each) => ({ ...entry, report: each })), other];
      expect(summarize(nodes).report.notes).to.deep.equal(notes);
      expect(Object.hasOwn(summarize(nodes).report, "notes")).to.equal(notes !== undefined);
    });
  }

  it("only ages and costs differ: the same report", () => {
    expect(summarize([{ ...entry, report: report(3, 6) }])).to.deep.equal(
      summarize([{ ...entry, report: report(9, 5) }]),
    );
  });
});
