import { type RecordedFamily, type RecordedRequest, recordedAges } from "../family";
import { ok, restBelow } from "../rest";
import type { RecordedView } from "../view";

const genesisHashes: Readonly<Record<string, string>> = {
  "mainnet-v1.0": "wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=",
  "testnet-v1.0": "SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=",
};
const consensus = "https://github.com/algorandfoundation/specs/tree/953304de35264fc3ef91bcd05c123242015eeaed";
/** Rounds that a node without archive keeps. */
const keptRounds = 1_000;

/** Algorand, as algod responds: REST. */
export const algorand: RecordedFamily = {
  family: "algorand",
  software: "algod",
  version: "4.3.0",
  apiNamespaces: [],
  hasWebSocket: false,
  ageSeconds: recordedAges,
  chain: {
    slug: "algorand-mainnet",
    blockMs: 2_800,
    anchor: [45_600_000, Date.UTC(2025, 0, 1)],
    identity: "mainnet-v1.0",
    wrongIdentity: "testnet-v1.0",
  },
  interfaces: [
    restBelow(
      "",
      [
        { path: /^\/v2\/status$/, respond: ({ view }) => ok(status(view)) },
        { path: /^\/v2\/transactions\/params$/, respond: ({ view }) => ok(parameters(view)) },
        { path: /^\/v2\/blocks\/(\d+)$/, respond: block },
        { path: /^\/versions$/, respond: ({ view }) => ok(versions(view)) },
        { path: /^\/genesis$/, respond: ({ view }) => ok(genesis(view)) },
        { path: /^\/health$/, respond: () => ok("null\n", { "content-type": "application/json" }) },
        { path: /^\/ready$/, respond: ({ view }) => ({ status: view.isSyncing ? 400 : 200 }) },
      ],
      () => ({ status: 404, body: { message: "Not Found" } }),
    ),
  ],
};

function status(view: RecordedView): Record<string, unknown> {
  const sinceMs = Math.max(0, view.nowMs - view.timeOf(view.head));
  return {
    catchpoint: "",
    "catchpoint-acquired-blocks": 0,
    "catchpoint-processed-accounts": 0,
    "catchpoint-processed-kvs": 0,
    "catchpoint-total-accounts": 0,
    "catchpoint-total-blocks": 0,
    "catchpoint-total-kvs": 0,
    "catchpoint-verified-accounts": 0,
    "catchpoint-verified-kvs": 0,
    "catchup-time": view.isSyncing ? 42_000_000_000 : 0,
    "last-catchpoint": "",
    "last-round": view.head,
    "last-version": consensus,
    "next-version": consensus,
    "next-version-round": view.head + 1,
    "next-version-supported": true,
    "stopped-at-unsupported-round": false,
    "time-since-last-round": Math.round(sinceMs * 1_000_000),
  };
}

function parameters(view: RecordedView): Record<string, unknown> {
  return {
    "consensus-version": consensus,
    fee: 0,
    "genesis-hash": genesisHashes[view.identity],
    "genesis-id": view.identity,
    "last-round": view.head,
    "min-fee": 1000,
  };
}

function block({ view }: RecordedRequest, id: string) {
  const round = Number(id);
  if (round > view.head || round < view.head - keptRounds) {
    return { status: 404, body: { message: `ledger does not have entry ${round} (latest ${view.head})` } };
  }
  return ok({
    block: {
      rnd: round,
      ts: view.secondsOf(round),
      gen: view.identity,
      gh: genesisHashes[view.identity],
      prev: `blk-${view
        .hex(round - 1)
        .slice(0, 52)
        .toUpperCase()}`,
      proto: consensus,
    },
  });
}

function versions(view: RecordedView): Record<string, unknown> {
  return {
    versions: ["v1", "v2"],
    genesis_id: view.identity,
    genesis_hash_b64: genesisHashes[view.identity],
    build: {
      major: 4,
      minor: 3,
      build_number: 0,
      commit_hash: view.hex("commit").slice(0, 8),
      branch: "rel/stable",
      channel: "stable",
    },
  };
}

function genesis(view: RecordedView): Record<string, unknown> {
  const [network = "", id = ""] = view.identity.split("-");
  return { alloc: [], fees: "", id, network, proto: consensus, rwd: "", timestamp: 1_560_211_200 };
}
