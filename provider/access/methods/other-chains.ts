import { isObject } from "../../base/is-object.js";
import { renamed } from "../../base/renamed.js";
import { z } from "../../vendor/zod.js";
import {
  bytes,
  chosen,
  count,
  decoded,
  flag,
  listOf,
  moment,
  optional,
  quantity,
  readCount,
  text,
  wholeNumber,
} from "../codec/decode.js";
import { bytesInput, countInput, nameInput } from "../codec/encode.js";
import type { Hex } from "../codec/values.js";
import { plainRead, rpcMethod } from "./method.js";

/** Status of a NEAR or Cosmos node. */
export interface NodeStatus {
  /** Chain identity. */
  readonly chainId: string;
  /** Whether the node reports that it is catching up. */
  readonly isSyncing: boolean;
  /** Time of the latest block. */
  readonly latestBlockTime: Date;
  /** Latest block on the node, if reported. */
  readonly latestBlockHeight?: number | undefined;
  /** Oldest block on the node, if reported. */
  readonly earliestBlockHeight?: number | undefined;
  /** Version of the node, for Cosmos of its CometBFT, if reported. */
  readonly version?: string | undefined;
}

// NEAR writes null for an earliest block that it does not know.
const syncInfo = {
  latest_block_time: moment,
  latest_block_height: optional(count),
  earliest_block_height: optional(count),
};

const nearStatus: z.ZodType<NodeStatus> = z
  .object({ chain_id: text, version: z.unknown().optional(), sync_info: z.object({ ...syncInfo, syncing: flag }) })
  .transform(({ chain_id, version, sync_info }) => ({
    chainId: chain_id,
    isSyncing: sync_info.syncing,
    latestBlockTime: sync_info.latest_block_time,
    latestBlockHeight: sync_info.latest_block_height,
    earliestBlockHeight: sync_info.earliest_block_height,
    version: isObject(version) && typeof version.version === "string" ? version.version : undefined,
  }));

const cosmosStatus: z.ZodType<NodeStatus> = z
  .object({
    node_info: z.object({ network: text, version: z.unknown().optional() }),
    sync_info: z.object({ ...syncInfo, catching_up: flag }),
  })
  .transform(({ node_info, sync_info }) => ({
    chainId: node_info.network,
    isSyncing: sync_info.catching_up,
    latestBlockTime: sync_info.latest_block_time,
    latestBlockHeight: sync_info.latest_block_height,
    earliestBlockHeight: sync_info.earliest_block_height,
    version: typeof node_info.version === "string" ? node_info.version : undefined,
  }));

/** Connections of a NEAR or Cosmos node. */
export interface PeerCount {
  /** Connected peers. */
  readonly peers: number;
}

/** Health as reported by a Polkadot node. */
export interface SystemHealth {
  readonly peers: number;
  readonly isSyncing: boolean;
  /** False on a network of one node, where having no peers is normal. */
  readonly shouldHavePeers: boolean;
}

/** Sync progress of a Starknet node. */
export interface StarknetSync {
  readonly currentBlock: bigint;
  readonly highestBlock: bigint;
}

const starknetSync = renamed<StarknetSync>({
  currentBlock: ["current_block_num", quantity],
  highestBlock: ["highest_block_num", quantity],
});

/** Sync state of a Filecoin node. */
export interface FilecoinSync {
  /** One per chain that it follows. */
  readonly ActiveSyncs: readonly FilecoinActiveSync[];
}

/** Progress of a Filecoin node towards one head. */
export interface FilecoinActiveSync {
  /** 0 idle, 1 to 3 in progress, 4 complete, 5 failed, 6 fetching messages. */
  readonly Stage: number;
  /** Height reached. */
  readonly Height: number;
  /** The tipset it started from. */
  readonly Base?: { readonly Height: number } | undefined;
  /** The tipset it syncs to. */
  readonly Target?: { readonly Height: number } | undefined;
}

const tipset = optional(z.looseObject({ Height: count }));
const activeSync: z.ZodType<FilecoinActiveSync> = z.looseObject({
  Stage: count,
  Height: count,
  Base: tipset.optional(),
  Target: tipset.optional(),
});

