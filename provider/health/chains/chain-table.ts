/** The clock of a beacon chain. */
export interface BeaconSlots {
  readonly slotMs: number;
  readonly slotsPerEpoch: number;
}

/** One protocol of the table: facts that apply to all its networks, and the identity of each. */
export interface ProtocolRow {
  /** The platform's name first, then other names in use. */
  readonly names: readonly string[];
  readonly blockTimeMs: number;
  /** Blocks behind a reference: more than the first number is a warning, more than the second a failure. */
  readonly lagBlocks: readonly [warn: number, fail: number];
  /** Blocks are produced only on demand. */
  readonly isOnDemand?: true;
  /** Every call costs one request unit, also for old blocks and traces. */
  readonly isFlatPriced?: true;
  /** Blocks whose state a full node keeps. @default 128 */
  readonly stateBlocks?: number;
  /** Age of the finalized block that leads to a warning. @default none: finality depends on another chain */
  readonly finalityMs?: number;
  /** Root of the genesis validators of its beacon chain, by network name: identity where the spec is not offered. */
  readonly beaconRoots?: Readonly<Record<string, string>>;
  /** Slots of its beacon chain, for nodes that do not offer the spec. */
  readonly beaconSlots?: BeaconSlots;
  /** Its nodes also have the native methods of Filecoin. */
  readonly hasLotusApi?: true;
  /** Path segments at the end of the HTTPS endpoint that serve JSON-RPC, where that is not the endpoint itself. */
  readonly rpcPath?: readonly string[];
  /**
   * By network name without the suffix `-testnet` or `-mainnet`: decimal chain ids (EVM), genesis hashes (UTXO), or
   * what nodes of the family report as identity; several if the slug is ambiguous.
   */
  readonly networks: Readonly<Record<string, string | number | readonly string[]>>;
}

// Three epochs of Ethereum, and a little more for the wait until the next one.
const finalityMs = 20 * 60_000;

