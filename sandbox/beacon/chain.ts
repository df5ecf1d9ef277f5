/** Identity and timing of a beacon chain, those of the public network. */
export interface BeaconChain {
  /** Name of the configuration in `config/spec`. */
  readonly configName: string;
  readonly preset: "gnosis" | "mainnet";
  /** Chain id of the execution layer, `DEPOSIT_CHAIN_ID`. */
  readonly chainId: number;
  readonly secondsPerSlot: number;
  readonly slotsPerEpoch: number;
  /** Seconds since 1970. */
  readonly genesisTime: number;
  readonly genesisForkVersion: string;
  readonly genesisValidatorsRoot: string;
}

const ethereum = { preset: "mainnet", secondsPerSlot: 12, slotsPerEpoch: 32 } as const;

const beaconChains: Readonly<Record<string, BeaconChain>> = {
  "ethereum-mainnet": {
    ...ethereum,
    configName: "mainnet",
    chainId: 1,
    genesisTime: 1_606_824_023,
    genesisForkVersion: "0x00000000",
    genesisValidatorsRoot: "0x4b363db94e286120d76eb905340fdd4e54bfe9f06bf33ff6cf5ad27f511bfe95",
  },
  "ethereum-sepolia-testnet": {
    ...ethereum,
    configName: "sepolia",
    chainId: 11_155_111,
    genesisTime: 1_655_733_600,
    genesisForkVersion: "0x90000069",
    genesisValidatorsRoot: "0xd8ea171f3c94aea21ebc42a1ed61052acf3f9209c00e4efbaaddac09ed9b8078",
  },
  "gnosis-mainnet": {
    preset: "gnosis",
    secondsPerSlot: 5,
    slotsPerEpoch: 16,
    configName: "gnosis",
    chainId: 100,
    genesisTime: 1_638_993_340,
    genesisForkVersion: "0x00000064",
    genesisValidatorsRoot: "0xf5dcb5564e829aab27264b9becd5dfaa017085611224cb3036f573368dbb9d47",
  },
};

/** The beacon chain of an execution chain, if any. */
export function beaconChainOf(slug: string): BeaconChain | undefined {
  return Object.hasOwn(beaconChains, slug) ? beaconChains[slug] : undefined;
}
