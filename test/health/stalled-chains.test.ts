import { expect } from "chai";
import { stalledChains } from "../../provider/health/stalled-chains.js";
import { evidence, examined } from "../support/health/rounds.js";

const stale = (name: string, value = 900) => examined(name, { ...evidence.unhealthy, value });

describe("stalledChains", () => {
  it("every node of a chain has a stale head: one line with the newest age", () => {
    const other = { ...examined("btc", evidence.healthy), chain: "bitcoin-mainnet" };
    expect(stalledChains([stale("a"), other, stale("b", 800)])).to.deep.equal([
      "ethereum-mainnet: all 2 nodes have a stale head, the newest 13 min old: the chain is stalled, or all nodes are stuck",
    ]);
  });

  it("one node is fresh, or it is the only one: nothing", () => {
    expect(stalledChains([stale("a"), examined("b", evidence.healthy)])).to.deep.equal([]);
    expect(stalledChains([stale("a")])).to.deep.equal([]);
  });
});
