import { isObject } from "../../base/json";
import { type RecordedFamily, type RecordedRequest, recordedAges } from "../family";
import {
  jsonRpcAt,
  outcomeOf,
  parameter,
  type RecordedMethods,
  type RecordedOutcome,
  RecordedRpcError,
  type RpcParams,
} from "../json-rpc";
import { restBelow } from "../rest";
import type { RecordedView } from "../view";

const masterShard = "-9223372036854775808";
const zeroStates: Readonly<Record<string, string>> = {
  "F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=": "XplPz01CXAps5qeSWUtxcyBfdAo5zVb1N979KLSKD24=",
  "gj+B8wb/AmlPk1z1AhVI484rhrUpgSr2oSFIh56VoSg=": "Z+IwzWGF9JlZsOpXJqKGI7u9BeMMBQzD1FLUYeRLC2o=",
};

const methods: RecordedMethods = {
  getMasterchainInfo: (_params, view) => ({
    "@type": "blocks.masterchainInfo",
    last: blockId(view, view.head),
    state_root_hash: view.base64(`state ${view.head}`),
    init: {
      "@type": "ton.blockIdExt",
      workchain: -1,
      shard: "0",
      seqno: 0,
      root_hash: view.identity,
      file_hash: zeroStates[view.identity],
    },
    "@extra": extra(view),
  }),
  getConsensusBlock: (_params, view) => ({ consensus_block: view.head, timestamp: view.timeOf(view.head) / 1000 }),
  getBlockHeader: header,
};

const unprocessable = {
  status: 422,
  body: { ok: false, error: "Validation error: body: value is not a valid dict", code: 422 },
};

/** TON, as the HTTP API of toncenter responds: JSON-RPC without batches, and its methods by GET. */
export const ton: RecordedFamily = {
  family: "ton",
  software: "ton-http-api",
  version: "2.0.0",
  apiNamespaces: [],
  hasWebSocket: false,
  ageSeconds: recordedAges,
  chain: {
    slug: "ton-mainnet",
    blockMs: 1_000,
    anchor: [43_500_000, Date.UTC(2025, 0, 1)],
    identity: "F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=",
    wrongIdentity: "gj+B8wb/AmlPk1z1AhVI484rhrUpgSr2oSFIh56VoSg=",
  },
  interfaces: [
    jsonRpcAt(["/api/v2/jsonRPC"], methods, {
      needsNoId: true,
      batch: unprocessable,
      malformed: unprocessable,
      notPost: { status: 405, body: { ok: false, error: "Method Not Allowed", code: 405 }, headers: { allow: "POST" } },
      unknown: () => new RecordedRpcError(0, "Unknown method"),
      message: ({ id }, outcome) => ({ ...answer(outcome), jsonrpc: "2.0", ...echo(id) }),
    }),
    restBelow("/api/v2", [{ path: /^\/(\w+)$/, respond: byGet }], () => ({
      status: 404,
      body: { ok: false, error: "Not Found", code: 404 },
    })),
  ],
};

/** It keeps ids as text: 1 comes back as "1". */
function echo(id: unknown): { readonly id?: string } {
  return id === undefined || id === null ? {} : { id: String(id) };
}

function answer(outcome: RecordedOutcome) {
  if ("result" in outcome) {
    return { ok: true, result: outcome.result };
  }
  const { code, message } = outcome.error;
  return { ok: false, error: message, ...(code !== 0 && { code }) };
}

function byGet({ view, query }: RecordedRequest, method: string) {
  const outcome = outcomeOf(methods, method, Object.fromEntries(query), view);
  if (outcome === undefined) {
    return { status: 404, body: { ok: false, error: "Not Found", code: 404 } };
  }
  return { status: "result" in outcome ? 200 : outcome.error.code, body: answer(outcome) };
}

/** The header of a masterchain block, with its time. */
function header(params: RpcParams, view: RecordedView): unknown {
  const given = isObject(params) ? Number(params.seqno) : Number(parameter(params, 2, "seqno"));
  const workchain = Number(parameter(params, 0, "workchain"));
  if (workchain !== -1 || !Number.isSafeInteger(given) || given < 1 || given > view.head) {
    throw new RecordedRpcError(500, "LITE_SERVER_NOTREADY: block is not applied");
  }
  return {
    "@type": "blocks.header",
    id: blockId(view, given),
    global_id: -239,
    version: 0,
    flags: 1,
    after_merge: false,
    after_split: false,
    before_split: false,
    want_merge: true,
    want_split: false,
    is_key_block: false,
    start_lt: String(given * 1_000_000),
    end_lt: String(given * 1_000_000 + 4),
    gen_utime: view.secondsOf(given),
    vert_seqno: 1,
    prev_blocks: [blockId(view, given - 1)],
    "@extra": extra(view),
  };
}

function blockId(view: RecordedView, seqno: number): Record<string, unknown> {
  return {
    "@type": "ton.blockIdExt",
    workchain: -1,
    shard: masterShard,
    seqno,
    root_hash: view.base64(`root ${seqno}`),
    file_hash: view.base64(`file ${seqno}`),
  };
}

/** Time of the response, as tonlib appends it. */
function extra(view: RecordedView): string {
  return `${(view.nowMs / 1000).toFixed(7)}:0:0.8682`;
}