/** EVM chains. Block times and lag limits only bound measured values. */
export const evmProtocols: readonly ProtocolRow[] = [
  {
    ...row("ethereum", 12_000, [1, 6], { mainnet: 1, sepolia: 11_155_111, holesky: 17_000, hoodi: 560_048 }),
    finalityMs,
    beaconRoots: {
      mainnet: "0x4b363db94e286120d76eb905340fdd4e54bfe9f06bf33ff6cf5ad27f511bfe95",
      sepolia: "0xd8ea171f3c94aea21ebc42a1ed61052acf3f9209c00e4efbaaddac09ed9b8078",
      holesky: "0x9143aa7c615a7f7115e2b6aac319c03529df8242ae705fba9df39b79c59fa8b1",
      hoodi: "0x212f13fc4df078b6cb7db228f1c8307566dcecf900867401a92023d7ba99cb5f",
    },
    beaconSlots: { slotMs: 12_000, slotsPerEpoch: 32 },
  },
  row("polygon-pos polygon", 2_700, [10, 20], { mainnet: 137, amoy: 80_002 }),
  row("bsc bnb", 750, [50, 1000], { mainnet: 56, testnet: 97 }),
  { ...row("opbnb", 500, [200, 400], { mainnet: 204, testnet: 5_611 }), isFlatPriced: true },
  row("optimism", 2_000, [20, 40], { mainnet: 10, sepolia: 11_155_420 }),
  row("base", 2_000, [20, 40], { mainnet: 8_453, sepolia: 84_532 }),
  row("blast", 2_000, [20, 40], { mainnet: 81_457, sepolia: 168_587_773 }),
  row("mantle", 2_000, [20, 40], { mainnet: 5_000, sepolia: 5_003 }),
  row("zora", 2_000, [20, 40], { mainnet: 7_777_777 }),
  row("mode", 2_000, [20, 40], { mainnet: 34_443 }),
  row("lisk", 2_000, [20, 40], { mainnet: 1_135 }),
  row("soneium", 2_000, [10, 20], { mainnet: 1_868, minato: 1_946 }),
  row("unichain", 1_000, [10, 20], { mainnet: 130, sepolia: 1_301 }),
  row("worldchain world-chain world", 1_000, [10, 20], { mainnet: 480, sepolia: 4_801 }),
  row("ink", 1_000, [20, 40], { mainnet: 57_073 }),
  row("abstract", 1_000, [20, 40], { mainnet: 2_741 }),
  row("katana", 1_000, [20, 40], { mainnet: 747_474 }),
  row("plasma", 1_000, [20, 40], { mainnet: 9_745 }),
  onDemand(row("arbitrum", 260, [20, 40], { mainnet: 42_161, one: 42_161, sepolia: 421_614, nova: 42_170 })),
  onDemand(row("arbitrum-nova", 260, [20, 40], { mainnet: 42_170 })),
  onDemand(row("robinhood", 260, [20, 40], { mainnet: 4_663, testnet: 46_630 })),
  {
    ...onDemand(row("avalanche", 2_000, [5, 10], { mainnet: 43_114, fuji: 43_113, testnet: 43_113 })),
    stateBlocks: 32,
  },
  {
    ...row("gnosis", 6_000, [5, 10], { mainnet: 100, chiado: 10_200, testnet: 10_200 }),
    // About ten hours.
    stateBlocks: 7_200,
    finalityMs,
    beaconRoots: {
      mainnet: "0xf5dcb5564e829aab27264b9becd5dfaa017085611224cb3036f573368dbb9d47",
      chiado: "0x9d642dac73058fbf39c0ae41ab1e34e4d889043cb199851ded7095bc99eb4c1e",
    },
    beaconSlots: { slotMs: 5_000, slotsPerEpoch: 16 },
  },
  row("linea", 12_000, [1, 6], { mainnet: 59_144, sepolia: 59_141 }),
  row("scroll", 3_000, [5, 10], { mainnet: 534_352, sepolia: 534_351 }),
  // A day.
  { ...row("zksync zksync-era", 5_000, [50, 70], { mainnet: 324, sepolia: 300 }), stateBlocks: 86_400 },
  row("celo", 1_000, [5, 10], { mainnet: 42_220, sepolia: 11_142_220, alfajores: 44_787 }),
  row("fantom", 3_000, [5, 10], { mainnet: 250, testnet: 4_002 }),
  row("sonic", 300, [20, 40], { mainnet: 146 }),
  { ...row("cronos", 5_000, [5, 10], { mainnet: 25, testnet: 338 }), stateBlocks: 100 },
  row("moonbeam", 6_000, [10, 15], { mainnet: 1_284 }),
  row("moonriver", 6_000, [10, 15], { mainnet: 1_285 }),
  row("ronin", 3_000, [20, 40], { mainnet: 2_020 }),
  row("berachain", 6_000, [20, 40], { mainnet: 80_094 }),
  row("monad", 1_000, [5, 10], { mainnet: 143, testnet: 10_143 }),
  row("hyperliquid hyperevm", 200, [30, 100], { mainnet: 999, testnet: 998 }),
  row("sei", 200, [30, 100], { mainnet: 1_329, testnet: 1_328 }),
  row("megaeth", 1_000, [40, 80], { mainnet: 4_326, testnet: 6_343 }),
  row("kaia klaytn", 1_000, [20, 40], { mainnet: 8_217 }),
  row("aurora", 1_000, [40, 80], { mainnet: 1_313_161_554 }),
  { ...row("harmony", 2_000, [20, 40], { mainnet: 1_666_600_000 }), isFlatPriced: true },
  row("fuse", 5_000, [10, 20], { mainnet: 122 }),
  row("tempo", 1_000, [20, 40], { mainnet: 4_217 }),
  row("arc", 1_000, [10, 20], { mainnet: 5_042 }),
  row("stable", 700, [20, 40], { mainnet: 988 }),
  { ...row("filecoin", 60_000, [10, 20], { mainnet: 314, calibration: 314_159 }), hasLotusApi: true },
];

const bitcoinGenesis = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";
const testnet3Genesis = "000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943";
const testnet4Genesis = "00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043";

/**
 * Proof-of-work chains with Bitcoin's JSON-RPC 1.0. Block times are the protocol's means; gaps are exponentially
 * distributed.
 */
