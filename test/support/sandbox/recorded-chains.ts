import { type Json, rpc } from "./management-scene";

/** What a node of a chain shows, read as a client of that chain reads it. */
interface Shown {
  readonly identity: unknown;
  readonly height: number;
  /** Time of the head in milliseconds; undefined where the chain's API has none. */
  readonly atMs?: number;
  /** Undefined where the chain's API has no such flag. */
  readonly isSyncing?: boolean;
}

/** A chain without a process behind its nodes. */
export interface RecordedSample {
  readonly chain: string;
  readonly blockchain: string;
  readonly identity: unknown;
  readonly wrongIdentity: unknown;
  readonly blockMs: number;
  /** Path of its JSON-RPC after the token; undefined for a chain without. */
  readonly rpcPath?: string;
  readonly hasWebSocket?: true;
  show(url: string): Promise<Shown>;
}

/** Result of a call. */
export async function result(url: string, method: string, params: unknown[] = []): Promise<Json> {
  const { body } = await rpc(url, method, params);
  return body.result as unknown as Json;
}

/** JSON of a GET. */
export async function get(url: string): Promise<Json> {
  return (await (await fetch(url)).json()) as Json;
}

const evm = async (url: string): Promise<Shown> => {
  const block = await result(url, "eth_getBlockByNumber", ["latest", false]);
  return {
    identity: Number(await result(url, "eth_chainId")),
    height: Number(block.number),
    atMs: Number(block.timestamp) * 1000,
    isSyncing: (await result(url, "eth_syncing")) !== (false as unknown),
  };
};

