import { expect } from "chai";
import { isSlip, slipOf } from "../../../provider/platform/catalogue/slip.js";

describe("isSlip", () => {
  const rows: readonly (readonly [rule: string, known: string, slips: readonly string[], others: readonly string[]])[] =
    [
      ["case and separators", "chainstack_global", ["Chainstack_Global", "chainstack-global", "chainstackglobal"], []],
      ["digits", "lon1", ["Lon1", "lon-1"], ["lon", "lon2", "lon11", "lon1"]],
      ["words of up to four letters", "kava", ["kaav", "kav", "kavaa"], ["kaia", "java", "kv", "kavaaa"]],
      ["three letters and digits", "fra1", ["far1", "fr1", "fraa1"], ["frb1", "fra2", "par1"]],
      ["five and six letters", "mantle", ["mntle", "mantel", "mantla"], ["manta", "mnle"]],
      ["longer words", "ethereum", ["etherum", "ethreeum", "ethereuumm", "ethreuem"], ["etheum", "ether", "ethernity"]],
      ["several words", "polygon-pos-mainnet", ["polygn-pos-mainet"], ["polygon-mainnet", "polygon-zos-mainnet"]],
    ];
  for (const [rule, known, slips, others] of rows) {
    it(`goes by ${rule}`, () => {
      expect(slips.filter((given) => !isSlip(given, known))).to.deep.equal([]);
      expect(others.filter((given) => isSlip(given, known))).to.deep.equal([]);
    });
  }
});

describe("slipOf", () => {
  it("finds the nearest of several, and nothing where none is near", () => {
    expect(slipOf("hyperliqud", ["hyperliquids", "hyperliquid"])).to.equal("hyperliquid");
    expect(slipOf("globl1", ["lon1", "global1", "global2"])).to.equal("global1");
    for (const region of "bom1 dal1 mia1 par1 sfo1 mad1 syd1 sin1 hkg1 chi1".split(" ")) {
      expect(slipOf(region, ["ams1", "ash1", "fra1", "global1", "lax1", "lon1", "nyc1", "sgp1", "tyo1"])).to.equal(
        undefined,
      );
    }
  });
});