/** The latest tipset of Filecoin. */
export interface FilecoinHead {
  readonly Height: number;
  /** Seconds since the epoch. */
  readonly Blocks: readonly { readonly Timestamp: number }[];
}

/** State of an XRP Ledger server. */
export interface ServerState {
  /** `full`, `validating` and `proposing` are in sync; `connected`, `syncing` and `tracking` are not yet. */
  readonly serverState: string;
  /** Ranges of available ledgers, for example `32570-94000000`. */
  readonly completeLedgers: string;
  /** 0 for mainnet, 1 for testnet; absent on old servers, and where the operator did not configure it. */
  readonly networkId?: number | undefined;
  /** Number of the last validated ledger; absent while there is none. */
  readonly validatedLedger?: number | undefined;
  /** Seconds since the last validated ledger closed; absent on most servers. */
  readonly validatedLedgerAgeSeconds?: number | undefined;
  /** When the last validated ledger closed; absent while there is none. */
  readonly validatedLedgerTime?: Date | undefined;
  /** Whether the server is too old for the rules of the network, and cannot follow it; absent if not. */
  readonly isAmendmentBlocked?: boolean | undefined;
}

// Times of the XRP Ledger are seconds since 2000.
const rippleEpochSeconds = 946_684_800;
const closeTime = decoded("seconds since 2000", (value) => {
  const seconds = readCount(value);
  return seconds === undefined || seconds > 1e11 ? undefined : new Date((seconds + rippleEpochSeconds) * 1000);
});

const serverState: z.ZodType<ServerState> = z
  .object({
    state: z.object({
      server_state: text,
      complete_ledgers: text,
      network_id: count.optional(),
      amendment_blocked: flag.optional(),
      validated_ledger: z
        .object({ seq: count.optional(), age: count.optional(), close_time: closeTime.optional() })
        .optional(),
    }),
  })
  .transform(({ state }) => ({
    serverState: state.server_state,
    completeLedgers: state.complete_ledgers,
    networkId: state.network_id,
    validatedLedger: state.validated_ledger?.seq,
    validatedLedgerAgeSeconds: state.validated_ledger?.age,
    validatedLedgerTime: state.validated_ledger?.close_time,
    isAmendmentBlocked: state.amendment_blocked,
  }));

