import { type RecordedFamily, recordedAges } from "../family";
import { jsonRpcAt, parameter, type RecordedMethods, RecordedRpcError, type RpcParams } from "../json-rpc";
import type { RecordedView } from "../view";

/** Its time counts seconds since 2000. */
const epochSeconds = 946_684_800;
const version = "2.6.1";
const unparsable = { status: 400, body: "Unable to parse request: \r\n" };

const methods: RecordedMethods = {
  server_state: (_params, view) => ({ state: { ...common(view), validated_ledger: machineLedger(view) } }),
  server_info: (_params, view) => ({ info: { ...common(view), validated_ledger: humanLedger(view) } }),
  ping: () => ({}),
  ledger_current: (_params, { head }) => ({ ledger_current_index: head + 1 }),
  ledger_closed: (_params, view) => ({ ledger_hash: hash(view, view.head), ledger_index: view.head }),
  ledger,
};

/** XRP Ledger, as rippled responds: its own form of JSON-RPC, without batches. */
export const xrpl: RecordedFamily = {
  family: "xrpl",
  software: "rippled",
  version,
  apiNamespaces: [],
  hasWebSocket: false,
  ageSeconds: recordedAges,
  chain: {
    slug: "xrpl-mainnet",
    blockMs: 4_000,
    anchor: [93_100_000, Date.UTC(2025, 0, 1)],
    identity: "0",
    wrongIdentity: "1",
  },
  interfaces: [
    jsonRpcAt([""], methods, {
      malformed: unparsable,
      needsNoId: true,
      batch: unparsable,
      notPost: { status: 405, body: "Method Not Allowed\r\n" },
      unknown: () => new RecordedRpcError(32, "Unknown method.", "unknownCmd"),
      message: ({ message, method, params }, outcome) => {
        // Of the members of the request it repeats these.
        const { jsonrpc, ripplerpc, id } = message;
        const echo = Object.entries({ jsonrpc, ripplerpc, id }).filter(([, value]) => value !== undefined);
        const result =
          "result" in outcome
            ? { ...(outcome.result as object), status: "success" }
            : {
                error: outcome.error.data,
                error_code: outcome.error.code,
                error_message: outcome.error.message,
                request: { command: method, ...(argument(params) as object) },
                status: "error",
              };
        return { result, ...Object.fromEntries(echo) };
      },
    }),
  ],
};

function common(view: RecordedView): Record<string, unknown> {
  return {
    build_version: version,
    complete_ledgers: `${view.head - 2_000_000}-${view.head}`,
    initial_sync_duration_us: "281649157",
    io_latency_ms: 1,
    jq_trans_overflow: "0",
    last_close: { converge_time: 3000, proposers: 35 },
    load_base: 256,
    load_factor: 256,
    network_id: Number(view.identity),
    peer_disconnects: "1018",
    peer_disconnects_resources: "12",
    peers: 84,
    pubkey_node: "n9KUjqxCr5FKThSNXdzb7oqN8rYwScB2dUnNqxQxbEA17JkaWy5x",
    server_state: view.isSyncing ? "syncing" : "full",
    server_state_duration_us: "1209600000000",
    time: `${new Date(view.nowMs).toISOString().replace("T", " ").slice(0, 19)}.000000 UTC`,
    uptime: 1_209_600,
    validation_quorum: 28,
  };
}

/** The last ledger of `server_state`: it has no age, but a time. */
function machineLedger(view: RecordedView): Record<string, unknown> {
  return {
    base_fee: 10,
    close_time: view.secondsOf(view.head) - epochSeconds,
    hash: hash(view, view.head),
    reserve_base: 1_000_000,
    reserve_inc: 200_000,
    seq: view.head,
  };
}

/** The last ledger of `server_info`: with its age in seconds. */
function humanLedger(view: RecordedView): Record<string, unknown> {
  return {
    age: Math.max(0, Math.floor(view.nowMs / 1000) - view.secondsOf(view.head)),
    base_fee_xrp: 0.00001,
    hash: hash(view, view.head),
    reserve_base_xrp: 1,
    reserve_inc_xrp: 0.2,
    seq: view.head,
  };
}

function ledger(params: RpcParams, view: RecordedView): unknown {
  const { ledger_index: wanted = "validated" } = argument(params) as { readonly ledger_index?: unknown };
  const index = typeof wanted === "number" ? wanted : view.head;
  if (index > view.head) {
    throw new RecordedRpcError(21, "ledgerNotFound", "lgrNotFound");
  }
  return {
    ledger: {
      close_time: view.secondsOf(index) - epochSeconds,
      closed: true,
      ledger_hash: hash(view, index),
      ledger_index: String(index),
      parent_hash: hash(view, index - 1),
    },
    ledger_hash: hash(view, index),
    ledger_index: index,
    validated: true,
  };
}

/** The one object of the parameters. */
function argument(params: RpcParams): unknown {
  return parameter(params, 0, "0") ?? {};
}

function hash(view: RecordedView, height: number): string {
  return view.hex(height).toUpperCase();
}
