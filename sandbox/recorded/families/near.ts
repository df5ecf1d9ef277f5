import { isObject } from "../../base/json";
import { type RecordedFamily, type RecordedRequest, recordedAges } from "../family";
import { jsonRpcAt, parameter, type RecordedMethods, RecordedRpcError, type RpcParams, wire } from "../json-rpc";
import { ok, restBelow } from "../rest";
import type { RecordedView } from "../view";

const version = "2.9.1";
const genesisHeight = 9_820_210;
/** Blocks that a node without archive keeps: five epochs. */
const keptBlocks = 5 * 43_200;

const methods: RecordedMethods = {
  status: (_params, view) => status(view),
  block,
  gas_price: () => ({ gas_price: "100000000" }),
  health: () => null,
};

/** NEAR, as nearcore responds: JSON-RPC without batches, and `/status`. */
export const near: RecordedFamily = {
  family: "near",
  software: "nearcore",
  version,
  apiNamespaces: [],
  hasWebSocket: false,
  ageSeconds: recordedAges,
  chain: {
    slug: "near-mainnet",
    blockMs: 1_000,
    anchor: [135_000_000, Date.UTC(2025, 0, 1)],
    identity: "mainnet",
    wrongIdentity: "testnet",
  },
  interfaces: [
    jsonRpcAt([""], methods, {
      notPost: { status: 405 },
      // A batch is no call for it.
      batch: refusal("JSON RPC Request format was expected"),
      malformed: refusal("expected value at line 1 column 1"),
      unknown: (method) => new RecordedRpcError(-32601, "Method not found", method),
      message: ({ id = null, method }, outcome) => {
        if ("result" in outcome) {
          return { jsonrpc: "2.0", result: outcome.result, id };
        }
        const { error } = wire(outcome);
        const cause =
          outcome.error.code === -32601
            ? { info: { method_name: method }, name: "METHOD_NOT_FOUND" }
            : { info: {}, name: "UNKNOWN_BLOCK" };
        const name = outcome.error.code === -32601 ? "REQUEST_VALIDATION_ERROR" : "HANDLER_ERROR";
        return { jsonrpc: "2.0", error: { name, cause, ...(isObject(error) && error) }, id };
      },
    }),
    restBelow("/status", [{ path: /^$/, respond: ({ view }: RecordedRequest) => ok(status(view)) }], () => ({
      status: 404,
    })),
  ],
};

function status(view: RecordedView): Record<string, unknown> {
  const { head } = view;
  const earliest = Math.max(genesisHeight, head - keptBlocks);
  return {
    version: { version, build: version, commit: view.hex("commit").slice(0, 9), rustc_version: "1.86.0" },
    chain_id: view.identity,
    protocol_version: 80,
    latest_protocol_version: 80,
    rpc_addr: "0.0.0.0:3030",
    validators: [],
    sync_info: {
      latest_block_hash: view.base58(head),
      latest_block_height: head,
      latest_state_root: view.base58(`state ${head}`),
      latest_block_time: nanoseconds(view, head),
      syncing: view.isSyncing,
      earliest_block_hash: view.base58(earliest),
      earliest_block_height: earliest,
      earliest_block_time: nanoseconds(view, earliest),
      epoch_id: view.base58("epoch"),
      epoch_start_height: head - (head % 43_200),
    },
    validator_account_id: null,
    validator_public_key: null,
    node_public_key: `ed25519:${view.base58("node")}`,
    node_key: null,
    uptime_sec: 1_209_600,
    genesis_hash: view.base58("genesis"),
    detailed_debug_status: null,
  };
}

function block(params: RpcParams, view: RecordedView): unknown {
  const wanted = parameter(params, 0, "block_id") ?? view.head;
  if (typeof wanted !== "number" || wanted > view.head || wanted < view.head - keptBlocks) {
    throw new RecordedRpcError(-32000, "Server error", `DB Not Found Error: BLOCK HEIGHT: ${String(wanted)}`);
  }
  return {
    author: "validator.near",
    header: {
      height: wanted,
      hash: view.base58(wanted),
      prev_hash: view.base58(wanted - 1),
      timestamp: view.timeOf(wanted) * 1_000_000,
      timestamp_nanosec: `${view.timeOf(wanted)}000000`,
    },
    chunks: [],
  };
}

/** RFC 3339 with nanoseconds. */
function nanoseconds(view: RecordedView, height: number): string {
  return `${new Date(view.timeOf(height)).toISOString().slice(0, -1)}271829Z`;
}

function refusal(data: string) {
  const cause = { info: { error_message: data }, name: "PARSE_ERROR" };
  const error = { name: "REQUEST_VALIDATION_ERROR", cause, code: -32700, message: "Parse error", data };
  return { status: 400, body: { jsonrpc: "2.0", error, id: null } };
}
