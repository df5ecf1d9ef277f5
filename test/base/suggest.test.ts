import { expect } from "chai";
import { didYouMean, suggest } from "../../provider/base/suggest.js";

describe("suggest › names of the catalogue", () => {
  const rows: readonly (readonly [rule: string, known: string, typos: readonly string[], others: readonly string[]])[] =
    [
      ["case and separators", "chainstack_global", ["Chainstack_Global", "chainstack-global", "chainstackglobal"], []],
      ["digits", "lon1", ["Lon1", "lon-1"], ["lon", "lon2", "lon11", "lon1"]],
      ["words of up to four letters", "kava", ["kaav", "kav", "kavaa"], ["kaia", "java", "kv", "kavaaa"]],
      ["three letters and digits", "fra1", ["far1", "fr1", "fraa1"], ["frb1", "fra2", "par1"]],
      ["five and six letters", "mantle", ["mntle", "mantel", "mantla"], ["manta", "mnle"]],
      ["longer words", "ethereum", ["etherum", "ethreeum", "ethereuumm", "ethreuem"], ["etheum", "ether", "ethernity"]],
      ["several words", "polygon-pos-mainnet", ["polygn-pos-mainet"], ["polygon-mainnet", "polygon-zos-mainnet"]],
    ];
  for (const [rule, known, typos, others] of rows) {
    it(`goes by ${rule}`, () => {
      expect(typos.filter((given) => suggest("catalogue", given, [known]) !== known)).to.deep.equal([]);
      expect(others.filter((given) => suggest("catalogue", given, [known]) !== undefined)).to.deep.equal([]);
    });
  }
});

describe("suggest", () => {
  it("several names: the closest one, or none if none is close", () => {
    expect(suggest("catalogue", "hyperliqud", ["hyperliquids", "hyperliquid"])).to.equal("hyperliquid");
    expect(suggest("catalogue", "globl1", ["lon1", "global1", "global2"])).to.equal("global1");
    for (const region of "bom1 dal1 mia1 par1 sfo1 mad1 syd1 sin1 hkg1 chi1".split(" ")) {
      expect(
        suggest("catalogue", region, ["ams1", "ash1", "fra1", "global1", "lax1", "lon1", "nyc1", "sgp1", "tyo1"]),
      ).to.equal(undefined);
    }
  });

  it("argument names: up to two edits, one in a name of three letters", () => {
    expect(suggest("argument", "regoin", ["provider", "region"])).to.equal("region");
    expect(suggest("argument", "Nmae", ["type", "name"])).to.equal("name");
    expect(suggest("argument", "api", ["app", "apply"])).to.equal("app");
    expect(suggest("argument", "api", ["ap1x"])).to.equal(undefined);
  });

  it("lookalikes: one edit", () => {
    expect(suggest("lookalike", "lon2", ["lon1"])).to.equal("lon1");
    expect(suggest("lookalike", "loon2", ["lon1"])).to.equal(undefined);
  });

  it("the name itself: not a typo", () => {
    expect(suggest("argument", "name", ["name"])).to.equal(undefined);
  });
});

describe("didYouMean", () => {
  it("result: the end of a sentence, or empty", () => {
    expect(didYouMean("regoin", ["region"])).to.equal('; did you mean "region"?');
    expect(didYouMean("colour", ["region"])).to.equal("");
  });
});
