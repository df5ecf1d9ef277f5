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

  it("only ages and costs differ: the same report", () => {
    expect(summarize([{ ...entry, report: report(3, 6) }])).to.deep.equal(
      summarize([{ ...entry, report: report(9, 5) }]),
    );
  });
});
