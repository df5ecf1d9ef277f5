import { expect } from "chai";
import { connectNode } from "../../../provider/access/connect-node.js";
import { type Call, calls, core, error, respond, result, struct, tx } from "../../support/access/node-answers.js";
import { type Responder, useStubServer } from "../../support/http/stub-server.js";

/** The response to a call, and properties of the resulting error. */
type Row = readonly [what: string, on: readonly Call[], answer: Responder, expected: Readonly<Record<string, unknown>>];

const rpc = (kind: string, rpcCode?: number) => ({ name: "RpcError", code: "rpc", kind, rpcCode });
const shape = (path: string, received: string) => ({ name: "ShapeError", code: "shape", path, received });
const auth = { name: "AuthError", code: "auth" };
const noPath = { name: "NotFoundError", code: "not-found" };
const failing = { name: "UnavailableError", code: "unavailable", status: 500 };

/** A JSON-RPC error with status 200. */
const refused = (what: string, on: readonly Call[], kind: string, code: number, text: string, more = ""): Row => [
  ...([what, on, error(code, text, more), rpc(kind, code)] as const),
];
/** An error of the Bitcoin family. */
const failed = (what: string, kind: string, code: number, text: string, status = 200): Row => [
  ...([what, ["descendants", "entries"]] as const),
  core("null", `{"code":${code},"message":"${text}"}`, status),
  rpc(kind, code),
];
/** An error of a beacon node. */
const beacon = (what: string, kind: string, status: number, text: string, on: Call = "attest"): Row => [
  ...([what, [on], respond(`{"statusCode":${status},"error":"x","message":"${text}"}`, status)] as const),
  { ...rpc(kind), status },
];

const polls = ["changes", "filterLogs"] as const;
const traces = ["callTrace", "prestate", "structTrace"] as const;
const special = ["newFilter", "simulate", "ots"] as const;
const tooLow = "BlockOutOfRangeError: block height is 5 but requested was 16";
const noJs = "failed to evaluate JS code: ReferenceError: nopeTracer is not defined\n    at <main>";
const onlyDefault = "Hardhat currently only supports the default tracer";
const nothing = '{"failed":false,"gas":0,"returnValue":"0x","structLogs":[]}';
const unknown = `Unknown transaction 0x${"ab".repeat(32)}`;
const notOffered = "The method x does not exist/is not available";

