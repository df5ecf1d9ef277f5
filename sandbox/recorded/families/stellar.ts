import { isObject } from "../../base/json";
import { type RecordedFamily, recordedAges } from "../family";
import { jsonRpcAt, parameter, type RecordedMethods, RecordedRpcError, type RpcParams } from "../json-rpc";
import type { RecordedView } from "../view";

const protocolVersion = 23;
/** Ledgers of a week. */
const keptLedgers = 120_960;

const methods: RecordedMethods = {
  getHealth: health,
  getNetwork: (_params, { identity }) => ({ passphrase: identity, protocolVersion }),
  getLatestLedger: (_params, view) => ({
    id: view.hex(view.head),
    protocolVersion,
    sequence: view.head,
    closeTime: seconds(view, view.head),
    headerXdr: view.base64(`header ${view.head}`),
    metadataXdr: view.base64(`metadata ${view.head}`),
  }),
  getVersionInfo: (_params, view) => ({
    version: "23.0.4",
    commitHash: view.hex("commit").slice(0, 40),
    buildTimestamp: "2025-09-30T18:12:07",
    captiveCoreVersion: "stellar-core 23.0.1",
    protocolVersion,
  }),
  getLedgers: ledgers,
};

/** Stellar, as stellar-rpc responds: JSON-RPC. */
export const stellar: RecordedFamily = {
  family: "stellar",
  software: "stellar-rpc",
  version: "23.0.4",
  apiNamespaces: [],
  hasWebSocket: false,
  ageSeconds: recordedAges,
  chain: {
    slug: "stellar-mainnet",
    blockMs: 5_000,
    anchor: [55_100_000, Date.UTC(2025, 0, 1)],
    identity: "Public Global Stellar Network ; September 2015",
    wrongIdentity: "Test SDF Network ; September 2015",
  },
  interfaces: [
    jsonRpcAt([""], methods, {
      notPost: { status: 405, body: "", headers: { allow: "POST" } },
      unknown: (method) => new RecordedRpcError(-32601, "method not found", method),
    }),
  ],
};

function health(_params: RpcParams, view: RecordedView): unknown {
  if (view.isSyncing) {
    const latency = Math.floor((view.nowMs - view.timeOf(view.head)) / 1000);
    const text = `latency (${latency}s) since last known ledger closed is too high (>30s)`;
    throw new RecordedRpcError(-32603, text);
  }
  const oldest = view.head - keptLedgers + 1;
  return {
    status: "healthy",
    latestLedger: view.head,
    latestLedgerCloseTime: seconds(view, view.head),
    oldestLedger: oldest,
    oldestLedgerCloseTime: seconds(view, oldest),
    ledgerRetentionWindow: keptLedgers,
  };
}

function ledgers(params: RpcParams, view: RecordedView): unknown {
  const start = Number(parameter(params, 0, "startLedger"));
  const pagination = parameter(params, 1, "pagination");
  const limit = Math.min(200, Number((isObject(pagination) ? pagination.limit : undefined) ?? 50));
  const oldest = view.head - keptLedgers + 1;
  if (!(start >= oldest && start <= view.head)) {
    const text = `start ledger must be between the oldest ledger: ${oldest} and the latest ledger: ${view.head} for this rpc instance`;
    throw new RecordedRpcError(-32602, text);
  }
  const sequences = Array.from({ length: Math.min(limit, view.head - start + 1) }, (_, index) => start + index);
  return {
    ledgers: sequences.map((sequence) => ({
      hash: view.hex(sequence),
      sequence,
      ledgerCloseTime: seconds(view, sequence),
      headerXdr: view.base64(`header ${sequence}`),
      metadataXdr: view.base64(`metadata ${sequence}`),
    })),
    latestLedger: view.head,
    latestLedgerCloseTime: view.secondsOf(view.head),
    oldestLedger: oldest,
    oldestLedgerCloseTime: view.secondsOf(oldest),
    cursor: String(sequences.at(-1) ?? start),
  };
}

function seconds(view: RecordedView, height: number): string {
  return String(view.secondsOf(height));
}
