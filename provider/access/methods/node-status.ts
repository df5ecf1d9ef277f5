import { isObject } from "../../base/is-object.js";
import { renamed } from "../../base/renamed.js";
import { z } from "../../vendor/zod.js";
import { chosen, count, flag, moment, optional, text } from "../codec/decode.js";
import { plainRead } from "./method.js";

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

/** What health checks of NEAR and Cosmos need. */
export const nodeStatusMethods = {
  /** NEAR and Cosmos: identity, sync flag and head in one response. */
  status: plainRead(chosen((value) => (isObject(value) && "node_info" in value ? cosmosStatus : nearStatus))),
  /** NEAR: connections. */
  network_info: plainRead(renamed<PeerCount>({ peers: ["num_active_peers", count] })),
  /** Cosmos: connections. */
  net_info: plainRead(renamed<PeerCount>({ peers: ["n_peers", count] })),
};
