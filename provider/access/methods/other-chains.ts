import { renamed } from "../../base/renamed.js";
import { z } from "../../vendor/zod.js";
import { bytes, chosen, count, decoded, flag, listOf, optional, quantity, text, wholeNumber } from "../codec/decode.js";
import { bytesInput, countInput, nameInput } from "../codec/encode.js";
import type { Hex } from "../codec/values.js";
import { plainRead, rpcMethod } from "./method.js";

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
  /** TON, at `/api/v2/jsonRPC`: the latest masterchain block. */
  getMasterchainInfo: plainRead(masterchainInfo),
};
