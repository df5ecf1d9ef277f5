import { z } from "zod";
import { renamed } from "../../base/renamed.js";
import { chosen, count, decoded, flag, type Hex, isObject, listOf, moment, quantity, text } from "../codec/decode.js";
import { countInput, nameInput } from "../codec/encode.js";
import { plainRead, rpcMethod } from "./method.js";

/** Where a node of NEAR or Cosmos stands. */
export interface NodeStatus {
  /** Identity of the chain. */
  readonly chainId: string;
  /** Whether the node says that it is catching up. */
  readonly isSyncing: boolean;
  /** Time of the newest block. */
  readonly latestBlockTime: Date;
  /** Oldest block that the node has, where it tells. */
  readonly earliestBlockHeight?: number | undefined;
}

const syncInfo = { latest_block_time: moment, earliest_block_height: count.optional() };

const nearStatus: z.ZodType<NodeStatus> = z
  .object({ chain_id: text, sync_info: z.object({ ...syncInfo, syncing: flag }) })
  .transform(({ chain_id, sync_info }) => ({
    chainId: chain_id,
    isSyncing: sync_info.syncing,
    latestBlockTime: sync_info.latest_block_time,
    earliestBlockHeight: sync_info.earliest_block_height,
  }));

const cosmosStatus: z.ZodType<NodeStatus> = z
  .object({ node_info: z.object({ network: text }), sync_info: z.object({ ...syncInfo, catching_up: flag }) })
  .transform(({ node_info, sync_info }) => ({
    chainId: node_info.network,
    isSyncing: sync_info.catching_up,
    latestBlockTime: sync_info.latest_block_time,
    earliestBlockHeight: sync_info.earliest_block_height,
  }));

/** Health as a node of Polkadot sees it. */
export interface SystemHealth {
  readonly peers: number;
  readonly isSyncing: boolean;
  /** False on a network of one node, where no peers are no fault. */
  readonly shouldHavePeers: boolean;
}

/** How far a Starknet node is with catching up. */
export interface StarknetSync {
  readonly currentBlock: bigint;
  readonly highestBlock: bigint;
}

const starknetSync = renamed<StarknetSync>({
  currentBlock: ["current_block_num", quantity],
  highestBlock: ["highest_block_num", quantity],
});

/** What a Filecoin node is working on. */
export interface FilecoinSync {
  /** One for each chain that it follows; stage 6 is done. */
  readonly ActiveSyncs: readonly { readonly Stage: number; readonly Height: number }[];
}

/** The newest tipset of Filecoin. */
export interface FilecoinHead {
  readonly Height: number;
  /** Seconds since the epoch. */
  readonly Blocks: readonly { readonly Timestamp: number }[];
}

/** State of a server of the XRP Ledger. */
export interface ServerState {
  /** `full` and `proposing` are in sync; `connected` and `syncing` are not. */
  readonly serverState: string;
  /** Ranges of ledgers that it has, for example `32570-94000000`. */
  readonly completeLedgers: string;
  /** 0 for the main network, 1 for the test network; absent on old servers. */
  readonly networkId?: number | undefined;
  /** Seconds since the last validated ledger was closed; absent while there is none. */
  readonly validatedLedgerAgeSeconds?: number | undefined;
}

const serverState: z.ZodType<ServerState> = z
  .object({
    state: z.object({
      server_state: text,
      complete_ledgers: text,
      network_id: count.optional(),
      validated_ledger: z.object({ age: count.optional() }).optional(),
    }),
  })
  .transform(({ state }) => ({
    serverState: state.server_state,
    completeLedgers: state.complete_ledgers,
    networkId: state.network_id,
    validatedLedgerAgeSeconds: state.validated_ledger?.age,
  }));

