import { hexQuantity } from "../../base/encoding";
import { type RecordedFamily, recordedAges } from "../family";
import { jsonRpcAt, parameter, type RecordedMethods, RecordedRpcError, type RpcParams } from "../json-rpc";
import type { RecordedView } from "../view";

const genesis: Readonly<Record<string, string>> = {
  Polkadot: "0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3",
  Westend: "0xe143f23803ac50e8f6f8e62695d1ce9e4e1d68aa36c1cd2cfd15340213f3423e",
};
/** Blocks between the head and the last finalized one. */
const unfinalized = 3;
/** Storage key of the time of the block. */
const timestampKey = "0xf0c365c3cf59d671eb72da0e7a4113c49f1f0515f462cdcf84e0f1d6045dfcbb";

const methods: RecordedMethods = {
  system_chain: (_params, { identity }) => identity,
  system_name: () => "Parity Polkadot",
  system_version: () => "1.20.2-a5a7bb3ab7b",
  system_health: (_params, { isSyncing }) => ({ peers: 40, isSyncing, shouldHavePeers: true }),
  system_syncState: (_params, { head, networkHead, isSyncing }) => {
    return { startingBlock: head, currentBlock: head, highestBlock: isSyncing ? networkHead : head };
  },
  chain_getHeader: (params, view) => headerOf(parameter(params, 0, "hash"), view),
  chain_getBlock: (params, view) => {
    const header = headerOf(parameter(params, 0, "hash"), view);
    return header && { block: { header, extrinsics: [] }, justifications: null };
  },
  chain_getBlockHash: blockHash,
  chain_getFinalizedHead: (_params, view) => hash(view, view.head - unfinalized),
  chain_getFinalisedHead: (_params, view) => hash(view, view.head - unfinalized),
  state_getRuntimeVersion: () => {
    return { specName: "polkadot", implName: "parity-polkadot", specVersion: 1_007_001, transactionVersion: 26 };
  },
  state_getStorage: (params, view) => (parameter(params, 0, "key") === timestampKey ? now(view) : null),
  rpc_methods: () => ({ methods: Object.keys(methods) }),
};

/** Polkadot, as Substrate responds: JSON-RPC over HTTP and WebSocket. */
export const polkadot: RecordedFamily = {
  family: "polkadot",
  software: "polkadot",
  version: "1.20.2",
  apiNamespaces: [],
  hasWebSocket: true,
  ageSeconds: recordedAges,
  chain: {
    slug: "polkadot-mainnet",
    blockMs: 6_000,
    anchor: [24_000_000, Date.UTC(2025, 0, 1)],
    identity: "Polkadot",
    wrongIdentity: "Westend",
  },
  interfaces: [jsonRpcAt([""], methods)],
  subscriptions: {
    chain_subscribeNewHeads: {
      event: "chain_newHead",
      unsubscribe: "chain_unsubscribeNewHeads",
      id: (serial) => `Sandbox${String(serial).padStart(9, "0")}`,
      result: (view, height) => headerAt(height, view),
    },
  },
};

function headerOf(wanted: unknown, view: RecordedView): unknown {
  if (wanted === undefined || wanted === null) {
    return headerAt(view.head, view);
  }
  for (let height = view.head; height > view.head - 256; height -= 1) {
    if (hash(view, height) === wanted) {
      return headerAt(height, view);
    }
  }
  return null;
}

function headerAt(height: number, view: RecordedView): Record<string, unknown> {
  return {
    parentHash: hash(view, height - 1),
    number: hexQuantity(height),
    stateRoot: `0x${view.hex(`state ${height}`)}`,
    extrinsicsRoot: `0x${view.hex(`extrinsics ${height}`)}`,
    digest: { logs: [`0x0642414245b501${view.hex(`digest ${height}`)}`] },
  };
}

function blockHash(params: RpcParams, view: RecordedView): unknown {
  const height = Number(parameter(params, 0, "hash") ?? view.head);
  if (!Number.isSafeInteger(height) || height < 0) {
    throw new RecordedRpcError(-32602, "Invalid params");
  }
  return height > view.head ? null : hash(view, height);
}

function hash(view: RecordedView, height: number): string {
  return height === 0 ? (genesis[view.identity] ?? "") : `0x${view.hex(height)}`;
}

/** Time of the head in milliseconds, 64 bits in little endian. */
function now(view: RecordedView): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(view.timeOf(view.head)));
  return `0x${bytes.toString("hex")}`;
}
