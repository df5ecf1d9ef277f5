import { expect } from "chai";
import { chainFacts, chainKey, familyOf, normalIdentity } from "../../provider/health/chains/chains.js";

describe("chainFacts", () => {
  for (const [slug, identity] of [
    ["ethereum-mainnet", "1"],
    ["ethereum-sepolia-testnet", "11155111"],
    ["ethereum-hoodi-testnet", "560048"],
    ["polygon-pos-mainnet", "137"],
    ["polygon-pos-amoy-testnet", "80002"],
    ["bsc-mainnet", "56"],
    ["bsc-testnet", "97"],
    ["base-mainnet", "8453"],
    ["base-sepolia-testnet", "84532"],
    ["arbitrum-nova-mainnet", "42170"],
    ["avalanche-fuji-testnet", "43113"],
    ["gnosis-chiado-testnet", "10200"],
    ["Ethereum-Mainnet", "1"],
    ["bitcoin-mainnet", "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f"],
    ["bitcoin-cash-mainnet", "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f"],
    ["bitcoin-regtest", "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206"],
    ["litecoin-mainnet", "12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2"],
  ] as const) {
    it(`${slug}: known identity`, () => {
      expect(chainFacts(slug).identities).to.deep.equal([identity]);
    });
  }

  it("network outside the table: no identity", () => {
    for (const slug of [
      "ethereum-devnet-9-testnet",
      "ethereum-classic-mainnet",
      "ethereum",
      "newcomer-mainnet",
      "ethereum-constructor",
      "",
    ]) {
      expect(chainFacts(slug).identities, slug).to.deep.equal([]);
    }
  });

  it("chains that produce blocks on demand: marked", () => {
    const slugs = [
      "arbitrum-mainnet",
      "arbitrum-sepolia-testnet",
      "avalanche-mainnet",
      "bitcoin-regtest",
      "ethereum-mainnet",
      "bitcoin-mainnet",
    ];
    expect(slugs.filter((slug) => chainFacts(slug).isOnDemand)).to.deep.equal(slugs.slice(0, 4));
  });

  it("beacon chains: slots and root", () => {
    expect(chainFacts("ethereum-mainnet").beaconSlots).to.deep.equal({ slotMs: 12_000, slotsPerEpoch: 32 });
    expect(chainFacts("gnosis-chiado-testnet").beaconSlots).to.deep.equal({ slotMs: 5_000, slotsPerEpoch: 16 });
    expect(chainFacts("ethereum-hoodi-testnet").beaconRoot).to.match(/^0x212f13fc/);
    expect(chainFacts("base-mainnet").beaconSlots).to.equal(undefined);
  });

  it("unknown chain: a block time of 12 s", () => {
    expect(chainFacts("newcomer-mainnet")).to.include({ family: "evm", blockTimeMs: 12_000, isBlockTimeKnown: false });
  });
});

describe("familyOf", () => {
  it("families: distinguished; an unknown chain counts as EVM", () => {
    const families = [
      "bitcoin-mainnet",
      "dogecoin-mainnet",
      "zcash-mainnet",
      "solana-devnet",
      "tron-mainnet",
      "near",
      "newcomer-mainnet",
      "optimism-mainnet",
      "cardano-mainnet",
    ];
    expect(families.map(familyOf)).to.deep.equal([
      "utxo",
      "utxo",
      "utxo",
      "solana",
      "tron",
      "near",
      "evm",
      "evm",
      "other",
    ]);
  });
});

describe("chainKey", () => {
  for (const [protocol, network, slug] of [
    ["ethereum", "mainnet", "ethereum-mainnet"],
    ["ethereum", "ethereum-mainnet", "ethereum-mainnet"],
    ["ethereum", "sepolia-testnet", "ethereum-sepolia-testnet"],
    ["polygon-pos", "polygon-pos-amoy-testnet", "polygon-pos-amoy-testnet"],
    ["bitcoin", "bitcoin-cash-mainnet", "bitcoin-cash-mainnet"],
    ["polygon-pos", "polygon-mainnet", "polygon-mainnet"],
    ["newcomer", "mainnet", "newcomer-mainnet"],
    ["", "ethereum-mainnet", "ethereum-mainnet"],
    ["Bitcoin", "Regtest", "bitcoin-regtest"],
    ["solana", "", "solana"],
  ] as const) {
    it(`"${protocol}" and "${network}": "${slug}"`, () => {
      expect(chainKey(protocol, network)).to.equal(slug);
    });
  }
});

describe("normalIdentity", () => {
  it("chain id as hex, hash in upper case: as nodes are compared; others unchanged", () => {
    expect(normalIdentity("evm", " 0xA4B1 ")).to.equal("42161");
    expect(normalIdentity("evm", "1")).to.equal("1");
    expect(normalIdentity("utxo", "00AB")).to.equal("00ab");
    expect(normalIdentity("solana", "EtWT")).to.equal("EtWT");
  });
});
