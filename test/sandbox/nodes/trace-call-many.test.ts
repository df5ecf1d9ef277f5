import { expect } from "chai";
import { type Json, type ManagementScene, openManagement, rpc, until } from "../../support/sandbox/management-scene";

const target = "0x0000000000000000000000000000000000000022";
const method = "debug_traceCallMany";
/** Runtime code that returns 42, and that returns the block number. */
const code = { answer: "0x602a60005260206000f3", blockNumber: "0x4360005260206000f3" };
const call = { to: target, gas: "0x7530" };
const word = (value: number) => `0x${value.toString(16).padStart(64, "0")}`;
const opcodes = ["PUSH1", "PUSH1", "MSTORE", "PUSH1", "PUSH1", "RETURN"];

interface Trace {
  readonly returnValue: string;
  readonly structLogs: readonly { readonly op: string; readonly stack: unknown; readonly memory: unknown }[];
}

describe("debug_traceCallMany", () => {
  let scene: ManagementScene;
  let node: Json;
  let url: string;
  before(async () => {
    scene = await openManagement();
    node = await scene.node(await scene.project());
    url = node.details?.https_endpoint ?? "";
  });
  after(() => scene.sandbox.close());

  const resultOf = async (...params: unknown[]) =>
    (await rpc(url, method, params)).body.result as unknown as readonly Trace[];
  const errorOf = async (...params: unknown[]) => {
    const { status, body } = await rpc(url, method, params);
    expect(status).to.equal(200);
    expect(body).to.include({ jsonrpc: "2.0", id: 1 }).and.not.to.have.property("result");
    return body.error as unknown as { code: number; message: string };
  };
  const overrides = (runtime: string) => ({ [target]: { code: runtime } });

  it('traceCallMany "flat": one trace per call, struct logs with stack and memory', async () => {
    const bundles = [{ transactions: [call, { to: target }] }, { transactions: [call] }];
    const traces = await resultOf(bundles, { blockNumber: "latest", transactionIndex: 0 }, overrides(code.answer));
    expect(traces).to.have.length(3);
    for (const trace of traces) {
      expect(trace).to.include({ failed: false, gas: 21_018, returnValue: word(42) });
      expect(trace.structLogs.map(({ op }) => op)).to.deep.equal(opcodes);
      expect(trace.structLogs.at(-1)).to.deep.include({ stack: ["0x20", "0x0"], memory: [word(42)] });
    }
  });

  it('traceCallMany "nested": a list per bundle', async () => {
    await scene.admin("POST", "/settings", { traceCallMany: "nested" });
    const bundles = [{ transactions: [call, call] }, { transactions: [] }, { transactions: [call] }];
    const bundled = (await resultOf(bundles, {}, { tracer: "callTracer" })) as unknown as readonly unknown[][];
    await scene.admin("POST", "/settings", { traceCallMany: "flat" });
    expect(bundled.map((traces) => traces.length)).to.deep.equal([2, 0, 1]);
    expect(bundled[2]?.[0]).to.include({ type: "CALL", to: target });
  });

  it("third parameter: a trace config, state overrides, or both", async () => {
    const third = { tracer: "callTracer", tracerConfig: { onlyTopCall: true }, ...overrides(code.answer) };
    const [trace] = await resultOf([{ transactions: [call] }], {}, third);
    expect(trace)
      .to.include({ type: "CALL", to: target, output: word(42) })
      .and.not.to.have.property("structLogs");
    expect((await errorOf([{ transactions: [call] }], {}, { tracer: "nopeTracer" })).message).to.include("nopeTracer");
  });

  for (const [what, bundle, context, expected] of [
    ["blockNumber of the context", {}, { blockNumber: "0x5" }, 5],
    ["blockOverride", { blockOverride: { blockNumber: "0x1234" } }, {}, 0x1234],
    ["blockOverrides", { blockOverrides: { number: "0x1235" } }, {}, 0x1235],
  ] as const) {
    it(`${what}: traced on that block`, async () => {
      const [trace] = await resultOf([{ transactions: [call], ...bundle }], context, overrides(code.blockNumber));
      expect(trace?.returnValue).to.equal(word(expected));
    });
  }

  it("no block: latest", async () => {
    const [trace] = await resultOf([{ transactions: [call] }], {}, overrides(code.blockNumber));
    expect(Number(trace?.returnValue)).to.be.at.least(70);
  });

  it("failing call: its error is the response", async () => {
    const far = await errorOf([{ transactions: [call, call] }], { blockNumber: "0xffffff" });
    expect(far.code).to.equal(-32602);
    expect(far.message).to.include("BlockOutOfRangeError");
    expect(await errorOf([{ transactions: [call, { to: "0x22" }] }], {})).to.deep.equal({
      code: -32602,
      message: "invalid string length",
    });
  });

  for (const [what, params, message] of [
    ["no parameters", [], /expected \[bundles, context/],
    ["bundles only", [[]], /expected \[bundles, context/],
    ["bundles that are not a list", [{}, {}], /expected \[bundles, context/],
    ["four parameters", [[], {}, {}, {}], /expected \[bundles, context/],
    ["a context that is not an object", [[], "latest"], /the context must be an object/],
    ["a third parameter that is not an object", [[], {}, "callTracer"], /the third parameter must be an object/],
    ["a bundle that is not an object", [[5], {}], /bundle 0 must be an object/],
    ["a bundle without transactions", [[{ transactions: [] }, {}], {}], /transactions of bundle 1 must be a list/],
  ] as const) {
    it(`${what}: rejected`, async () => {
      const error = await errorOf(...params);
      expect(error.code).to.equal(-32602);
      expect(error.message).to.match(message);
    });
  }

  const post = (body: unknown) =>
    fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const own = (id: unknown) => ({ jsonrpc: "2.0", id, method, params: [[{ transactions: [call] }], {}] });

  it("batch: results in order, under their ids", async () => {
    const batch = [
      own("first"),
      { jsonrpc: "2.0", id: 7, method: "eth_chainId" },
      { jsonrpc: "2.0", method: "eth_chainId" },
      { jsonrpc: "2.0", method, params: [] },
      { jsonrpc: "2.0", id: 8, method, params: [] },
      { jsonrpc: "2.0", id: "nine", method: "eth_nope" },
      own(10),
    ];
    const answers = (await (await post(batch)).json()) as Record<string, unknown>[];
    expect(answers.map(({ id }) => id)).to.deep.equal(["first", 7, 8, "nine", 10]);
    expect(answers.map((answer) => Object.keys(answer)[2])).to.deep.equal([
      ...["result", "result", "error", "error", "result"],
    ]);
    expect(answers[1]?.result).to.equal("0x1");
    expect(answers[4]?.result).to.have.length(1);
  });

  it("batch of only this method, or malformed: handled here, or by the node", async () => {
    expect(await (await post([own(1)])).json()).to.have.length(1);
    const refused = { jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid request" } };
    expect(await (await post([own(1), 5])).json()).to.deep.equal(refused);
    expect(await (await post({ ...own(1), jsonrpc: "1.0" })).json()).to.deep.include({ error: refused.error });
  });

  it("notification: no response", async () => {
    const { id: _, ...notification } = own(1);
    expect((await post(notification)).status).to.equal(204);
    expect((await post([notification])).status).to.equal(204);
  });

  it("name in parameters only: forwarded to the node", async () => {
    const answer = await (await post({ jsonrpc: "2.0", id: method, method: "eth_chainId" })).json();
    expect(answer).to.deep.equal({ jsonrpc: "2.0", id: method, result: "0x1" });
  });

  it("silent node: no response", async () => {
    await scene.admin("POST", `/nodes/${node.id}/rpc`, { mode: "silent" });
    const ending = await fetch(url, {
      method: "POST",
      body: JSON.stringify(own(1)),
      signal: AbortSignal.timeout(300),
    }).catch(({ name }: Error) => name);
    await scene.admin("POST", `/nodes/${node.id}/rpc`, { mode: "normal" });
    expect(ending).to.equal("TimeoutError");
  });

  it("log and usage: logged, two request units", async () => {
    await scene.admin("DELETE", "/requests");
    await scene.admin("DELETE", `/nodes/${node.id}/usage`);
    await rpc(url, method, [[{ transactions: [call] }], {}]);
    const log = await scene.admin("GET", `/requests?kind=rpc&node=${node.id}`);
    const [entry] = log.body as unknown as Record<string, unknown>[];
    expect(entry).to.deep.include({ status: 200, rpc: [method] });
    const { results } = (await scene.api("GET", `/v2/reporting/node-usage/?node_id=${node.id}`)).body;
    expect(results?.map((row) => row.request_units)).to.deep.equal([2]);
  });

  it("other software: unknown method", async () => {
    const bitcoin = await scene.node(await scene.project("other"), "BC-000-000-091");
    const { body } = await rpc(bitcoin.details?.https_endpoint ?? "", method, [[], {}]);
    expect(body.error?.code).to.equal(-32601);
  });

  it("debug_traceTransaction: struct logs of mined transactions too", async () => {
    const [from] = (await rpc(url, "eth_accounts")).body.result as unknown as string[];
    const data = "0x61000a80600c6000396000f3602a60005260206000f3";
    const hash = (await rpc(url, "eth_sendTransaction", [{ from, data, gas: "0x7a120" }])).body.result;
    await until(async () => (await rpc(url, "eth_getTransactionReceipt", [hash])).body.result ?? undefined);
    const trace = (await rpc(url, "debug_traceTransaction", [hash])).body.result as unknown as Trace;
    expect(trace.structLogs.length).to.be.greaterThan(3);
  });
});
