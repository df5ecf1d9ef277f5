/** Where a node runs; `cloud` is null for dedicated nodes, which only v1 can create. */
export interface Placement {
  readonly cloud: string | null;
  readonly provider: string;
  readonly region: string;
}

/**
 * A chain that the sandbox offers. `chainId` is null unless a real EVM node is behind it. `suffix` is a path after the
 * token at which its nodes respond too, null for most.
 */
export interface Chain {
  readonly slug: string;
  readonly protocol: string;
  readonly networkName: string;
  readonly chainId: number | null;
  readonly blockchain: string;
  readonly clouds: readonly string[];
  readonly suffix: string | null;
}

/** A deployment option. */
export interface DeploymentOption {
  readonly blockchain: string;
  readonly cloud: string;
  readonly region: string;
  readonly provider: string;
  readonly protocol: string;
  readonly network: string;
  readonly features: readonly string[];
}

const global = "CC-0016";
const partner = "CC-0017";
const london = "CC-0020";
const losAngeles = "CC-0021";
const singapore = "CC-0022";
const ashburn = "CC-0023";

/** The clouds of v2: two global, one of them through a partner, and four regional. */
const clouds: readonly (Placement & { readonly cloud: string })[] = [
  { cloud: global, provider: "chainstack_global", region: "global1" },
  { cloud: partner, provider: "chainstack_partner", region: "global2" },
  { cloud: london, provider: "chainstack_managed", region: "lon1" },
  { cloud: losAngeles, provider: "chainstack_managed", region: "lax1" },
  { cloud: singapore, provider: "chainstack_managed", region: "sgp1" },
  { cloud: ashburn, provider: "chainstack_managed", region: "ash1" },
];

/** Regions of the providers that only v1 offers. */
export const dedicatedRegions: Readonly<Record<string, readonly string[]>> = {
  aws: ["ap-southeast-1", "eu-central-1", "us-east-1", "us-west-2"],
  azure: ["uksouth"],
  gcloud: ["asia-southeast1"],
  vzo: ["eu1", "eu3"],
};

type ChainRow = readonly [
  slug: string,
  protocol: string,
  networkName: string,
  chainId: number | null,
  blockchain: string,
  clouds: readonly string[],
  suffix?: string,
];

const rows: readonly ChainRow[] = [
  ["ethereum-mainnet", "ethereum", "Mainnet", 1, "BC-000-000-008", [global, london, ashburn]],
  ["ethereum-sepolia-testnet", "ethereum", "Sepolia Testnet", 11_155_111, "BC-000-000-017", [global]],
  ["polygon-pos-mainnet", "polygon-pos", "Mainnet", 137, "BC-000-000-010", [global, london]],
  ["bsc-mainnet", "bsc", "BSC Mainnet", 56, "BC-000-000-006", [global, singapore]],
  ["base-mainnet", "base", "Base Mainnet", 8453, "BC-000-000-041", [global, losAngeles]],
  ["arbitrum-mainnet", "arbitrum", "Arbitrum One", 42_161, "BC-000-000-024", [global]],
  ["optimism-mainnet", "optimism", "Optimism Mainnet", 10, "BC-000-000-033", [global]],
  ["avalanche-mainnet", "avalanche", "Avalanche Mainnet", 43_114, "BC-000-000-012", [global]],
  ["hyperliquid-mainnet", "hyperliquid", "Mainnet", 999, "BC-000-000-061", [global], "/evm"],
  ["bitcoin-regtest", "bitcoin", "Bitcoin regtest", null, "BC-000-000-091", [global, london]],
  ["litecoin-regtest", "litecoin", "Litecoin regtest", null, "BC-000-000-093", [global]],
  // Recorded: no process is behind their nodes.
  ["solana-mainnet", "solana", "Solana Mainnet", null, "BC-000-000-015", [global, london]],
  ["near-mainnet", "near", "NEAR Mainnet", null, "BC-000-000-071", [global]],
  ["starknet-mainnet", "starknet", "Starknet Mainnet", null, "BC-000-000-072", [global]],
  ["cosmos-mainnet", "cosmos", "Cosmos Hub", null, "BC-000-000-073", [global]],
  ["polkadot-mainnet", "polkadot", "Polkadot Mainnet", null, "BC-000-000-074", [global, partner]],
  ["ton-mainnet", "ton", "TON Mainnet", null, "BC-000-000-075", [global]],
  ["tron-mainnet", "tron", "TRON Mainnet", null, "BC-000-000-076", [global]],
  ["aptos-mainnet", "aptos", "Aptos Mainnet", null, "BC-000-000-077", [global]],
  ["sui-mainnet", "sui", "Sui Mainnet", null, "BC-000-000-078", [global]],
  ["xrpl-mainnet", "xrpl", "XRP Ledger Mainnet", null, "BC-000-000-079", [global]],
  ["stellar-mainnet", "stellar", "Stellar Mainnet", null, "BC-000-000-080", [global]],
  ["tezos-mainnet", "tezos", "Tezos Mainnet", null, "BC-000-000-081", [global]],
  ["algorand-mainnet", "algorand", "Algorand Mainnet", null, "BC-000-000-082", [global]],
  ["filecoin-mainnet", "filecoin", "Filecoin Mainnet", null, "BC-000-000-083", [global]],
  // The only chain without a global option: it needs a region.
  ["gnosis-mainnet", "gnosis", "Gnosis Mainnet", 100, "BC-000-000-028", [london]],
];

/** Every chain of the sandbox. */
export const chains: readonly Chain[] = rows.map(
  ([slug, protocol, networkName, chainId, blockchain, offered, suffix = null]) => ({
    slug,
    protocol,
    networkName,
    chainId,
    blockchain,
    clouds: offered,
    suffix,
  }),
);

/** Every pair of chain and cloud that v2 accepts. */
export const deploymentOptions: readonly DeploymentOption[] = chains.flatMap((chain) =>
  clouds
    .filter(({ cloud }) => chain.clouds.includes(cloud))
    .map(({ cloud, region, provider }) => ({
      blockchain: chain.blockchain,
      cloud,
      region,
      provider,
      protocol: chain.protocol,
      network: chain.slug,
      features: ["full"],
    })),
);

/** The chain with a slug. */
export function chainOf(slug: string): Chain | undefined {
  return chains.find((chain) => chain.slug === slug);
}

/** The placement of a v1 body, or the invalid field. */
export function resolvePlacement(
  type: string,
  provider: string,
  region: string,
  chain: Chain | undefined,
): Placement | { readonly wrong: "provider" | "region"; readonly message: string } {
  const regions =
    dedicatedRegions[provider] ?? clouds.filter((cloud) => cloud.provider === provider).map((cloud) => cloud.region);
  if (regions.length === 0 || (type === "shared" && provider in dedicatedRegions)) {
    return { wrong: "provider", message: `Unknown provider "${provider}" for ${type} nodes.` };
  }
  if (!regions.includes(region)) {
    return { wrong: "region", message: `Unknown region "${region}" of provider "${provider}".` };
  }
  if (type === "dedicated") {
    return { cloud: null, provider, region };
  }
  const cloud = clouds.find((candidate) => candidate.provider === provider && candidate.region === region);
  if (cloud === undefined || (chain !== undefined && !chain.clouds.includes(cloud.cloud))) {
    return { wrong: "region", message: `${chain?.slug ?? "The network"} is not offered in "${region}".` };
  }
  return cloud;
}
