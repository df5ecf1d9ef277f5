import type { ServerResponse } from "node:http";
import { expect } from "chai";
import { connectNode } from "../../../provider/access/connect-node.js";
import type { RpcResult } from "../../../provider/access/rpc/answer.js";
import { type JsonRpcOptions, jsonRpcClient } from "../../../provider/access/rpc/json-rpc.js";
import {
  type NodeProcess,
  type SeenRequest,
  type StubNode,
  startAnvil,
  startBcoin,
  startStub,
} from "../../support/nodes/nodes";

type Handler = Parameters<typeof startStub>[0];

const callsOf = (length: number) => Array.from({ length }, (_, index) => ({ method: `m${index}` }));
const valuesOf = (results: readonly RpcResult[]) => results.map((result) => result.ok && result.value);
const kindsOf = (results: readonly RpcResult[]) => results.map((result) => (result.ok ? "value" : result.failure.kind));
const namesOf = (length: number) => callsOf(length).map(({ method }) => method);
const sizesOf = ({ seen }: StubNode) => seen.map(({ calls, isBatch }) => (isBatch ? calls.length : "single"));

const reply = (response: ServerResponse, body: unknown, status = 200) =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
/** Answers each call with its method. */
const echo: Handler = ({ calls, isBatch }, response) => {
  const items = calls.map(({ id, method }) => ({ jsonrpc: "2.0", id, result: method }));
  reply(response, isBatch ? items : items[0]);
};
const error = (id: number | null | undefined, code: number, message: string, data?: string) => ({
  ...{ jsonrpc: "2.0", id, error: { code, message, data } },
});

/** How nodes reject a batch with too many calls: from their sources, those of geth and CometBFT recorded. */
const refusals: readonly (readonly [node: string, answer: (seen: SeenRequest) => unknown])[] = [
  ["geth", ({ calls }) => [error(calls[0]?.id, -32600, "batch too large")]],
  ["CometBFT", () => error(undefined, -32600, "Invalid Request", "batch request exceeds maximum (10) allowed")],
  ["reth", () => error(null, -32010, "The batch request was too large")],
  ["Erigon", () => error(null, -32000, "batch limit 100 exceeded (can increase by --rpc.batch.limit)")],
  ["Nethermind", () => error(null, -32005, "Batch size limit exceeded")],
  ["Besu", () => error(null, -32005, "Number of requests exceeds max batch size")],
  ["a gateway, call by call", ({ calls }) => calls.map(({ id }) => error(id, -32600, "Too many calls in the batch"))],
];

describe("batches", () => {
  const stubs: StubNode[] = [];
  afterEach(async () => {
    await Promise.all(stubs.splice(0).map((stub) => stub.stop()));
  });
  const start = async (handle: Handler, options: JsonRpcOptions = {}) => {
    const node = await startStub(handle);
    stubs.push(node);
    return { node, client: jsonRpcClient({ https: node.url }, options) };
  };

  it("one call: sent alone, since CometBFT answers a list of one with a bare object", async () => {
    const { node, client } = await start((seen, response) =>
      reply(response, seen.isBatch && seen.calls.length > 1 ? [] : { id: seen.calls[0]?.id, result: "here" }),
    );
    expect(valuesOf(await client.batch([{ method: "status" }]))).to.deep.equal(["here"]);
    expect(sizesOf(node)).to.deep.equal(["single"]);
  });

  it("more than 1,000 calls: several requests, one after the other, in order", async () => {
    const { node, client } = await start(echo);
    expect(valuesOf(await client.batch(callsOf(2_500)))).to.deep.equal(namesOf(2_500));
    expect(sizesOf(node)).to.deep.equal([1_000, 1_000, 500]);
  });

  for (const [who, refuse] of refusals) {
    it(`too many calls for ${who}: halved until accepted, limit remembered`, async () => {
      const { node, client } = await start((seen, response) =>
        seen.calls.length > 100 ? reply(response, refuse(seen)) : echo(seen, response),
      );
      expect(valuesOf(await client.batch(callsOf(250)))).to.deep.equal(namesOf(250));
      expect(sizesOf(node)).to.deep.equal([250, 125, 63, 63, 63, 61]);
      await client.batch(callsOf(120));
      expect(sizesOf(node).slice(6)).to.deep.equal([63, 57]);
    });
  }

  it("too many bytes (413): halved for this batch only, down to single calls", async () => {
    const { node, client } = await start((seen, response) =>
      seen.body.length > 200 ? void response.writeHead(413).end() : echo(seen, response),
    );
    const large = { method: "big", params: ["x".repeat(200)] };
    const results = await client.batch([...callsOf(3), large]);
    expect(kindsOf(results)).to.deep.equal(["value", "value", "value", "request-too-large"]);
    expect(sizesOf(node)).to.deep.equal([4, 2, 2, "single", "single"]);
    expect(valuesOf(await client.batch(callsOf(3)))).to.deep.equal(namesOf(3));
    expect(sizesOf(node).slice(5)).to.deep.equal([3]);
  });

  it("too many calls, not repeatable: halved all the same, since none was executed", async () => {
    const { node, client } = await start((seen, response) =>
      seen.calls.length > 2 ? reply(response, refusals[0]?.[1](seen)) : echo(seen, response),
    );
    expect(valuesOf(await client.batch(callsOf(4), { isRepeatable: false }))).to.deep.equal(namesOf(4));
    expect(sizesOf(node)).to.deep.equal([4, 2, 2]);
  });

  it("second of several requests fails: values of the first kept, third not sent", async () => {
    const { node, client } = await start((seen, response) =>
      seen.calls[0]?.method === "m1000" ? void response.writeHead(401).end() : echo(seen, response),
    );
    const results = await client.batch(callsOf(2_001));
    expect(kindsOf(results.slice(0, 1_000))).to.deep.equal(Array(1_000).fill("value"));
    expect(kindsOf(results.slice(1_000))).to.deep.equal(Array(1_001).fill("auth"));
    expect(sizesOf(node)).to.deep.equal([1_000, 1_000]);
  });

  it("several requests: one shared deadline", async () => {
    let nowMs = 0;
    const clock = { now: () => nowMs, monotonicMs: () => nowMs, sleep: async () => undefined };
    const { node, client } = await start(
      (seen, response) => {
        nowMs += 6_000;
        echo(seen, response);
      },
      { clock, timeoutMs: 10_000 },
    );
    const results = await client.batch(callsOf(2_001));
    expect(kindsOf(results.slice(0, 2_000))).to.deep.equal(Array(2_000).fill("value"));
    expect(results[2_000]).to.deep.include({ ok: false }).and.nested.include({ "failure.transport": "timeout" });
    expect(sizesOf(node)).to.deep.equal([1_000, 1_000]);
  });

  it("batches unsupported: the calls of each request one by one", async () => {
    const { node, client } = await start((seen, response) =>
      seen.isBatch ? void response.writeHead(400).end("no") : echo(seen, response),
    );
    expect(valuesOf(await client.batch(callsOf(1_003)))).to.deep.equal(namesOf(1_003));
    expect(sizesOf(node)).to.deep.equal([1_000, ...Array(1_003).fill("single")]);
  });
});

