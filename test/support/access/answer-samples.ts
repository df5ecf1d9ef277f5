import type { KnownMethod, ParamsOf } from "../../../provider/access/methods/method-table.js";
import type { beaconReads } from "../../../provider/access/rest/beacon-methods.js";
import type { chainReads } from "../../../provider/access/rest/chain-reads.js";
import {
  account,
  child,
  entry,
  frame,
  log,
  otsEntry,
  receipt,
  root,
  slotRoot,
  struct,
  tx,
  txid,
} from "./node-answers.js";

/** Parameters of a call, and responses to it as JSON. */
type Sample<Params> = readonly [params: Params, ...answers: readonly string[]];

const block = `{"number":"0x7","hash":"${tx}","parentHash":"${tx}","timestamp":"0x6b010807","transactions":["${tx}"]}`;
const pending = block.replace(`"hash":"${tx}"`, '"hash":null,"miner":null,"nonce":null');
const checkpoint = `{"epoch":"5","root":"${slotRoot}"}`;
const moment = '"2026-01-02T03:04:05.123456789Z"';
const one = [{ transactions: [{ to: root }] }];

/** Valid responses to every known method. */
export const rpcSamples: { readonly [M in KnownMethod]: readonly Sample<ParamsOf<M>>[] } = {
  eth_chainId: [[[], '"0x7a69"']],
  eth_blockNumber: [[[], '"0x7"', "7", "18446744073709551615"]],
  net_version: [[[], '"31337"']],
  web3_clientVersion: [[[], '"anvil/v1.7.1"']],
  net_peerCount: [[[], '"0x10"']],
  eth_syncing: [[[], "false", '{"currentBlock":"0x1","highestBlock":"0x2","stages":[]}']],
  eth_getBlockByNumber: [
    [["latest"], block, "null"],
    [["pending"], pending],
  ],
  eth_getBalance: [[[root], '"0x21e19e0c9bab2400000"']],
  eth_getTransactionReceipt: [[[tx], receipt, "null"]],
  eth_newFilter: [[[{}], '"0x684a58337857774e76724b3137753866"']],
  eth_newBlockFilter: [[[], '"0x1"']],
  eth_getFilterChanges: [[["0x1"], `[${log}]`, `["${tx}","${tx}"]`, "[]"]],
  eth_getFilterLogs: [[["0x1"], `[${log},${log}]`]],
  eth_uninstallFilter: [[["0x1"], "true"]],
  eth_getLogs: [[[{}], `[${log}]`]],
  debug_traceTransaction: [
    [[tx, { tracer: "callTracer" }], frame],
    [[tx, { tracer: "prestateTracer" }], `{${account}}`],
    [[tx, { tracer: "prestateTracer", tracerConfig: { diffMode: true } }], `{"pre":{${account}},"post":{}}`],
    [[tx], struct],
    [[tx, { tracer: "muxTracer" }], "{}"],
  ],
  debug_traceBlockByNumber: [
    [["latest", { tracer: "callTracer" }], `[{"txHash":"${tx}","result":${frame}},{"error":"Resource not found"}]`],
    [[7], `[{"result":${struct}}]`, `[${struct}]`],
    [[7, { tracer: "callTracer" }], `[${frame}]`],
  ],
  trace_block: [[[7], `[{"action":{"from":"${root}","gas":"0x1"},"subtraces":0,"traceAddress":[],"type":"call"}]`]],
  ots_traceTransaction: [[[tx], `[${otsEntry}]`, `{"txHash":"${tx}","calls":[${otsEntry}]}`, "null"]],
  debug_traceCallMany: [
    [[one, { blockNumber: 1 }], `[${struct}]`, `[[${struct}]]`],
    [
      [[...one, ...one], { blockNumber: 1 }, { tracer: "callTracer" }],
      `[${frame},${frame}]`,
      `[[${frame}],[${frame}]]`,
    ],
  ],
  getmempooldescendants: [
    [[txid], `["${child}"]`],
    [[txid, true], `{"${child}":{${entry}}}`, `[{${entry}}]`],
  ],
  getblockchaininfo: [[[], `{"chain":"regtest","blocks":101,"headers":101,"bestblockhash":"${txid}","pruned":false}`]],
  getblockhash: [[[0], `"${txid}"`]],
  getblockheader: [[[txid], `{"hash":"${txid}","height":7,"time":1795229703}`]],
  getnetworkinfo: [[[], '{"version":"v1.0.2","subversion":"/bcoin:1.0.2/","connections":0}']],
  getGenesisHash: [[[], '"5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"']],
  getHealth: [[[], '"ok"', '{"status":"healthy","latestLedger":7,"oldestLedger":1}']],
  getSlot: [[[{ commitment: "processed" }], "7"]],
  getMaxShredInsertSlot: [[[], "7"]],
  getBlockTime: [[[7], "1795229703", "null"]],
  getFirstAvailableBlock: [[[], "0"]],
  getVersion: [[[], '{"solana-core":"2.0.14","feature-set":2891131721}']],
  status: [
    [
      [],
      `{"chain_id":"mainnet","sync_info":{"latest_block_time":${moment},"syncing":false}}`,
      `{"chain_id":"testnet","version":{"version":"2.1.0","build":"x"},"sync_info":{"latest_block_time":${moment},"latest_block_height":7,"earliest_block_height":null,"syncing":true}}`,
      `{"node_info":{"network":"x"},"sync_info":{"latest_block_time":${moment},"earliest_block_height":"1","catching_up":true}}`,
      `{"node_info":{"network":"x","version":"0.38.17"},"sync_info":{"latest_block_time":${moment},"latest_block_height":"7","catching_up":false}}`,
    ],
  ],
  network_info: [[[], '{"num_active_peers":7,"peer_max_count":40,"active_peers":[]}']],
  net_info: [[[], '{"listening":true,"n_peers":"7","peers":[]}']],
  starknet_chainId: [[[], '"0x534e5f4d41494e"']],
  starknet_blockNumber: [[[], "7"]],
  system_chain: [[[], '"Polkadot"']],
  system_health: [[[], '{"peers":7,"isSyncing":false,"shouldHavePeers":true}']],
  system_version: [[[], '"1.16.2-4a1c93ee"']],
  state_getStorage: [[["0xf0c3"], '"0x28d2e8a79c010000"', "null"]],
  chain_getHeader: [[[], '{"number":"0x7","parentHash":"0x00"}']],
  starknet_syncing: [
    [[], "false"],
    [[], '{"current_block_num":7,"highest_block_num":9,"starting_block_num":1}'],
  ],
  starknet_getBlockWithTxHashes: [[["latest"], '{"block_number":7,"timestamp":1795229703,"transactions":[]}']],
  sui_getCheckpoint: [[["7"], '{"sequenceNumber":"7","timestampMs":"1795229703000"}']],
  "Filecoin.SyncState": [
    [
      [],
      '{"ActiveSyncs":[{"Stage":6,"Height":7},{"Stage":1,"Height":5,"Base":null,"Target":{"Height":9}}],"VMApplied":42}',
    ],
  ],
  "Filecoin.ChainHead": [[[], '{"Height":7,"Blocks":[{"Timestamp":1795229703}]}']],
  sui_getChainIdentifier: [[[], '"35834a8a"']],
  sui_getLatestCheckpointSequenceNumber: [[[], '"18446744073709551615"']],
  server_state: [
    [
      [],
      '{"state":{"server_state":"full","complete_ledgers":"1-7","network_id":0,"validated_ledger":{"age":3}}}',
      '{"state":{"server_state":"full","complete_ledgers":"empty","amendment_blocked":true,"validated_ledger":{"seq":7,"close_time":848544903}}}',
    ],
  ],
  getLatestLedger: [[[], '{"id":"ab","sequence":7}', '{"id":"ab","sequence":7,"closeTime":"1795229703"}']],
  getNetwork: [[[], '{"passphrase":"Public Global Stellar Network"}']],
  getMasterchainInfo: [
    [
      [],
      '{"last":{"workchain":-1,"seqno":7,"shard":"-9223372036854775808"}}',
      '{"last":{"workchain":"-1","seqno":"7"},"init":{"root_hash":"F6Op="}}',
    ],
  ],
};

