import { base32 } from "../../base/encoding";
import type { RecordedFamily } from "../family";
import { jsonRpcAt, type RecordedMethods, RecordedRpcError } from "../json-rpc";
import type { RecordedView } from "../view";
import { evmMethods } from "./evm-methods";

/** Stages of Lotus's sync state. */
const stages = { messages: 3, complete: 4 } as const;

const methods: RecordedMethods = {
  ...evmMethods("lotus/1.34.1+mainnet", 900),
  "Filecoin.ChainHead": (_params, view) => tipset(view, view.head),
  "Filecoin.SyncState": (_params, view) => ({ ActiveSyncs: [sync(view)], VMApplied: 812_733 }),
  "Filecoin.StateNetworkName": (_params, { identity }) => (identity === "314" ? "mainnet" : "calibrationnet"),
  "Filecoin.Version": () => ({ Version: "1.34.1+mainnet", APIVersion: 131_840, BlockDelay: 30 }),
};

/** Filecoin, as Lotus responds: its own JSON-RPC and that of Ethereum. */
export const filecoin: RecordedFamily = {
  family: "filecoin",
  software: "lotus",
  version: "1.34.1",
  apiNamespaces: [],
  hasWebSocket: false,
  ageSeconds: { stale: 3_600, behind: 1_800 },
  chain: {
    slug: "filecoin-mainnet",
    blockMs: 30_000,
    // Its genesis.
    anchor: [0, 1_598_306_400_000],
    identity: "314",
    wrongIdentity: "314159",
  },
  interfaces: [
    jsonRpcAt(["", "/rpc/v1"], methods, {
      unknown: (method) => new RecordedRpcError(-32601, `method '${method}' not found`),
    }),
  ],
};

function sync(view: RecordedView): Record<string, unknown> {
  const target = view.isSyncing ? view.networkHead : view.head;
  return {
    WorkerID: 1,
    Base: tipset(view, view.head),
    Target: tipset(view, target),
    Stage: view.isSyncing ? stages.messages : stages.complete,
    Height: view.head,
    Start: "2025-01-01T00:00:00Z",
    End: view.isSyncing ? "0001-01-01T00:00:00Z" : "2025-01-01T00:00:30Z",
    Message: "",
  };
}

function tipset(view: RecordedView, height: number): Record<string, unknown> {
  return {
    Cids: [cid(view, height)],
    Blocks: [
      {
        Miner: "f01234",
        Parents: [cid(view, height - 1)],
        ParentWeight: String(height * 25_000),
        Height: height,
        ParentStateRoot: cid(view, `state ${height}`),
        ParentMessageReceipts: cid(view, `receipts ${height}`),
        Messages: cid(view, `messages ${height}`),
        Timestamp: view.secondsOf(height),
        ForkSignaling: 0,
        ParentBaseFee: "100",
      },
    ],
    Height: height,
  };
}

/** A content id of version 1: DAG-CBOR, BLAKE2b-256. */
function cid(view: RecordedView, what: number | string): { readonly "/": string } {
  return { "/": `b${base32(Buffer.concat([Buffer.from("0171a0e40220", "hex"), view.hash(what)]))}` };
}
