import { expect } from "chai";
import { checkPlacement, type GivenNames, isRealChain } from "../../../provider/lifecycle/check/placement-check.js";
import { catalogueOf } from "../../../provider/platform/catalogue/catalogue.js";
import { sentinels } from "../../support/lifecycle/sample-inputs";

const fixed = catalogueOf({
  madeAt: "2026-01-02",
  source: "test",
  places: {
    global1: ["global1", "chainstack_global"],
    global2: ["global2", "chainstack_partner"],
    lon1: ["lon1", "chainstack_managed"],
    nyc1: ["nyc1", "chainstack_managed"],
    tyo1: ["tyo1", "chainstack_managed"],
  },
  chains: [
    ["blast-mainnet", "blast", "", "global2"],
    ["ethereum-mainnet", "ethereum", "", "global1 lon1"],
    ["kaia-mainnet", "kaia", "", "global1"],
    ["placeless-mainnet", "placeless", "", ""],
    ["polygon-pos-mainnet", "polygon-pos", "", "global1"],
    ["solana-mainnet", "solana", "", "global1 lon1 nyc1"],
    ["tempo-mainnet", "tempo", "", "global1"],
    ["xrpl-mainnet", "xrpl", "", "global1"],
  ],
  open: ["tempo-mainnet"],
});
const findingsOf = (names: GivenNames) =>
  checkPlacement(names, { ...fixed, isReal: isRealChain }).map(
    ({ severity, property, reason }) => `${severity} ${property}: ${reason}`,
  );

const chain = "ethereum-mainnet";
const newer = (property: string, name: string, hint = "") =>
  `warning ${property}: "${name}" is not in the catalogue that comes with this package (last renewed 2026-01-02)${hint}; \`create\` checks with the platform`;
const offers = "it is offered in global1 (chainstack_global), lon1 (chainstack_managed)";

describe("checkPlacement", () => {
  const rows: readonly (readonly [name: string, names: GivenNames, findings: readonly string[]])[] = [
    ["a chain that is offered", { chain }, []],
    ["a region where it is offered", { chain, region: "lon1" }, []],
    ["region and provider", { chain, region: "lon1", provider: "chainstack_managed" }, []],
    ["the global provider", { chain, provider: "chainstack_global" }, []],
    ["a chain with a region, not offered by the global provider", { chain: "blast-mainnet", region: "global2" }, []],
    [
      "such a chain without a region",
      { chain: "blast-mainnet" },
      ["failure region: specify where to run blast-mainnet; it is offered in global2 (chainstack_partner)"],
    ],
    [
      "a provider with several regions",
      { chain: "solana-mainnet", provider: "chainstack_managed" },
      [`failure region: specify where to run solana-mainnet; ${offers}, nyc1 (chainstack_managed)`],
    ],
    [
      "a region that offers other chains",
      { chain, region: "nyc1" },
      [`failure region: ethereum-mainnet is not offered in "nyc1"; ${offers}`],
    ],
    [
      "a region without any chain",
      { chain, region: "tyo1" },
      [`failure region: ethereum-mainnet is not offered in "tyo1"; ${offers}`],
    ],
    [
      "a provider of another region",
      { chain, region: "lon1", provider: "chainstack_global" },
      [`failure provider: ethereum-mainnet is not offered by "chainstack_global" in lon1; ${offers}`],
    ],
    [
      "a typo in a region",
      { chain, region: "lno1" },
      [`failure region: there is no region "lno1"; did you mean "lon1"? ethereum-mainnet ${offers.slice(3)}`],
    ],
    ["a region with another number", { chain, region: "lon3" }, [newer("region", "lon3", '; did you mean "lon1"')]],
    ["an unfamiliar region", { chain, region: "moon-base-7" }, [newer("region", "moon-base-7")]],
    [
      "a typo in a provider",
      { chain, provider: "chainstack-global" },
      [
        `failure provider: there is no provider "chainstack-global"; did you mean "chainstack_global"? ethereum-mainnet ${offers.slice(3)}`,
      ],
    ],
    ["an unfamiliar provider", { chain, provider: "moonhost" }, [newer("provider", "moonhost")]],
    ["a provider whose offer is unknown", { chain, region: "eu3", provider: "vzo" }, []],
    ["a four-letter chain that resembles another", { chain: "kava-mainnet" }, [newer("chain", "kava-mainnet")]],
    [
      "a real chain that resembles another",
      { chain: "xrp-mainnet" },
      [newer("chain", "xrp-mainnet", '; the catalogue calls this chain "xrpl-mainnet"')],
    ],
    ["a new network of a known protocol", { chain: "ethereum-newnet" }, [newer("chain", "ethereum-newnet")]],
    [
      "a chain under another of its names",
      { chain: "polygon-mainnet" },
      [newer("chain", "polygon-mainnet", '; the catalogue calls this chain "polygon-pos-mainnet"')],
    ],
    ["a chain with the same genesis", { chain: "bitcoin-cash-mainnet" }, [newer("chain", "bitcoin-cash-mainnet")]],
    ["any region of a chain whose regions are not all known", { chain: "tempo-mainnet", region: "eu-central-1" }, []],
    ["a known region of such a chain", { chain: "tempo-mainnet", region: "nyc1" }, []],
    [
      "typos in region and provider of such a chain",
      { chain: "tempo-mainnet", region: "Nyc1", provider: "chainstack_globl" },
      [
        'failure region: there is no region "Nyc1"; did you mean "nyc1"?',
        'failure provider: there is no provider "chainstack_globl"; did you mean "chainstack_global"?',
      ],
    ],
    ["a chain without a known region", { chain: "placeless-mainnet", region: "lon1" }, []],
    ...sentinels.flatMap((unknown): [string, GivenNames, readonly string[]][] => [
      [`a region beside an unknown provider (${unknown})`, { chain, region: "nyc1", provider: unknown }, []],
      [`a typo beside an unknown provider (${unknown})`, { chain, region: "lno1", provider: unknown }, []],
      [
        `a chain without region and an unknown provider (${unknown})`,
        { chain: "blast-mainnet", provider: unknown },
        [],
      ],
      [
        `an unknown region (${unknown})`,
        { chain: "solana-mainnet", region: unknown, provider: "chainstack_managed" },
        [],
      ],
    ]),
  ];
  for (const [name, names, findings] of rows) {
    it(`${name}: ${findings.length === 0 ? "no finding" : "reported"}`, () => {
      expect(findingsOf(names)).to.deep.equal(findings);
    });
  }

  for (const [chainName, slug] of [
    ["bnb-mainnet", "bsc-mainnet"],
    ["ethereum-sepolia", "ethereum-sepolia-testnet"],
    ["base-sepolia", "base-sepolia-testnet"],
    ["arbitrum-one", "arbitrum-mainnet"],
  ] as const) {
    it(`${chainName}: reported as ${slug}`, () => {
      const [finding] = checkPlacement({ chain: chainName });
      expect(finding).to.include({ severity: "warning" });
      expect(finding?.reason).to.include(`; the catalogue calls this chain "${slug}"; `);
    });
  }
});
