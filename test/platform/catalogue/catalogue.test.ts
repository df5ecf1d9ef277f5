import { expect } from "chai";
import fc from "fast-check";
import { familyOf } from "../../../provider/health/chains/chains.js";
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
    ["chain alone, at the global provider", { chain }, "CC-1"],
    ["region", { chain, region: "lon1" }, "CC-2"],
    ["provider", { chain, provider: "partner" }, "CC-4"],
    ["region and provider", { chain, region: "fra1", provider: "managed" }, "CC-3"],
  ] as const) {
    it(`${name}: its option`, () => {
      const found = match(names);
      expect(found).to.deep.include({ kind: "found" });
      expect(found.kind === "found" && found.option.cloud).to.equal(cloud);
    });
  }

  for (const [name, names, kind, property, reason] of [
    ["typo in the chain", { chain: "ehth-mainnet" }, "misspelt", "chain", /did you mean "eth-mainnet"\?/],
    ["chain in another case", { chain: "ETH-Mainnet" }, "misspelt", "chain", /did you mean "eth-mainnet"\?/],
    ["unknown chain", { chain: "moon-devnet" }, "unlisted", "chain", /Offered: btc-mainnet, eth-mainnet$/],
    [
      "typo in the region",
      { chain, region: "lno1" },
      "misspelt",
      "region",
      /^there is no region "lno1"; did you mean "lon1"\? eth-mainnet is offered in global1 \(chainstack_global\), lon1/,
    ],
    [
      "typo in a region of another chain",
      { chain, region: "nyyc1" },
      "misspelt",
      "region",
      /^there is no region "nyyc1"; did you mean "nyc1"\? eth-mainnet is offered in/,
    ],
    [
      "unknown region, similar to an offered one",
      { chain, region: "lon2" },
      "unlisted",
      "region",
      /^eth-mainnet is not offered in "lon2"; did you mean "lon1"\? It is offered in global1/,
    ],
    ["unknown region", { chain, region: "jupiter7" }, "unlisted", "region", /"jupiter7"; it is offered in global1/],
    ["region of another chain", { chain, region: "nyc1" }, "elsewhere", "region", /"nyc1"; it is offered in global1/],
    ["typo in the provider", { chain, provider: "managd" }, "misspelt", "provider", /did you mean "managed"\?/],
    [
      "provider of another region",
      { chain, region: "lon1", provider: "partner" },
      "elsewhere",
      "provider",
      /^eth-mainnet is not offered by "partner" in lon1; it is offered in global1/,
    ],
    ["region with two providers", { chain, region: "fra1" }, "unclear", "provider", /specify where to run/],
    ["provider in two regions", { chain, provider: "managed" }, "unclear", "region", /specify where to run/],
    [
      "chain that the global provider does not offer",
      { chain: "btc-mainnet" },
      "unclear",
      "region",
      /specify where to run.*nyc1 \(managed\)$/,
    ],
    [
      "names that match two clouds",
      { chain: "btc-mainnet", region: "nyc1", provider: "managed" },
      "unclear",
      "chain",
      /by ids: \{ blockchain: "BC-btc-mainnet", cloud: "CC-5" \} or /,
    ],
  ] as const) {
    it(`${name}: ${kind} ${property}`, () => {
      const found = match(names);
      expect(found).to.include({ kind, property });
      expect(found.kind === "found" ? "" : found.reason).to.match(reason);
    });
  }

  it("known names one edit apart: not a typo", () => {
    const near = completeCatalogue([option("eth-mainnet", "lon1", "m", "1"), option("btc-mainnet", "lon2", "m", "2")]);
    expect(match({ chain, region: "lon2" }, near)).to.include({ kind: "elsewhere" });
  });

  it("unknown ids: an ellipsis in the message", () => {
    const bare = { chain: "a-mainnet", protocol: "a", region: "r1", provider: "p" };
    const found = match({ chain: "a-mainnet", region: "r1", provider: "p" }, completeCatalogue([bare, bare]));
    expect(found.kind === "found" ? "" : found.reason).to.include("{ blockchain: …, cloud: … } or {");
  });

  it("any catalogue: each option found by its names, unless others share them", () => {
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

describe("bundled snapshot", () => {
  const bundled = catalogueOf(catalogueSnapshot);

  it("options: each with a known place and once; open chains: all known", () => {
    const keys = catalogueSnapshot.chains.flatMap(([, , , places]) => places.split(" ").filter((key) => key !== ""));
    expect(keys.filter((key) => catalogueSnapshot.places[key] === undefined)).to.deep.equal([]);
    const all = bundled.options.map(({ chain, region, provider }) => `${chain} ${region} ${provider}`);
    expect(new Set(all).size).to.equal(all.length).and.to.equal(keys.length);
    expect([...bundled.open].filter((chain) => !bundled.protocols.has(chain))).to.deep.equal([]);
    expect(bundled.madeAt).to.match(/^\d{4}-\d\d-\d\d$/);
  });

  it("chain alone: found, or asks for the region", () => {
    for (const chain of bundled.protocols.keys()) {
      const { kind } = match({ chain }, bundled);
      if (!bundled.open.has(chain)) {
        expect(kind, chain).to.be.oneOf(["found", "unclear"]);
      }
    }
  });

  it("chain names: start with their protocol, in lower case", () => {
    for (const [chain, protocol] of bundled.protocols) {
      expect(chain).to.match(/^[a-z0-9-]+$/);
      expect(chain.startsWith(`${protocol}-`), chain).to.equal(true);
      expect(familyOf(chain), chain).not.to.equal("other");
    }
  });

  it("ids: of the documented form", () => {
    for (const { blockchain, cloud } of bundled.options) {
      expect(blockchain ?? "BC-1").to.match(/^BC(-\d+)+$/);
      expect(cloud ?? "CC-1").to.match(/^CC(-\d+)+$/);
    }
  });

  it("chain not in the snapshot: not a typo", () => {
    const names = "core kava bob xdc manta somnia zeta rsk eos neon sei moonbeam"
      .split(" ")
      .map((name) => `${name}-mainnet`);
    for (const chain of [...names, "bitcoin-regtest", "bitcoin-testnet4", "arc-testnet", "base-testnet"]) {
      expect(suggestName(bundled, "chain", chain), chain).to.equal(undefined);
    }
  });

  it("name in the snapshot: not a typo", () => {
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
    it(`${typo}: ${meant}`, () => {
      expect(suggestName(bundled, "chain", typo)).to.equal(meant);
    });
  }
});