/** A Starknet block. */
export interface StarknetBlock {
  /** Absent while the block is pending. */
  readonly block_number?: number | undefined;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

/** A Sui checkpoint. */
export interface SuiCheckpoint {
  readonly sequenceNumber: bigint;
  /** Milliseconds since the epoch. */
  readonly timestampMs: number;
}

/** Status of a Stellar RPC server. */
export interface LedgerHealth {
  readonly status: string;
  readonly latestLedger: number;
  /** Oldest retained ledger. */
  readonly oldestLedger: number;
}

/** The latest ledger of a Stellar RPC server. */
export interface LatestLedger {
  readonly sequence: number;
  /** When it closed; absent on old servers. */
  readonly closeTime?: Date | undefined;
}

/** Its schema. @internal */
export const ledgerHealth: z.ZodType<LedgerHealth> = z.looseObject({
  status: text,
  latestLedger: count,
  oldestLedger: count,
});

/** The latest masterchain block of TON. */
export interface MasterchainInfo {
  readonly workchain: number;
  /** Block number: increases while the node is in sync. */
  readonly seqno: number;
  /** Root hash of the zero state, Base64, which identifies the network; if reported. */
  readonly initRootHash?: string | undefined;
}

const masterchainInfo: z.ZodType<MasterchainInfo> = z
  .object({
    last: z.object({ workchain: wholeNumber, seqno: count }),
    init: optional(z.object({ root_hash: text })),
  })
  .transform(({ last, init }) => ({ ...last, initRootHash: init?.root_hash }));

/** Header of a TON block. */
export interface TonHeader {
  /** Seconds since the epoch. */
  readonly genUtime: number;
}

/** Its schema: the method takes its parameters by name, which a row cannot. @internal */
export const tonHeader = renamed<TonHeader>({ genUtime: ["gen_utime", count] });

const hexId = decoded("an id (0x and hex digits)", (value) =>
  typeof value === "string" && /^0x[0-9a-f]+$/i.test(value) ? (value as Hex) : undefined,
);

/**
 * Methods that health checks of other chain families need; taken from their documentation, not tested on their nodes.
 */
export const otherMethods = {
  /** NEAR and Cosmos: identity, sync flag and head in one response. */
  status: plainRead(chosen((value) => (isObject(value) && "node_info" in value ? cosmosStatus : nearStatus))),
  /** NEAR: connections. */
  network_info: plainRead(renamed<PeerCount>({ peers: ["num_active_peers", count] })),
  /** Cosmos: connections. */
  net_info: plainRead(renamed<PeerCount>({ peers: ["n_peers", count] })),
  /** Starknet: chain id, ASCII as hex. */
  starknet_chainId: plainRead(hexId),
  /** Starknet: number of the latest block. */
  starknet_blockNumber: plainRead(count),
  /** Starknet: false, or the sync progress. */
  starknet_syncing: plainRead<StarknetSync | false>(
    chosen<StarknetSync | false>((value) => (value === false ? z.literal(false) : starknetSync)),
  ),
  /** Starknet: a block without its transactions, for its `timestamp` in seconds since the epoch. */
  starknet_getBlockWithTxHashes: rpcMethod<[block: "latest" | { readonly block_number: number }], StarknetBlock>({
    parameters: ["block"],
    params: z.tuple([z.union([z.literal("latest"), z.strictObject({ block_number: countInput })])]),
    result: z.looseObject({ block_number: optional(count), timestamp: count }),
  }),
  /** Polkadot: name of the chain. */
  system_chain: plainRead(text),
  /** Polkadot: peers and sync flag. */
  system_health: plainRead<SystemHealth>(z.looseObject({ peers: count, isSyncing: flag, shouldHavePeers: flag })),
  /** Polkadot: version of the node. */
  system_version: plainRead(text),
  /** Polkadot: header of the latest block. */
  chain_getHeader: plainRead<{ readonly number: bigint }>(z.looseObject({ number: quantity })),
  /** Polkadot: value of a storage key in the state of the latest block, SCALE encoded; null where there is none. */
  state_getStorage: rpcMethod<[key: string], Hex | null>({
    parameters: ["key"],
    params: z.tuple([bytesInput]),
    result: bytes.nullable(),
  }),
  /** Sui: first four bytes of the genesis checkpoint's digest as hex, without `0x`. */
  sui_getChainIdentifier: plainRead(text),
  /** Sui: number of the latest checkpoint. */
  sui_getLatestCheckpointSequenceNumber: plainRead(quantity),
  /** Sui: a checkpoint, for its timestamp. */
  sui_getCheckpoint: rpcMethod<[id: string], SuiCheckpoint>({
    parameters: ["id"],
    params: z.tuple([nameInput]),
    result: z.looseObject({ sequenceNumber: quantity, timestampMs: count }),
  }),
  /** Filecoin: sync state. */
  "Filecoin.SyncState": plainRead<FilecoinSync>(z.looseObject({ ActiveSyncs: listOf(activeSync) })),
  /** Filecoin: the latest tipset. */
  "Filecoin.ChainHead": plainRead<FilecoinHead>(
    z.looseObject({ Height: count, Blocks: listOf(z.looseObject({ Timestamp: count })) }),
  ),
  /** XRP Ledger: server state. */
  server_state: plainRead(serverState),
  /** Stellar: the latest ledger. */
  getLatestLedger: plainRead<LatestLedger>(z.looseObject({ sequence: count, closeTime: optional(moment).optional() })),
  /** Stellar: network passphrase, which identifies the network. */
  getNetwork: plainRead<{ readonly passphrase: string }>(z.looseObject({ passphrase: text })),
  /** TON, at `/api/v2/jsonRPC`: the latest masterchain block. */
  getMasterchainInfo: plainRead(masterchainInfo),
};
