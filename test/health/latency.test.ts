import { expect } from "chai";
import { percentile } from "../../provider/health/latency";

describe("percentile", () => {
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => ((index * 7) % count) + 1);

  for (const [samples, percent, value] of [
    [[], 50, 0],
    [[9], 95, 9],
    [[10, 9], 50, 9],
    [[100, 20, 3], 50, 20],
    [upTo(20), 50, 10],
    [upTo(20), 95, 19],
  ] as const) {
    it(`${percent} % of ${samples.length} samples: nearest rank`, () => {
      expect(percentile(samples, percent)).to.equal(value);
    });
  }
});
