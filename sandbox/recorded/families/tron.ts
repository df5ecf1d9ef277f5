import { type RecordedFamily, type RecordedRequest, recordedAges } from "../family";
import { jsonRpcAt } from "../json-rpc";
import { ok, type RecordedRoute, restBelow } from "../rest";
import type { RecordedView } from "../view";
import { evmMethods } from "./evm-methods";

/** Blocks until a block is irreversible, which is what `/walletsolidity` serves. */
const solidBlocks = 19;
const both = ["GET", "POST"];
const notFound = () => ({ status: 404, body: "404 page not found" });

const routes = (behind: number): readonly RecordedRoute[] => [
  { path: /^\/getnowblock$/, methods: both, respond: ({ view }) => ok(block(view, view.head - behind)) },
  { path: /^\/getblockbynum$/, methods: both, respond: (request) => ok(byNumber(request, behind)) },
  { path: /^\/getnodeinfo$/, methods: both, respond: ({ view }) => ok(nodeInfo(view)) },
];

/** TRON, as java-tron responds: JSON-RPC of Ethereum at `/jsonrpc`, its own API at `/wallet` and `/walletsolidity`. */
export const tron: RecordedFamily = {
  family: "tron",
  software: "java-tron",
  version: "4.8.0",
  apiNamespaces: [],
  hasWebSocket: false,
  ageSeconds: recordedAges,
  chain: {
    slug: "tron-mainnet",
    blockMs: 3_000,
    anchor: [68_400_000, Date.UTC(2025, 0, 1)],
    identity: "728126428",
    // Nile.
    wrongIdentity: "3448148188",
  },
  interfaces: [
    jsonRpcAt(["/jsonrpc"], evmMethods("TRON/v4.8.0/Linux/Java1.8/GreatVoyage-v4.8.0", solidBlocks), {
      notPost: { status: 405, body: "HTTP method GET is not supported by this URL" },
    }),
    restBelow("/walletsolidity", routes(solidBlocks), notFound),
    restBelow("/wallet", routes(0), notFound),
  ],
};

function block(view: RecordedView, height: number): Record<string, unknown> {
  return {
    blockID: idOf(view, height),
    block_header: {
      raw_data: {
        number: height,
        txTrieRoot: "0".repeat(64),
        witness_address: `41${view.hex("witness").slice(0, 40)}`,
        parentHash: idOf(view, height - 1),
        version: 31,
        timestamp: view.timeOf(height),
      },
      witness_signature: `${view.hex(`signature ${height}`).repeat(2)}00`,
    },
  };
}

function byNumber({ view, method, query, body }: RecordedRequest, behind: number): Record<string, unknown> {
  const text = method === "GET" ? query.get("num") : /"num"\s*:\s*"?(\d+)/.exec(body.toString())?.[1];
  const height = Number(text ?? Number.NaN);
  return Number.isSafeInteger(height) && height >= 0 && height <= view.head - behind ? block(view, height) : {};
}

function nodeInfo(view: RecordedView): Record<string, unknown> {
  const label = (height: number) => `Num:${height},ID:${idOf(view, height)}`;
  return {
    beginSyncNum: view.head - 255,
    block: label(view.head),
    solidityBlock: label(view.head - solidBlocks),
    currentConnectCount: 30,
    activeConnectCount: 12,
    passiveConnectCount: 18,
    peerList: [],
    configNodeInfo: { codeVersion: "4.8.0", p2pVersion: "11111" },
  };
}

/** The id of a block starts with its number. */
function idOf(view: RecordedView, height: number): string {
  return height.toString(16).padStart(16, "0") + view.hex(height).slice(16);
}
