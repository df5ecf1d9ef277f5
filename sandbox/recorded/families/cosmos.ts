import { type RecordedFamily, type RecordedRequest, recordedAges } from "../family";
import {
  jsonRpcAt,
  outcomeOf,
  parameter,
  plainDialect,
  type RecordedMethods,
  RecordedRpcError,
  type RpcParams,
  wire,
} from "../json-rpc";
import { restBelow } from "../rest";
import type { RecordedView } from "../view";

const version = "0.38.19";
const firstHeight = 5_200_791;

const methods: RecordedMethods = {
  status: (_params, view) => status(view),
  health: () => ({}),
  abci_info: (_params, view) => ({
    response: {
      data: "GaiaApp",
      version: "25.1.0",
      last_block_height: String(view.head),
      last_block_app_hash: view.base64(`app ${view.head - 1}`),
    },
  }),
  net_info: () => ({ listening: true, listeners: ["Listener(@)"], n_peers: "42", peers: [] }),
  block,
};

/** Cosmos Hub, as CometBFT responds: JSON-RPC, and its methods by GET. */
export const cosmos: RecordedFamily = {
  family: "cosmos",
  software: "gaiad",
  version: "25.1.0",
  apiNamespaces: [],
  hasWebSocket: false,
  ageSeconds: recordedAges,
  chain: {
    slug: "cosmos-mainnet",
    blockMs: 6_000,
    anchor: [23_500_000, Date.UTC(2025, 0, 1)],
    identity: "cosmoshub-4",
    wrongIdentity: "provider",
  },
  interfaces: [
    jsonRpcAt([""], methods, {
      notPost: { status: 200, body: "<html><body><br>Available endpoints:<br></body></html>" },
      malformed: {
        status: 500,
        body: {
          jsonrpc: "2.0",
          id: -1,
          error: { code: -32700, message: "Parse error. Invalid JSON", data: "error unmarshaling request" },
        },
      },
      message: (call, outcome) => plainDialect.message({ ...call, id: call.id ?? -1 }, outcome),
    }),
    restBelow("", [{ path: /^\/(\w+)$/, respond: byGet }], () => ({ status: 404, body: "404 page not found\n" })),
  ],
};

/** A method called by GET; its id is -1. */
function byGet({ view, query }: RecordedRequest, method: string) {
  const outcome = outcomeOf(methods, method, Object.fromEntries(query), view);
  if (outcome === undefined) {
    return { status: 404, body: "404 page not found\n" };
  }
  return { status: "result" in outcome ? 200 : 500, body: { jsonrpc: "2.0", id: -1, ...wire(outcome) } };
}

function status(view: RecordedView): Record<string, unknown> {
  const { head } = view;
  return {
    node_info: {
      protocol_version: { p2p: "8", block: "11", app: "0" },
      id: view.hex("node").slice(0, 40),
      listen_addr: "tcp://0.0.0.0:26656",
      network: view.identity,
      version,
      channels: "40202122233038606100",
      moniker: "node",
      other: { tx_index: "on", rpc_address: "tcp://0.0.0.0:26657" },
    },
    sync_info: {
      latest_block_hash: upper(view, head),
      latest_app_hash: upper(view, `app ${head}`),
      latest_block_height: String(head),
      latest_block_time: nanoseconds(view, head),
      earliest_block_hash: upper(view, firstHeight),
      earliest_app_hash: upper(view, `app ${firstHeight}`),
      earliest_block_height: String(firstHeight),
      earliest_block_time: nanoseconds(view, firstHeight),
      catching_up: view.isSyncing,
    },
    validator_info: {
      address: view.hex("validator").slice(0, 40).toUpperCase(),
      pub_key: { type: "tendermint/PubKeyEd25519", value: view.base64("validator key") },
      voting_power: "0",
    },
  };
}

function block(params: RpcParams, view: RecordedView): unknown {
  const height = Number(parameter(params, 0, "height") ?? view.head);
  if (!(height >= firstHeight && height <= view.head)) {
    const text = `height ${height} must be less than or equal to the current blockchain height ${view.head}`;
    throw new RecordedRpcError(-32603, "Internal error", text);
  }
  return {
    block_id: { hash: upper(view, height), parts: { total: 1, hash: upper(view, `parts ${height}`) } },
    block: {
      header: {
        version: { block: "11" },
        chain_id: view.identity,
        height: String(height),
        time: nanoseconds(view, height),
        last_block_id: { hash: upper(view, height - 1), parts: { total: 1, hash: upper(view, `parts ${height - 1}`) } },
        app_hash: upper(view, `app ${height - 1}`),
      },
      data: { txs: [] },
    },
  };
}

function upper(view: RecordedView, what: number | string): string {
  return view.hex(what).toUpperCase();
}

/** RFC 3339 with nanoseconds. */
function nanoseconds(view: RecordedView, height: number): string {
  return `${new Date(view.timeOf(height)).toISOString().slice(0, -1)}314159Z`;
}