/** Errors as nodes and gateways write them. */
export const errorSamples: readonly string[] = [
  '{"code":-32000,"message":"transaction not found"}',
  '{"code":-32005,"message":"Rate Limit Exceeded","data":{"try_again_in":"123.4ms","rps":{"limit":25}}}',
  '{"code":-32005,"message":"Node is behind","data":{"numSlotsBehind":18446744073709551615}}',
  '{"code":3,"message":"execution reverted","data":["0xdeadbeef",{"text":"why"}]}',
];

/** Valid responses to every read of the beacon API, and its errors. */
export const restSamples: { readonly [K in keyof typeof beaconReads | keyof typeof chainReads]: readonly string[] } = {
  getHealth: ["200", "206"],
  getAptosLedger: [
    '{"chain_id":1,"ledger_timestamp":"1795229703000001","block_height":"7","oldest_ledger_version":"0","node_role":"full_node"}',
  ],
  getTronBlock: ['{"blockID":"00ab","block_header":{"raw_data":{"number":7,"timestamp":1795229703000}}}'],
  getTezosBootstrap: ['{"bootstrapped":true,"sync_state":"synced"}'],
  getTezosHeader: ['{"chain_id":"NetXdQprcVkpaWU","level":7,"timestamp":"2026-11-20T20:15:03Z"}'],
  getAlgorandStatus: ['{"last-round":7,"catchup-time":0,"time-since-last-round":2800000000}'],
  getAlgorandVersions: [
    '{"genesis_id":"mainnet-v1.0","genesis_hash_b64":"wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8="}',
  ],
  getAlgorandBlock: ['{"block":{"rnd":7,"ts":1795229703,"gen":"mainnet-v1.0"}}'],
  produceAttestationData: [
    `{"slot":61,"index":0,"beacon_block_root":"${slotRoot}","source":${checkpoint},"target":${checkpoint}}`,
    `{"data":{"slot":"61","index":"0","beacon_block_root":"${slotRoot}","source":${checkpoint},"target":${checkpoint}}}`,
    `{"slot":61,"index":0,"beacon_block_root":"0xaa","source_epoch":6,"source_root":"0xbb","target_epoch":7,"target_root":"0xcc"}`,
    '{"statusCode":400,"error":"Bad Request","message":"Block not in forkChoice"}',
    '[{"keyword":"type","message":"should be integer"},{"keyword":"type","message":"should be >= 0"}]',
  ],
  getSyncingStatus: ['{"data":{"head_slot":"9","sync_distance":"0","is_syncing":false,"is_optimistic":false}}'],
  getPeerCount: ['{"data":{"disconnected":"0","connecting":"0","connected":"7","disconnecting":"0"}}'],
  getNodeVersion: ['{"data":{"version":"Lodestar/v1.5.1/2115aa7"}}'],
  getGenesis: [
    `{"data":{"genesis_time":"1795229211","genesis_validators_root":"${slotRoot}","genesis_fork_version":"0x00000001"}}`,
  ],
  getSpec: ['{"data":{"SECONDS_PER_SLOT":"12","DEPOSIT_CHAIN_ID":"1"}}'],
  getBlockHeader: [
    `{"data":{"root":"${slotRoot}","canonical":true,"header":{"message":{"slot":"9"},"signature":"0x00"}}}`,
  ],
  getStateFinalityCheckpoints: [
    `{"data":{"previous_justified":${checkpoint},"current_justified":${checkpoint},"finalized":${checkpoint}}}`,
  ],
};
