import { type RecordedFamily, type RecordedRequest, recordedAges } from "../family";
import { ok, restBelow } from "../rest";
import type { RecordedView } from "../view";

const transactionsPerBlock = 6;

/** Aptos, as aptos-node responds: REST below `/v1`. */
export const aptos: RecordedFamily = {
  family: "aptos",
  software: "aptos-node",
  version: "1.36.4",
  apiNamespaces: [],
  hasWebSocket: false,
  ageSeconds: recordedAges,
  chain: {
    slug: "aptos-mainnet",
    blockMs: 100,
    anchor: [271_000_000, Date.UTC(2025, 0, 1)],
    identity: "1",
    wrongIdentity: "2",
  },
  interfaces: [
    restBelow(
      "/v1",
      [
        { path: /^$/, respond: ({ view }) => ok(ledger(view), headers(view)) },
        { path: /^\/-\/healthy$/, respond: healthy },
        { path: /^\/blocks\/by_height\/(\d+)$/, respond: blockByHeight },
      ],
      ({ path }) => failure(404, `Path not found: ${path}`, "web_framework_error"),
    ),
  ],
};

function ledger(view: RecordedView): Record<string, unknown> {
  return {
    chain_id: Number(view.identity),
    epoch: String(Math.floor(view.head / 72_000)),
    ledger_version: String(view.head * transactionsPerBlock),
    oldest_ledger_version: "0",
    ledger_timestamp: microseconds(view, view.head),
    node_role: "full_node",
    oldest_block_height: "0",
    block_height: String(view.head),
    git_hash: view.hex("commit").slice(0, 40),
  };
}

function headers(view: RecordedView): Readonly<Record<string, string>> {
  return {
    "x-aptos-chain-id": view.identity,
    "x-aptos-ledger-version": String(view.head * transactionsPerBlock),
    "x-aptos-ledger-timestampusec": microseconds(view, view.head),
    "x-aptos-block-height": String(view.head),
  };
}

/** Checks the age of the ledger only when the query has `duration_secs`. */
function healthy({ view, query }: RecordedRequest) {
  const allowed = query.get("duration_secs");
  const isOld = allowed !== null && view.nowMs - view.timeOf(view.head) > Number(allowed) * 1000;
  return isOld
    ? failure(503, "The latest ledger info timestamp is too old", "health_check_failed")
    : ok({ message: "aptos-node:ok" }, headers(view));
}

function blockByHeight({ view }: RecordedRequest, id: string) {
  const height = Number(id);
  if (height > view.head) {
    return failure(404, `Block not found by Block height(${id})`, "block_not_found");
  }
  return ok({
    block_height: String(height),
    block_hash: `0x${view.hex(height)}`,
    block_timestamp: microseconds(view, height),
    first_version: String(height * transactionsPerBlock),
    last_version: String((height + 1) * transactionsPerBlock - 1),
    transactions: null,
  });
}

function microseconds(view: RecordedView, height: number): string {
  return `${view.timeOf(height)}271`;
}

function failure(status: number, message: string, error_code: string) {
  return { status, body: { message, error_code, vm_error_code: null } };
}
