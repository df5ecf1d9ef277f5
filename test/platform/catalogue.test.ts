import { expect } from "chai";
import fc from "fast-check";
import { familyOf } from "../../provider/health/chains.js";
import {
  type Catalogue,
  type CatalogueOption,
  catalogueOf,
  completeCatalogue,
  matchNames,
  type PlacementNames,
  suggestName,
} from "../../provider/platform/catalogue.js";
import { catalogueSnapshot } from "../../provider/platform/catalogue-snapshot.js";

const option = (chain: string, region: string, provider: string, cloud: string): CatalogueOption => ({
  chain,
  protocol: chain.split("-")[0] ?? "",
  region,
  provider,
  blockchain: `BC-${chain}`,
  cloud,
});

const options = [
  option("eth-mainnet", "global1", "chainstack_global", "CC-1"),
  option("eth-mainnet", "lon1", "managed", "CC-2"),
  option("eth-mainnet", "fra1", "managed", "CC-3"),
  option("eth-mainnet", "fra1", "partner", "CC-4"),
  option("btc-mainnet", "nyc1", "managed", "CC-5"),
  option("btc-mainnet", "nyc1", "managed", "CC-6"),
];
const catalogue = completeCatalogue(options);
const match = (names: PlacementNames, of: Catalogue = catalogue) => matchNames(of, names);

describe("matchNames", () => {
  const chain = "eth-mainnet";

  for (const [name, names, cloud] of [
    ["no more than a chain, at the global provider", { chain }, "CC-1"],
    ["a region", { chain, region: "lon1" }, "CC-2"],
    ["a provider", { chain, provider: "partner" }, "CC-4"],
    ["region and provider", { chain, region: "fra1", provider: "managed" }, "CC-3"],
  ] as const) {
    it(`finds the option of ${name}`, () => {
      const found = match(names);
      expect(found).to.deep.include({ kind: "found" });
      expect(found.kind === "found" && found.option.cloud).to.equal(cloud);
    });
  }

  for (const [name, names, kind, property, reason] of [
    ["a chain with a slip", { chain: "ehth-mainnet" }, "misspelt", "chain", /did you mean "eth-mainnet"\?/],
    ["a chain in another case", { chain: "ETH-Mainnet" }, "misspelt", "chain", /did you mean "eth-mainnet"\?/],
    ["a chain like none", { chain: "moon-devnet" }, "unlisted", "chain", /Offered: btc-mainnet, eth-mainnet$/],
    [
      "a region with a slip",
      { chain, region: "lno1" },
      "misspelt",
      "region",
      /did you mean "lon1"\? It is offered in global1 \(chainstack_global\), lon1/,
    ],
    [
      "a region near one of another chain only",
      { chain, region: "nyc2" },
      "misspelt",
      "region",
      /there; it is offered/,
    ],
    ["a region like none", { chain, region: "jupiter7" }, "unlisted", "region", /there; it is offered in global1/],
    ["a region of another chain", { chain, region: "nyc1" }, "elsewhere", "region", /there; it is offered in global1/],
    ["a provider with a slip", { chain, provider: "managd" }, "misspelt", "provider", /did you mean "managed"\?/],
    [
      "a provider of another region",
      { chain, region: "lon1", provider: "partner" },
      "elsewhere",
      "provider",
      /there; it is offered in global1/,
    ],
    ["a region of two providers", { chain, region: "fra1" }, "unclear", "provider", /say where/],
    ["a provider in two regions", { chain, provider: "managed" }, "unclear", "region", /say where/],
    ["a chain that is nowhere global", { chain: "btc-mainnet" }, "unclear", "region", /say where.*nyc1 \(managed\)$/],
    [
      "names that fit two clouds",
      { chain: "btc-mainnet", region: "nyc1", provider: "managed" },
      "unclear",
      "chain",
      /by ids: \{ blockchain: "BC-btc-mainnet", cloud: "CC-5" \} or /,
    ],
  ] as const) {
    it(`blames ${name}`, () => {
      const found = match(names);
      expect(found).to.include({ kind, property });
      expect(found.kind === "found" ? "" : found.reason).to.match(reason);
    });
  }

  it("takes short names that are one edit apart as they are, when both are known", () => {
    const near = completeCatalogue([option("eth-mainnet", "lon1", "m", "1"), option("btc-mainnet", "lon2", "m", "2")]);
    expect(match({ chain, region: "lon2" }, near)).to.include({ kind: "elsewhere" });
  });

  it("finds every option of any catalogue by its names, unless others have the same", () => {
    const name = fc.constantFrom("a1", "b2", "c3");
    const any = fc.record({ chain: name, protocol: name, region: name, provider: name, cloud: name });
    fc.assert(
      fc.property(fc.array(any, { minLength: 1 }), fc.nat(), (all, index) => {
        const wanted = all[index % all.length] as CatalogueOption;
        const { chain: slug, region, provider } = wanted;
        const same = all.filter((it) => it.chain === slug && it.region === region && it.provider === provider);
        const found = match({ chain: slug, region, provider }, completeCatalogue(all));
        expect(found.kind).to.equal(same.length === 1 ? "found" : "unclear");
      }),
    );
  });
});

describe("the snapshot of the package", () => {
  const bundled = catalogueOf(catalogueSnapshot);

  it("has no option without a known place, no option twice, and no open chain that it does not know", () => {
    const keys = catalogueSnapshot.chains.flatMap(([, , , places]) => places.split(" ").filter((key) => key !== ""));
    expect(keys.filter((key) => catalogueSnapshot.places[key] === undefined)).to.deep.equal([]);
    const all = bundled.options.map(({ chain, region, provider }) => `${chain} ${region} ${provider}`);
    expect(new Set(all).size).to.equal(all.length).and.to.equal(keys.length);
    expect([...bundled.open].filter((chain) => !bundled.protocols.has(chain))).to.deep.equal([]);
    expect(bundled.madeAt).to.match(/^\d{4}-\d\d-\d\d$/);
  });

  it("places every chain that it knows well, or asks for the region", () => {
    for (const chain of bundled.protocols.keys()) {
      const { kind } = match({ chain }, bundled);
      if (!bundled.open.has(chain)) {
        expect(kind, chain).to.be.oneOf(["found", "unclear"]);
      }
    }
  });

  it("names chains by their protocol, in lower case", () => {
    for (const [chain, protocol] of bundled.protocols) {
      expect(chain).to.match(/^[a-z0-9-]+$/);
      expect(chain.startsWith(`${protocol}-`), chain).to.equal(true);
      expect(familyOf(chain)).to.be.oneOf(["evm", "utxo", "other"]);
    }
  });

  it("knows the documented ids", () => {
    const found = match({ chain: "ethereum-mainnet" }, bundled);
    expect(found.kind === "found" && found.option).to.include({ blockchain: "BC-000-000-008", cloud: "CC-0016" });
    const london = match({ chain: "ethereum-mainnet", region: "lon1" }, bundled);
    expect(london.kind === "found" && london.option).to.include({ provider: "chainstack_managed", cloud: "CC-0020" });
  });

  it("does not mistake a chain of the sandbox for a slip", () => {
    expect(suggestName(bundled, "chain", "bitcoin-regtest")).to.equal(undefined);
    expect(suggestName(bundled, "chain", "bitcoin-testnt")).to.equal("bitcoin-testnet");
  });
});