const rows: readonly Row[] = [
  refused("anvil without the method", ["simulate"], "method", -32601, "Method not found"),
  refused("anvil without the filter", polls, "no-filter", -32000, "filter not found"),
  refused("anvil on blocks to come", ["newFilter"], "no-state", -32602, tooLow),
  refused("anvil that was pruned", traces, "no-state", -32001, "Resource not found"),
  refused("anvil without the tracer", ["otherTrace"], "rpc", -32603, noJs),
  refused("ganache without the method", ["simulate", "ots"], "method", -32700, notOffered, ',"stack":"Error"'),
  refused("ganache without the filter", ["changes"], "no-filter", -32700, "filter not found"),
  refused("ganache without the transaction", traces, "rpc", -32700, unknown),
  refused("hardhat without the method", special, "method", -32004, "Method x is not supported", ',"data":{}'),
  refused("hardhat with a tracer", ["callTrace", "prestate"], "params", -32602, onlyDefault),
  refused("EthereumJS without the method", special, "method", -32601, "Method not found"),
  refused("EthereumJS with a tracer", ["callTrace"], "params", -32602, "custom tracers not implemented"),
  refused("geth without the transaction", traces, "rpc", -32000, "transaction not found"),
  refused("geth that has just started", ["receipt"], "starting", -32000, "transaction indexing is in progress"),
  refused("geth without the state", traces, "no-state", -32000, "missing trie node 0xab (path )"),
  refused("another backend than the filter's", polls, "no-filter", -32602, "filter not found"),
  ["hardhat without the filter", ["changes"], result("null"), rpc("no-filter")],
  [
    ...(["anvil's empty trace of nothing", ["structTrace"], result(nothing)] as const),
    shape("result", nothing.replace("[]", '"…"')),
  ],
  ["ganache ignoring callTracer", ["callTrace"], result(struct), shape("result.type", "nothing")],
  ["ganache ignoring prestateTracer", ["prestate"], result(struct), shape("result.structLogs", '["…"]')],

  failed("litecoind without the transaction", "rpc", -5, "Transaction not in mempool", 500),
  failed("litecoind without the method", "method", -32601, "Method not found", 404),
  failed("litecoind that starts", "starting", -28, "Loading block index...", 500),
  failed("litecoind on a short id", "rpc", -8, "parameter 1 must be of length 64 (not 4, for '1234')", 500),
  failed("litecoind on an unreadable call", "rpc", -32700, "Parse error", 500),
  failed("bcoin without the transaction", "rpc", -1, "Transaction not in mempool."),
  failed("bcoin on a short id", "rpc", -3, "Param #0 must be a hex string."),
  failed("bcoin without the method", "method", -32601, "Method not found: nope."),
  ["litecoind without the password", ["descendants"], respond("", 401), auth],
  ["litecoind with a whitelist", ["descendants"], respond("", 403), auth],
  ["litecoind with a full queue", ["descendants"], respond("Work queue depth exceeded", 500), failing],
  ["bcoin's REST error", ["descendants"], respond('{"error":{"message":"Expected property name"}}', 500), failing],
  ["bcoin's REST refusal", ["descendants"], respond('{"error":{"message":"Not found."}}', 404), noPath],
  ["ids with 0x", ["descendants"], core(`["${tx}"]`), shape("result[0]", `"${tx}"`)],

  beacon("Lodestar on a slot to come", "rpc", 500, "Requested slot 10 is in the future"),
  beacon("Lodestar on an old slot", "params", 400, "Block not in forkChoice"),
  beacon("Lodestar while it syncs", "starting", 503, "Node is syncing - waiting for peers"),
  beacon("Lodestar without the block", "rpc", 404, "No block found for id '999999'", "header"),
  ["Lodestar's list of reasons", ["attest"], respond('[{"message":"should be integer"}]', 400), rpc("params")],
  ["Lodestar without the route", ["attest"], respond('{"message":"Route GET:/nope not found"}', 404), noPath],
  [
    "the platform's refusal",
    ["attest"],
    respond('{"code":400,"message":"Slot already finalized"}', 400),
    rpc("params", 400),
  ],
  ["the platform's failure", ["attest"], respond('{"code":500,"message":"Internal error"}', 500), rpc("rpc", 500)],
  ["a code of its own", ["attest"], respond('{"code":4001,"message":"Slot is too old"}', 400), rpc("params", 4001)],
  ["an attestation without a slot", ["attest"], respond('{"data":{}}'), shape("result.data.slot", "nothing")],
];

describe("connectNode, errors of real nodes", () => {
  const stub = useStubServer();

  for (const [what, on, answer, expected] of rows) {
    for (const call of on) {
      it(`${what} (${call}): classified`, async () => {
        stub.answer = answer;
        const node = connectNode({ https: stub.url.href, beacon: stub.url.href }, { attempts: 1 });
        const failure: unknown = await calls[call](node).then(
          (value) => expect.fail(`gave ${String(value)}`),
          (reason: unknown) => reason,
        );
        expect(failure).to.include(expected);
        const { body = "", target = "" } = stub.seen[0] ?? {};
        const method = body === "" ? "" : (JSON.parse(body) as { method: string }).method;
        const { message } = failure as Error;
        expect(message).to.match(new RegExp(`^${method || "(?:produceAttestationData|getBlockHeader)"}: .+[.!?…]$`));
        expect(target).to.match(method === "" ? /^\/eth\/v1\// : /^\/$/);
        expect(stub.seen).to.have.length(1);
      });
    }
  }

  it("error with additional data: passed through without a stack", async () => {
    stub.answer = error(3, "execution reverted: custom error", ',"data":{"revert":"0xdeadbeef"},"stack":"at x"');
    const failure: unknown = await connectNode({ https: stub.url.href })
      .call("eth_call", [{}])
      .catch((reason: unknown) => reason);
    expect(failure).to.deep.include({ rpcCode: 3, data: { revert: "0xdeadbeef" } });
    expect(JSON.stringify(failure)).not.to.include("at x");
  });
});
