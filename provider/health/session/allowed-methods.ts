import { beaconReads } from "../../access/rest/beacon-methods.js";
import { chainReads } from "../../access/rest/chain-reads.js";
import type { AnyRead } from "../../access/rest/client.js";

/** The methods that a probe may call: read-only, cheap, bounded. Any other is rejected before it is sent. */
export const allowedMethods: ReadonlySet<string> = new Set([
  // EVM
  "eth_chainId",
  "eth_getBlockByNumber",
  "eth_syncing",
  "web3_clientVersion",
  "net_peerCount",
  "eth_getBalance",
  "eth_getLogs",
  "eth_newBlockFilter",
  "eth_getFilterChanges",
  "eth_uninstallFilter",
  "debug_traceBlockByNumber",
  "trace_block",
  "ots_getApiLevel",
  "txpool_status",
  // Bitcoin and its relatives
  "getblockchaininfo",
  "getblockhash",
  "getblockheader",
  "getnetworkinfo",
  "getmempoolinfo",
  // Solana
  "getGenesisHash",
  "getHealth",
  "getSlot",
  "getMaxShredInsertSlot",
  "getBlockTime",
  "getFirstAvailableBlock",
  "getVersion",
  // NEAR, Cosmos
  "status",
  "network_info",
  "net_info",
  // Starknet
  "starknet_chainId",
  "starknet_syncing",
  "starknet_getBlockWithTxHashes",
  // Polkadot
  "system_chain",
  "system_health",
  "system_version",
  "chain_getHeader",
  "state_getStorage",
  // Sui
  "sui_getChainIdentifier",
  "sui_getLatestCheckpointSequenceNumber",
  "sui_getCheckpoint",
  // Filecoin
  "Filecoin.SyncState",
  "Filecoin.ChainHead",
  // XRP Ledger, Stellar, TON
  "server_state",
  "getLatestLedger",
  "getNetwork",
  "getMasterchainInfo",
  "getBlockHeader",
]);

/** The REST reads that a probe may make, with their names. Each only reads; none returns a list of unbounded length. */
export const allowedReads: ReadonlyMap<AnyRead, string> = new Map<AnyRead, string>(
  [...Object.entries(beaconReads), ...Object.entries(chainReads)].map(([name, row]) => [row as AnyRead, name]),
);