/** A block of Starknet. */
export interface StarknetBlock {
  /** Absent while the block is pending. */
  readonly block_number?: number | undefined;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

/** A checkpoint of Sui. */
export interface SuiCheckpoint {
  readonly sequenceNumber: bigint;
  /** Milliseconds since the epoch. */
  readonly timestampMs: number;
}

/** What a Stellar RPC server says of itself. */
export interface LedgerHealth {
  readonly status: string;
  readonly latestLedger: number;
  /** Oldest ledger that it keeps. */
  readonly oldestLedger: number;
}

/** Schema of it. */
export const ledgerHealth: z.ZodType<LedgerHealth> = z.looseObject({
  status: text,
  latestLedger: count,
  oldestLedger: count,
});

/** The last masterchain block of TON. */
export interface MasterchainInfo {
  readonly workchain: number;
  /** Number of the block: moves while the node is in sync. */
  readonly seqno: number;
}

const masterchainInfo: z.ZodType<MasterchainInfo> = z
  .object({ last: z.object({ workchain: z.int(), seqno: count }) })
  .transform(({ last }) => last);

const hexId = decoded("an id (0x and hex digits)", (value) =>
  typeof value === "string" && /^0x[0-9a-f]+$/i.test(value) ? (value as Hex) : undefined,
);

/** What health needs to ask chains of other families; taken from their documents and not tried on their nodes. */
export const otherMethods = {
  /** NEAR and Cosmos: identity, sync flag and head in one. */
  status: plainRead(chosen((value) => (isObject(value) && "node_info" in value ? cosmosStatus : nearStatus))),
  /** Starknet: id of the chain, ASCII as hex. */
  starknet_chainId: plainRead(hexId),
  /** Starknet: number of the newest block. */
  starknet_blockNumber: plainRead(count),
  /** Starknet: false, or how far the node is with catching up. */
  starknet_syncing: plainRead<StarknetSync | false>(
    chosen<StarknetSync | false>((value) => (value === false ? z.literal(false) : starknetSync)),
  ),
  /** Starknet: a block without its transactions, for its `timestamp` in seconds since the epoch. */
  starknet_getBlockWithTxHashes: rpcMethod<[block: "latest" | { readonly block_number: number }], StarknetBlock>({
    parameters: ["block"],
    params: z.tuple([z.union([z.literal("latest"), z.strictObject({ block_number: countInput })])]),
    result: z.looseObject({ block_number: count.optional(), timestamp: count }),
    isRepeatable: true,
  }),
  /** Polkadot: name of the chain. */
  system_chain: plainRead(text),
  /** Polkadot: peers and sync flag. */
  system_health: plainRead<SystemHealth>(z.looseObject({ peers: count, isSyncing: flag, shouldHavePeers: flag })),
  /** Polkadot: header of the newest block. */
  chain_getHeader: plainRead<{ readonly number: bigint }>(z.looseObject({ number: quantity })),
  /** Sui: first four bytes of the genesis checkpoint's digest as hex, without `0x`. */
  sui_getChainIdentifier: plainRead(text),
  /** Sui: number of the newest checkpoint. */
  sui_getLatestCheckpointSequenceNumber: plainRead(quantity),
  /** Sui: a checkpoint, for its time. */
  sui_getCheckpoint: rpcMethod<[id: string], SuiCheckpoint>({
    parameters: ["id"],
    params: z.tuple([nameInput]),
    result: z.looseObject({ sequenceNumber: quantity, timestampMs: count }),
    isRepeatable: true,
  }),
  /** Filecoin: what the node is working on. */
  "Filecoin.SyncState": plainRead<FilecoinSync>(
    z.looseObject({ ActiveSyncs: listOf(z.looseObject({ Stage: count, Height: count })) }),
  ),
  /** Filecoin: the newest tipset. */
  "Filecoin.ChainHead": plainRead<FilecoinHead>(
    z.looseObject({ Height: count, Blocks: listOf(z.looseObject({ Timestamp: count })) }),
  ),
  /** XRP Ledger: state of the server. */
  server_state: plainRead(serverState),
  /** Stellar: the newest ledger. */
  getLatestLedger: plainRead<{ readonly sequence: number }>(z.looseObject({ sequence: count })),
  /** Stellar: passphrase of the network, which is its identity. */
  getNetwork: plainRead<{ readonly passphrase: string }>(z.looseObject({ passphrase: text })),
  /** TON, on `/api/v2/jsonRPC`: the last masterchain block. */
  getMasterchainInfo: plainRead(masterchainInfo),
};
