import { base58Check } from "../../base/encoding";
import { type RecordedFamily, type RecordedRequest, recordedAges } from "../family";
import { ok, restBelow } from "../rest";
import type { RecordedView } from "../view";

const protocol = "PtSeouLouXkxhg39oWzjxDWaCydNfR3RxCUrNe4Q9Ro8BTehcbh";
const cycleBlocks = 14_400;
/** What the hashes of each kind start with: B, LLo, Co, vh, sig. */
const prefixes = {
  block: [1, 52],
  operations: [29, 159, 109],
  context: [79, 199],
  payload: [1, 106, 242],
} as const;

/** Tezos, as Octez responds: REST. */
export const tezos: RecordedFamily = {
  family: "tezos",
  software: "octez",
  version: "23.1",
  apiNamespaces: [],
  hasWebSocket: false,
  ageSeconds: recordedAges,
  chain: {
    slug: "tezos-mainnet",
    blockMs: 8_000,
    anchor: [7_450_000, Date.UTC(2025, 0, 1)],
    identity: "NetXdQprcVkpaWU",
    wrongIdentity: "NetXnHfVqm9iesp",
  },
  interfaces: [
    restBelow(
      "",
      [
        { path: /^\/chains\/main\/is_bootstrapped$/, respond: ({ view }) => ok(bootstrap(view)) },
        { path: /^\/chains\/main\/chain_id$/, respond: ({ view }) => ok(JSON.stringify(view.identity), json) },
        { path: /^\/chains\/main\/blocks\/([^/]+)\/header$/, respond: header },
        { path: /^\/chains\/main\/blocks\/([^/]+)\/hash$/, respond: blockHash },
        { path: /^\/chains\/main\/levels\/(checkpoint|savepoint|caboose)$/, respond: level },
        { path: /^\/version$/, respond: ({ view }) => ok(version(view)) },
      ],
      () => ({ status: 404, body: "No service found at this URL\n" }),
    ),
  ],
};

const json = { "content-type": "application/json" };

function bootstrap({ isSyncing }: RecordedView): Record<string, unknown> {
  return { bootstrapped: !isSyncing, sync_state: isSyncing ? "unsynced" : "synced" };
}

function header({ view }: RecordedRequest, id: string) {
  const height = heightOf(view, id);
  return height === undefined ? missing : ok(headerAt(view, height));
}

function blockHash({ view }: RecordedRequest, id: string) {
  const height = heightOf(view, id);
  return height === undefined ? missing : ok(JSON.stringify(hash(view, height)), json);
}

function level({ view }: RecordedRequest, id: string) {
  const height = id === "caboose" ? 0 : Math.max(0, view.head - (view.head % cycleBlocks) - 6 * cycleBlocks);
  return ok({ block_hash: hash(view, height), level: height });
}

function headerAt(view: RecordedView, height: number): Record<string, unknown> {
  return {
    protocol,
    chain_id: view.identity,
    hash: hash(view, height),
    level: height,
    proto: 23,
    predecessor: hash(view, height - 1),
    timestamp: new Date(view.secondsOf(height) * 1000).toISOString().replace(".000Z", "Z"),
    validation_pass: 4,
    operations_hash: base58Check(prefixes.operations, view.hash(`operations ${height}`)),
    fitness: ["02", height.toString(16).padStart(8, "0"), "", "ffffffff", "00000000"],
    context: base58Check(prefixes.context, view.hash(`context ${height}`)),
    payload_hash: base58Check(prefixes.payload, view.hash(`payload ${height}`)),
    payload_round: 0,
    proof_of_work_nonce: view.hex(`nonce ${height}`).slice(0, 16),
    liquidity_baking_toggle_vote: "pass",
    adaptive_issuance_vote: "pass",
  };
}

function version(view: RecordedView): Record<string, unknown> {
  return {
    version: { major: 23, minor: 1, build: 0, additional_info: "release" },
    network_version: { chain_name: "TEZOS_MAINNET", distributed_db_version: 2, p2p_version: 1 },
    commit_info: { commit_hash: view.hex("commit").slice(0, 8), commit_date: "2025-09-09 14:12:07 +0000" },
  };
}

/** The level of `head`, `head~N`, `genesis`, a level, or a hash of one of the last 256 blocks. */
function heightOf(view: RecordedView, id: string): number | undefined {
  const back = /^head(?:[~-](\d+))?$/.exec(id);
  const height = back === null ? Number(id === "genesis" ? 0 : id) : view.head - Number(back[1] ?? 0);
  if (Number.isSafeInteger(height)) {
    return height >= 0 && height <= view.head ? height : undefined;
  }
  for (let candidate = view.head; candidate > view.head - 256; candidate -= 1) {
    if (hash(view, candidate) === id) {
      return candidate;
    }
  }
  return undefined;
}

function hash(view: RecordedView, height: number): string {
  return base58Check(prefixes.block, view.hash(height));
}

const missing = { status: 404, body: [{ kind: "permanent", id: "node.block.not_found" }] };