/** One chain of each family, with identities of the public networks. */
export const recordedSamples: readonly RecordedSample[] = [
  {
    ...{ chain: "solana-mainnet", blockchain: "BC-000-000-015", blockMs: 400, rpcPath: "", hasWebSocket: true },
    identity: "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d",
    wrongIdentity: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG",
    show: async (url) => {
      const slot = Number(await result(url, "getSlot", [{ commitment: "processed" }]));
      return {
        identity: await result(url, "getGenesisHash"),
        height: slot,
        atMs: Number(await result(url, "getBlockTime", [slot])) * 1000,
        isSyncing: (await rpc(url, "getHealth")).body.result !== ("ok" as unknown),
      };
    },
  },
  {
    ...{ chain: "near-mainnet", blockchain: "BC-000-000-071", blockMs: 1_000, rpcPath: "" },
    ...{ identity: "mainnet", wrongIdentity: "testnet" },
    show: async (url) => {
      const { chain_id: identity, sync_info: info } = await result(url, "status");
      return {
        identity,
        height: Number(info?.latest_block_height),
        atMs: Date.parse(info?.latest_block_time ?? ""),
        isSyncing: Boolean(info?.syncing),
      };
    },
  },
  {
    ...{ chain: "starknet-mainnet", blockchain: "BC-000-000-072", blockMs: 6_000, rpcPath: "/rpc/v0_9" },
    ...{ identity: "0x534e5f4d41494e", wrongIdentity: "0x534e5f5345504f4c4941" },
    show: async (url) => {
      const block = await result(url, "starknet_getBlockWithTxHashes", ["latest"]);
      return {
        identity: await result(url, "starknet_chainId"),
        height: Number(block.block_number),
        atMs: Number(block.timestamp) * 1000,
        isSyncing: (await result(url, "starknet_syncing")) !== (false as unknown),
      };
    },
  },
  {
    ...{ chain: "cosmos-mainnet", blockchain: "BC-000-000-073", blockMs: 6_000, rpcPath: "" },
    ...{ identity: "cosmoshub-4", wrongIdentity: "provider" },
    show: async (url) => {
      const { node_info: node, sync_info: info } = await result(url, "status");
      return {
        identity: node?.network,
        height: Number(info?.latest_block_height),
        atMs: Date.parse(info?.latest_block_time ?? ""),
        isSyncing: Boolean(info?.catching_up),
      };
    },
  },
  {
    ...{ chain: "polkadot-mainnet", blockchain: "BC-000-000-074", blockMs: 6_000, rpcPath: "", hasWebSocket: true },
    ...{ identity: "Polkadot", wrongIdentity: "Westend" },
    show: async (url) => ({
      identity: await result(url, "system_chain"),
      height: Number((await result(url, "chain_getHeader")).number),
      isSyncing: Boolean((await result(url, "system_health")).isSyncing),
    }),
  },
  {
    ...{ chain: "ton-mainnet", blockchain: "BC-000-000-075", blockMs: 1_000, rpcPath: "/api/v2/jsonRPC" },
    identity: "F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=",
    wrongIdentity: "gj+B8wb/AmlPk1z1AhVI484rhrUpgSr2oSFIh56VoSg=",
    show: async (url) => {
      const { init, last } = await result(url, "getMasterchainInfo");
      const { workchain, shard, seqno } = last ?? ({} as Json);
      const { body } = await rpc(url, "getBlockHeader", { workchain, shard, seqno } as unknown as unknown[]);
      return { identity: init?.root_hash, height: Number(seqno), atMs: Number(body.result?.gen_utime) * 1000 };
    },
  },
  {
    ...{ chain: "tron-mainnet", blockchain: "BC-000-000-076", blockMs: 3_000, rpcPath: "/jsonrpc" },
    ...{ identity: 728_126_428, wrongIdentity: 3_448_148_188 },
    show: evm,
  },
  {
    ...{ chain: "aptos-mainnet", blockchain: "BC-000-000-077", blockMs: 100, identity: 1, wrongIdentity: 2 },
    show: async (url) => {
      const ledger = await get(`${url}/v1`);
      return {
        identity: ledger.chain_id,
        height: Number(ledger.block_height),
        atMs: Number(ledger.ledger_timestamp) / 1000,
      };
    },
  },
  {
    ...{ chain: "sui-mainnet", blockchain: "BC-000-000-078", blockMs: 250, rpcPath: "" },
    ...{ identity: "35834a8a", wrongIdentity: "4c78adac" },
    show: async (url) => {
      const latest = await result(url, "sui_getLatestCheckpointSequenceNumber");
      const checkpoint = await result(url, "sui_getCheckpoint", [latest]);
      return {
        identity: await result(url, "sui_getChainIdentifier"),
        height: Number(checkpoint.sequenceNumber),
        atMs: Number(checkpoint.timestampMs),
      };
    },
  },
  {
    ...{ chain: "xrpl-mainnet", blockchain: "BC-000-000-079", blockMs: 4_000, rpcPath: "" },
    ...{ identity: 0, wrongIdentity: 1 },
    show: async (url) => {
      const { state } = await result(url, "server_state");
      const ledger = state?.validated_ledger;
      return {
        identity: state?.network_id,
        height: Number(ledger?.seq),
        atMs: (Number(ledger?.close_time) + 946_684_800) * 1000,
        isSyncing: state?.server_state !== ("full" as unknown),
      };
    },
  },
  {
    ...{ chain: "stellar-mainnet", blockchain: "BC-000-000-080", blockMs: 5_000, rpcPath: "" },
    identity: "Public Global Stellar Network ; September 2015",
    wrongIdentity: "Test SDF Network ; September 2015",
    show: async (url) => {
      const ledger = await result(url, "getLatestLedger");
      return {
        identity: (await result(url, "getNetwork")).passphrase,
        height: Number(ledger.sequence),
        atMs: Number(ledger.closeTime) * 1000,
        isSyncing: (await rpc(url, "getHealth")).body.result?.status !== ("healthy" as unknown),
      };
    },
  },
  {
    ...{ chain: "tezos-mainnet", blockchain: "BC-000-000-081", blockMs: 8_000 },
    ...{ identity: "NetXdQprcVkpaWU", wrongIdentity: "NetXnHfVqm9iesp" },
    show: async (url) => {
      const head = await get(`${url}/chains/main/blocks/head/header`);
      const { bootstrapped } = await get(`${url}/chains/main/is_bootstrapped`);
      return {
        identity: head.chain_id,
        height: Number(head.level),
        atMs: Date.parse(head.timestamp ?? ""),
        isSyncing: !bootstrapped,
      };
    },
  },
  {
    ...{ chain: "algorand-mainnet", blockchain: "BC-000-000-082", blockMs: 2_800 },
    ...{ identity: "mainnet-v1.0", wrongIdentity: "testnet-v1.0" },
    show: async (url) => {
      const status = await get(`${url}/v2/status`);
      const { block } = await get(`${url}/v2/blocks/${status["last-round"]}`);
      return {
        identity: (await get(`${url}/versions`)).genesis_id,
        height: Number(status["last-round"]),
        atMs: Number(block?.ts) * 1000,
        isSyncing: Number(status["catchup-time"]) > 0,
      };
    },
  },
  {
    ...{ chain: "filecoin-mainnet", blockchain: "BC-000-000-083", blockMs: 30_000, rpcPath: "" },
    ...{ identity: 314, wrongIdentity: 314_159 },
    show: async (url) => {
      const { Height: height, Blocks: blocks } = await result(url, "Filecoin.ChainHead");
      const { ActiveSyncs: syncs } = await result(url, "Filecoin.SyncState");
      const shown = await evm(url);
      return {
        ...{ identity: shown.identity, height: Number(height) },
        atMs: Number(blocks?.[0]?.Timestamp) * 1000,
        isSyncing: shown.isSyncing === true && Number(syncs?.[0]?.Stage) !== 4,
      };
    },
  },
];