export const utxoProtocols: readonly ProtocolRow[] = [
  row("bitcoin", 600_000, [1, 3], {
    mainnet: bitcoinGenesis,
    testnet: [testnet3Genesis, testnet4Genesis],
    testnet3: testnet3Genesis,
    testnet4: testnet4Genesis,
    signet: "00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6",
    regtest: "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
  }),
  row("bitcoin-cash", 600_000, [1, 3], { mainnet: bitcoinGenesis }),
  row("litecoin", 150_000, [2, 5], {
    mainnet: "12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2",
    testnet: "4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0",
    regtest: "530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9",
  }),
  row("dogecoin", 60_000, [5, 10], {
    mainnet: "1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691",
    testnet: "bb0a78264637406b6360aad926284d544d7049f45189db5664f3c4d07350559e",
  }),
  row("zcash", 75_000, [1, 6], {
    mainnet: "00040fe8ec8471911baa1db1266ea15dd06b4a8a5c453883c000b031973dce08",
    testnet: "05a60a92d99d85997cce3b87616c089f6124d7342af37106edc76126334a2c38",
  }),
];

const flatPriced = { isFlatPriced: true } as const;

/**
 * Chains of other families. Their identities, by family: genesis hash (Solana), chain id (NEAR, Cosmos, Aptos, TRON),
 * chain id as hex (Starknet, Sui), name (Polkadot), root hash of the zero state (TON), network id (XRP Ledger), network
 * passphrase (Stellar), chain id as Base58 (Tezos), genesis id (Algorand).
 */
export const otherProtocols = {
  solana: [
    row("solana", 400, [100, 1_000], {
      mainnet: "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d",
      devnet: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG",
      testnet: "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY",
    }),
  ],
  near: [row("near", 1_000, [20, 40], { mainnet: "mainnet", testnet: "testnet" })],
  starknet: [row("starknet", 20_000, [1, 5], { mainnet: "0x534e5f4d41494e", sepolia: "0x534e5f5345504f4c4941" })],
  cosmos: [
    row("cosmos cosmos-hub", 6_000, [1, 6], { mainnet: "cosmoshub-4" }),
    row("osmosis", 2_000, [1, 6], { mainnet: "osmosis-1" }),
  ],
  polkadot: [
    row("polkadot", 6_000, [5, 10], { mainnet: "Polkadot" }),
    row("kusama", 6_000, [5, 10], { mainnet: "Kusama" }),
  ],
  ton: [
    {
      ...row("ton", 1_000, [20, 40], {
        mainnet: "F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=",
        testnet: "gj+B8wb/AmlPk1z1AhVI484rhrUpgSr2oSFIh56VoSg=",
      }),
      ...flatPriced,
      rpcPath: ["api", "v2", "jsonRPC"],
    },
  ],
  tron: [
    {
      ...row("tron", 3_000, [5, 10], { mainnet: 728_126_428, nile: 3_448_148_188, shasta: 2_494_104_990 }),
      ...flatPriced,
      rpcPath: ["jsonrpc"],
    },
  ],
  aptos: [row("aptos", 100, [20, 60], { mainnet: 1, testnet: 2 })],
  sui: [{ ...row("sui", 250, [20, 40], { mainnet: "35834a8a", testnet: "4c78adac" }), ...flatPriced }],
  xrpl: [{ ...row("xrp-ledger xrpl xrp ripple", 4_000, [5, 10], { mainnet: 0, testnet: 1 }), ...flatPriced }],
  stellar: [
    {
      ...row("stellar", 5_000, [10, 20], {
        mainnet: "Public Global Stellar Network ; September 2015",
        testnet: "Test SDF Network ; September 2015",
      }),
      ...flatPriced,
    },
  ],
  tezos: [row("tezos", 8_000, [1, 6], { mainnet: "NetXdQprcVkpaWU", ghostnet: "NetXnHfVqm9iesp" })],
  algorand: [row("algorand", 2_800, [1, 6], { mainnet: "mainnet-v1.0", testnet: "testnet-v1.0" })],
} as const satisfies Readonly<Record<string, readonly ProtocolRow[]>>;

/** Protocols without a probe. */
export const unprobedProtocols: readonly string[] = ["cardano"];

/** The first block of Bitcoin Cash after its fork from Bitcoin: both have the same genesis. */
export const bitcoinCashFork = {
  height: 478_559,
  hash: "000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec",
} as const;

function row(
  names: string,
  blockTimeMs: number,
  lagBlocks: readonly [number, number],
  networks: ProtocolRow["networks"],
): ProtocolRow {
  return { names: names.split(" "), blockTimeMs, lagBlocks, networks };
}

function onDemand(chain: ProtocolRow): ProtocolRow {
  return { ...chain, isOnDemand: true };
}
