import { expect } from "chai";
import fc from "fast-check";
import { familyOf } from "../../../provider/health/chains.js";
import {
  type Catalogue,
  type CatalogueOption,
  catalogueOf,
  completeCatalogue,
  matchNames,
  type PlacementNames,
  suggestName,
} from "../../../provider/platform/catalogue/catalogue.js";
import { catalogueSnapshot } from "../../../provider/platform/catalogue/snapshot.js";

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
    ["a chain with a typo", { chain: "ehth-mainnet" }, "misspelt", "chain", /did you mean "eth-mainnet"\?/],
    ["a chain in another case", { chain: "ETH-Mainnet" }, "misspelt", "chain", /did you mean "eth-mainnet"\?/],
    ["a chain like none", { chain: "moon-devnet" }, "unlisted", "chain", /Offered: btc-mainnet, eth-mainnet$/],
    [
      "a region with a typo",
      { chain, region: "lno1" },
      "misspelt",
      "region",
      /^there is no region "lno1"; did you mean "lon1"\? eth-mainnet is offered in global1 \(chainstack_global\), lon1/,
    ],
    [
      "a typo in a region of another chain",
      { chain, region: "nyyc1" },
      "misspelt",
      "region",
      /^there is no region "nyyc1"; did you mean "nyc1"\? eth-mainnet is offered in/,
    ],
    [
      "another region of a place",
      { chain, region: "lon2" },
      "unlisted",
      "region",
      /^eth-mainnet is not offered in "lon2"; did you mean "lon1"\? It is offered in global1/,
    ],
    ["a region like none", { chain, region: "jupiter7" }, "unlisted", "region", /"jupiter7"; it is offered in global1/],
    ["a region of another chain", { chain, region: "nyc1" }, "elsewhere", "region", /"nyc1"; it is offered in global1/],
    ["a provider with a typo", { chain, provider: "managd" }, "misspelt", "provider", /did you mean "managed"\?/],
    [
      "a provider of another region",
      { chain, region: "lon1", provider: "partner" },
      "elsewhere",
      "provider",
      /^eth-mainnet is not offered by "partner" in lon1; it is offered in global1/,
    ],
    ["a region of two providers", { chain, region: "fra1" }, "unclear", "provider", /specify where to run/],
    ["a provider in two regions", { chain, provider: "managed" }, "unclear", "region", /specify where to run/],
    [
      "a chain that is nowhere global",
      { chain: "btc-mainnet" },
      "unclear",
      "region",
      /specify where to run.*nyc1 \(managed\)$/,
    ],
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

  it("leaves a gap for ids that nothing tells", () => {
    const bare = { chain: "a-mainnet", protocol: "a", region: "r1", provider: "p" };
    const found = match({ chain: "a-mainnet", region: "r1", provider: "p" }, completeCatalogue([bare, bare]));
    expect(found.kind === "found" ? "" : found.reason).to.include("{ blockchain: …, cloud: … } or {");
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

  it("holds ids of the documented form", () => {
    for (const { blockchain, cloud } of bundled.options) {
      expect(blockchain ?? "BC-1").to.match(/^BC(-\d+)+$/);
      expect(cloud ?? "CC-1").to.match(/^CC(-\d+)+$/);
    }
  });

  it("takes no chain that it lacks for a typo of another", () => {
    const names = "core kava bob xdc manta somnia zeta rsk eos neon sei moonbeam"
      .split(" ")
      .map((name) => `${name}-mainnet`);
    for (const chain of [...names, "bitcoin-regtest", "bitcoin-testnet4", "arc-testnet", "base-testnet"]) {
      expect(suggestName(bundled, "chain", chain), chain).to.equal(undefined);
    }
  });

  it("takes no name that it holds for a typo of another", () => {
    for (const kind of ["chain", "region", "provider"] as const) {
      for (const name of bundled.known[kind]) {
        expect(suggestName(bundled, kind, name), name).to.equal(undefined);
      }
    }
  });

  for (const [typo, meant] of [
    ["ethereum-mainet", "ethereum-mainnet"],
    ["etherum-mainnet", "ethereum-mainnet"],
    ["ethereum_mainnet", "ethereum-mainnet"],
    ["ethereummainnet", "ethereum-mainnet"],
    ["Ethereum-Mainnet", "ethereum-mainnet"],
    ["bitcoin-testnt", "bitcoin-testnet"],
    ["polygn-pos-mainnet", "polygon-pos-mainnet"],
    ["ethereum-sepolai-testnet", "ethereum-sepolia-testnet"],
    ["bsae-mainnet", "base-mainnet"],
  ] as const) {
    it(`takes ${typo} for ${meant}`, () => {
      expect(suggestName(bundled, "chain", typo)).to.equal(meant);
    });
  }
});
