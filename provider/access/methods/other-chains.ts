import { z } from "zod";
import { chosen, count, decoded, flag, type Hex, isObject, moment, quantity, text } from "../decode.js";
import { type RpcMethod, rpcMethod } from "../method.js";

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

/** State of a server of the XRP Ledger. */
export interface ServerState {
  /** `full` and `proposing` are in sync; `connected` and `syncing` are not. */
  readonly serverState: string;
  /** Ranges of ledgers that it has, for example `32570-94000000`. */
  readonly completeLedgers: string;
  /** 0 for the main network, 1 for the test network; absent on old servers. */
  readonly networkId?: number | undefined;
}

const serverState: z.ZodType<ServerState> = z
  .object({
    state: z.object({ server_state: text, complete_ledgers: text, network_id: count.optional() }),
  })
  .transform(({ state }) => ({
    serverState: state.server_state,
    completeLedgers: state.complete_ledgers,
    networkId: state.network_id,
  }));

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

function read<Result>(result: z.ZodType<Result>): RpcMethod<[], Result> {
  return rpcMethod<[], Result>({ parameters: [], params: z.tuple([]), result, isRepeatable: true });
}

const hexId = decoded("an id (0x and hex digits)", (value) =>
  typeof value === "string" && /^0x[0-9a-f]+$/i.test(value) ? (value as Hex) : undefined,
);

/** What health needs to ask chains of other families; taken from their documents and not tried on their nodes. */
export const otherMethods = {
  /** NEAR and Cosmos: identity, sync flag and head in one. */
  status: read(chosen((value) => (isObject(value) && "node_info" in value ? cosmosStatus : nearStatus))),
  /** Starknet: id of the chain, ASCII as hex. */
  starknet_chainId: read(hexId),
  /** Starknet: number of the newest block. */
  starknet_blockNumber: read(count),
  /** Polkadot: name of the chain. */
  system_chain: read(text),
  /** Polkadot: peers and sync flag. */
  system_health: read<SystemHealth>(z.looseObject({ peers: count, isSyncing: flag, shouldHavePeers: flag })),
  /** Polkadot: header of the newest block. */
  chain_getHeader: read<{ readonly number: bigint }>(z.looseObject({ number: quantity })),
  /** Sui: first four bytes of the genesis checkpoint's digest as hex, without `0x`. */
  sui_getChainIdentifier: read(text),
  /** Sui: number of the newest checkpoint. */
  sui_getLatestCheckpointSequenceNumber: read(quantity),
  /** XRP Ledger: state of the server. */
  server_state: read(serverState),
  /** Stellar: the newest ledger. */
  getLatestLedger: read<{ readonly sequence: number }>(z.looseObject({ sequence: count })),
  /** Stellar: passphrase of the network, which is its identity. */
  getNetwork: read<{ readonly passphrase: string }>(z.looseObject({ passphrase: text })),
  /** TON, on `/api/v2/jsonRPC`: the last masterchain block. */
  getMasterchainInfo: read(masterchainInfo),
};
