import { expect } from "chai";
import { jsonOf, tableOf } from "../../provider/base/table.js";

// What each would do to a terminal: another row, a row over another, other colors, reversed text, a name that resembles
// another.
const hostile = [
  "a\nND-1  node  innocent",
  "a\r\u001b[1AND-1  node  innocent",
  "a\u009b2Jb",
  "a\u001b]0;title\u0007b",
  "a\u202eb\u2066c",
  "ad\u200bmin",
  "a\u2028b\u0085c",
  "x".repeat(10_000),
  "\u200b",
];
const rows = hostile.map((name, index) => ({ id: `ND-${index}`, name, project: null }));

describe("tableOf", () => {
  const lines = tableOf(["id", "name", "project"], rows).split("\n");

  it("hostile cells: one line for each row, without control characters", () => {
    expect(lines).to.have.length(rows.length + 2);
    expect(lines.at(-1)).to.equal("");
    for (const line of lines) {
      expect(line).to.match(/^[^\p{C}\p{Zl}\p{Zp}]*$/u);
    }
  });

  it("long cell: truncated; empty cell: a dash", () => {
    expect(Math.max(...lines.map((line) => line.length))).to.be.at.most(100);
    expect(lines[rows.length]).to.match(/^ND-8 +- +-$/);
  });
});

describe("jsonOf", () => {
  it("hostile values: complete, without control characters", () => {
    const json = jsonOf(rows);
    expect(JSON.parse(json)).to.deep.equal(rows);
    expect(json).to.match(/^(?:\n|[^\p{C}\p{Zl}\p{Zp}])*$/u);
    expect(json.split("\n")).to.have.length(JSON.stringify(rows, undefined, 2).split("\n").length + 1);
  });
});
