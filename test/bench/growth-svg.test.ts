import { expect } from "chai";
import type { GrowthPoint } from "../../bench/growth";
import { growthSvg } from "../../bench/growth-svg";

const point = (count: number): GrowthPoint => {
  const cost = { seconds: count / 100, calls: 2 * count, megabytes: 150 };
  return { count, commands: { up: cost, refresh: cost, destroy: cost }, twinSeconds: count / 110, twinMegabytes: 140 };
};

describe("growthSvg", () => {
  const svg = growthSvg([10, 100, 1_000].map(point));

  it("three sizes: each line has a point per size, within the picture", () => {
    const lines = [...svg.matchAll(/<polyline class="\w+" points="([^"]+)"/g)].map(([, points = ""]) =>
      points.split(" "),
    );
    const curves = lines.filter(({ length }) => length === 3);
    expect(curves).to.have.length(11);
    for (const [x, y] of curves.flat().map((pair) => pair.split(",").map(Number))) {
      expect(x).to.be.within(0, 900);
      expect(y).to.be.within(0, 320);
    }
  });

  it("more nodes: further to the right, and more seconds higher up", () => {
    const [, points = ""] = /<polyline class="up" points="([^"]+ [^"]+ [^"]+)"/.exec(svg) ?? [];
    const [[x1, y1], , [x3, y3]] = points.split(" ").map((pair) => pair.split(",").map(Number)) as [
      [number, number],
      unknown,
      [number, number],
    ];
    expect(x3).to.be.greaterThan(x1);
    expect(y3).to.be.lessThan(y1);
  });
});
