import {
  type BeaconSlots,
  bitcoinCashFork,
  evmProtocols,
  otherProtocols,
  type ProtocolRow,
  unprobedProtocols,
  utxoProtocols,
} from "./chain-table.js";

/** The interface of a chain's nodes that probes use; `other` has no probe. */
export type ChainFamily = "evm" | "other" | "utxo" | keyof typeof otherProtocols;

/** A block that distinguishes two chains with the same genesis. */
export interface ForkPoint {
  readonly height: number;
  readonly hash: string;
  /** Whether the chain's block at this height has this hash; false: it must have another. */
  readonly isOurs: boolean;
}

/** Known facts about a chain. Block times and limits only bound what a probe measures. */
export interface ChainFacts {
  readonly family: ChainFamily;
  /** Accepted identities, decimal chain ids or genesis hashes; empty when none is known. */
  readonly identities: readonly string[];
  readonly fork?: ForkPoint;
  readonly blockTimeMs: number;
  /** False if the block time is the default for unknown chains. */
  readonly isBlockTimeKnown: boolean;
  /** Produces no blocks while idle: an old head is only a warning. */
  readonly isOnDemand: boolean;
  /** Times between blocks are exponentially distributed. */
  readonly isProofOfWork: boolean;
  /** Blocks behind a reference that lead to a warning and to a failure. */
  readonly lagBlocks: readonly [warn: number, fail: number];
  /** Whether calls for old state, and traces, cost two request units. */
  readonly hasUnitSplit: boolean;
  /** Blocks whose state a full node keeps. */
  readonly stateBlocks: number;
  /** Age of the finalized block that leads to a warning; absent where finality depends on another chain. */
  readonly finalityMs?: number;
  /** Root of the genesis validators of its beacon chain, where known. */
  readonly beaconRoot?: string;
  /** The clock of its beacon chain, where known. */
  readonly beaconSlots?: BeaconSlots;
  /** Whether its nodes also have the native methods of Filecoin. */
  readonly hasLotusApi: boolean;
  /** Path segments of JSON-RPC, which the HTTPS endpoint may already end with; empty: the endpoint itself. */
  readonly rpcPath: readonly string[];
}

interface Protocol {
  readonly name: string;
  readonly family: ChainFamily;
  readonly row?: ProtocolRow;
}

// Longest name first: "bitcoin-cash-mainnet" belongs to bitcoin-cash, not to bitcoin.
const protocols: readonly Protocol[] = [
  ...evmProtocols.flatMap((row) => row.names.map((name): Protocol => ({ name, family: "evm", row }))),
  ...utxoProtocols.flatMap((row) => row.names.map((name): Protocol => ({ name, family: "utxo", row }))),
  ...Object.entries(otherProtocols).flatMap(([family, rows]) =>
    rows.flatMap((row: ProtocolRow) =>
      row.names.map((name): Protocol => ({ name, family: family as keyof typeof otherProtocols, row })),
    ),
  ),
  ...unprobedProtocols.map((name): Protocol => ({ name, family: "other" })),
].sort((a, b) => b.name.length - a.name.length);

const unknownBlockTimeMs = 12_000;
const unknownLagBlocks = [1, 6] as const;
const usualStateBlocks = 128;

/**
 * The platform slug of a chain, from its protocol, if known, and its network, which is a slug or a short name.
 *
 * @example chainKey("ethereum", "mainnet") and chainKey("ethereum", "ethereum-mainnet") are "ethereum-mainnet"
 */
export function chainKey(protocol: string | undefined, network: string): string {
  const [owner, slug] = [normal(protocol ?? ""), normal(network)];
  if (
    owner === "" ||
    slug === owner ||
    slug.startsWith(`${owner}-`) ||
    (protocolOf(slug) !== undefined && slug.includes("-"))
  ) {
    return slug;
  }
  return slug === "" ? owner : `${owner}-${slug}`;
}

/** The interface of a chain's nodes. An unknown protocol counts as EVM, as most new chains are. */
export function familyOf(slug: string): ChainFamily {
  return protocolOf(normal(slug))?.family ?? "evm";
}

/** An identity in the form in which nodes of the family are compared: chain ids in decimal, hashes in lower case. */
export function normalIdentity(family: ChainFamily, identity: string): string {
  const text = identity.trim();
  if (family === "evm" || family === "tron") {
    return /^0x[0-9a-f]{1,64}$/i.test(text) ? BigInt(text).toString() : text;
  }
  return family === "utxo" ? text.toLowerCase() : text;
}

/** Whether this is exactly the name of a protocol that is neither EVM nor a relative of Bitcoin. */
export function isOtherProtocol(name: string): boolean {
  return protocols.some(
    (protocol) => protocol.name === name && protocol.family !== "evm" && protocol.family !== "utxo",
  );
}

/** Known facts about a chain by its platform slug, such as `ethereum-sepolia-testnet`. Never fails. */
export function chainFacts(slug: string): ChainFacts {
  const key = normal(slug);
  const protocol = protocolOf(key);
  const network = protocol === undefined ? "" : key.slice(protocol.name.length + 1);
  const row = protocol?.row;
  const isUtxo = protocol?.family === "utxo";
  const fork = forkOf(protocol, network);
  const [beaconRoot] = namedIn(row?.beaconRoots ?? {}, network);
  return {
    family: protocol?.family ?? "evm",
    identities: row === undefined ? [] : namedIn(row.networks, network),
    ...(fork === undefined ? {} : { fork }),
    blockTimeMs: row?.blockTimeMs ?? unknownBlockTimeMs,
    isBlockTimeKnown: row !== undefined,
    isOnDemand: row?.isOnDemand === true || network === "regtest",
    isProofOfWork: isUtxo,
    lagBlocks: row?.lagBlocks ?? unknownLagBlocks,
    hasUnitSplit: !isUtxo && row?.isFlatPriced !== true,
    stateBlocks: row?.stateBlocks ?? usualStateBlocks,
    ...(row?.finalityMs === undefined ? {} : { finalityMs: row.finalityMs }),
    ...(beaconRoot === undefined ? {} : { beaconRoot }),
    ...(row?.beaconSlots === undefined ? {} : { beaconSlots: row.beaconSlots }),
    hasLotusApi: row?.hasLotusApi === true,
    rpcPath: row?.rpcPath ?? [],
  };
}

/** The platform slug of an EVM chain from its decimal chain id; undefined for an unknown one. */
export function chainOfId(id: string): string | undefined {
  const slugs = evmProtocols.flatMap(({ names: [name], networks }) =>
    Object.entries(networks).map(([network, value]) => [`${name}-${network}`, String(value)] as const),
  );
  return slugs.find(([, value]) => value === id)?.[0];
}

function protocolOf(slug: string): Protocol | undefined {
  return protocols.find(({ name }) => slug === name || slug.startsWith(`${name}-`));
}

/** The values of a network by its name, with or without the suffix. */
function namedIn(networks: ProtocolRow["networks"], network: string): readonly string[] {
  const name = [network, network.replace(/-(?:test|main)net$/, "")].find((candidate) =>
    Object.hasOwn(networks, candidate),
  );
  const known = name === undefined ? undefined : networks[name];
  return known === undefined ? [] : typeof known === "object" ? known : [String(known)];
}

function forkOf(protocol: Protocol | undefined, network: string): ForkPoint | undefined {
  const isOurs = protocol?.name === "bitcoin-cash";
  return network === "mainnet" && (isOurs || protocol?.name === "bitcoin") ? { ...bitcoinCashFork, isOurs } : undefined;
}

function normal(name: string): string {
  return name.trim().toLowerCase();
}