describe("JSON-RPC 1.0 rejected by the node", () => {
  /** Like geth and anvil: a 1.0 body is an invalid request, alone or in a batch. */
  const onlyNew: Handler = ({ calls, isBatch }, response) => {
    const items = calls.map((call) =>
      (call as unknown as { jsonrpc: string }).jsonrpc === "2.0"
        ? { jsonrpc: "2.0", id: call.id, result: call.method }
        : error(call.id, -32600, "invalid request"),
    );
    reply(response, isBatch ? items : items[0]);
  };
  const dialectsOf = ({ seen }: StubNode) => seen.map(({ body }) => [...new Set(body.match(/"jsonrpc":"\d/g))].join());
  let node: StubNode;
  let anvil: NodeProcess;
  before(async () => {
    anvil = await startAnvil();
  });
  after(() => anvil?.stop());
  beforeEach(async () => {
    node = await startStub(onlyNew);
  });
  afterEach(() => node?.stop());
  const [old, now] = ['"jsonrpc":"1', '"jsonrpc":"2'];

  it("call: repeated in 2.0, dialect remembered", async () => {
    const client = connectNode({ https: node.url }, { version: "1.0" });
    expect(await client.call("getblockcount")).to.equal("getblockcount");
    expect(await client.call("getblockcount")).to.equal("getblockcount");
    expect(dialectsOf(node)).to.deep.equal([old, now, now]);
  });

  it("batch: only rejected calls repeated, in 2.0", async () => {
    const client = jsonRpcClient({ https: node.url }, { version: "1.0" });
    expect(valuesOf(await client.batch(callsOf(3)))).to.deep.equal(namesOf(3));
    expect(dialectsOf(node)).to.deep.equal([old, now]);
  });

  it("rejected in both dialects: second response returned, no third request", async () => {
    await node.stop();
    node = await startStub(({ calls }, response) => reply(response, error(calls[0]?.id, -32600, "invalid request")));
    const client = jsonRpcClient({ https: node.url }, { version: "1.0" });
    expect(await client.call({ method: "x" }))
      .to.deep.include({ ok: false })
      .and.nested.include({ "failure.rpcCode": -32600 });
    await client.call({ method: "x" });
    expect(dialectsOf(node)).to.deep.equal([old, now, old, now]);
  });

  it("Bitcoin method on anvil: unknown method, not an invalid request", async () => {
    const client = connectNode({ https: anvil.url });
    const failure = await client.call("getblockhash", [0]).catch((reason: unknown) => reason);
    expect(failure).to.include({ code: "rpc", kind: "method", rpcCode: -32601 });
    const items = await client.batch([{ method: "getblockchaininfo" }, { method: "eth_chainId" }]);
    expect(items[0]).to.deep.include({ ok: false }).and.nested.include({ "error.kind": "method" });
    expect(items[1]).to.deep.equal({ ok: true, value: 31337n });
    await client.close();
  });

  it("bcoin: 1.0, in one request or two", async () => {
    const bcoin = await startBcoin();
    try {
      const { url: https, username, password } = bcoin;
      const client = connectNode({ https, username, password });
      const items = await client.batch(Array.from({ length: 1_001 }, () => ({ method: "getblockhash", params: [0] })));
      expect(new Set(items.map((item) => item.ok && item.value)).size).to.equal(1);
      expect(items).to.have.length(1_001);
      expect(items[1_000]).to.include({ ok: true });
      await client.close();
    } finally {
      await bcoin.stop();
    }
  });
});
