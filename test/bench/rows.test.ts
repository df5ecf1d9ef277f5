import { expect } from "chai";
import { row, rowTable } from "../../bench/rows";

describe("row", () => {
  const cases = [
    ["no target", 3, undefined, true],
    ["at the upper bound", 2, { atMost: 2 }, true],
    ["above it", 2.1, { atMost: 2 }, false],
    ["at the lower bound", 0.9, { atLeast: 0.9 }, true],
    ["below it", 0.8, { atLeast: 0.9 }, false],
    ["a figure that is missing", Number.NaN, { atMost: 2 }, false],
  ] as const;
  for (const [what, value, target, isMet] of cases) {
    it(`${what}: ${isMet ? "met" : "not met"}`, () => {
      expect(row("calls", value, "", target).isMet).to.equal(isMet);
    });
  }
});

describe("rowTable", () => {
  it("figures with and without a target: verdicts only with one", () => {
    const lines = rowTable([row("up", 1.234, "×", { atMost: 1.1 }), row("calls", 2_000, "")]).split("\n");
    expect(lines.map((line) => line.trim().split(/ {2,}/))).to.deep.equal([
      ["value", "target"],
      ["up", "1.23 ×", "≤ 1.10", "NOT MET"],
      ["calls", "2,000"],
    ]);
  });
});
