import { expect } from "chai";
import { stalledChains } from "../../provider/health/stalled-chains.js";
import { evidence, examined } from "../support/health/rounds.js";

const stale = (name: string, value = 900) => examined(name, { ...evidence.unhealthy, value });

describe("stalledChains", () => {
  it("every node of a chain has an equally stale head: one line", () => {
    const other = { ...examined("btc", evidence.healthy), chain: "bitcoin-mainnet" };
    expect(stalledChains([stale("a"), other, stale("b", 800)])).to.deep.equal([
      "ethereum-mainnet: the chain is stalled or all 2 nodes are stuck: their heads are equally old",
    ]);
  });

  it("one node is fresh, or it is the only one: nothing", () => {
    expect(stalledChains([stale("a"), examined("b", evidence.healthy)])).to.deep.equal([]);
    expect(stalledChains([stale("a")])).to.deep.equal([]);
  });
});
