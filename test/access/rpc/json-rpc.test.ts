import { expect } from "chai";
import type { RpcResult } from "../../../provider/access/rpc/answer.js";
import { type JsonRpcOptions, jsonRpcClient, type RpcExchange } from "../../../provider/access/rpc/json-rpc.js";
import { json, text, token, useStubs } from "../../support/access/stub-nodes";
import type { StubNode } from "../../support/nodes/nodes";

const echo = json(({ calls, isBatch }) => {
  const items = calls.map(({ id, method }) => ({ jsonrpc: "2.0", id, result: method }));
  return isBatch ? items : items[0];
});

const kindOf = (result: RpcResult | undefined) =>
  result?.ok === false ? result.failure.kind : result?.ok === true ? "value" : "none";

describe("jsonRpcClient", () => {
  const stub = useStubs();
  const client = (node: StubNode, options: JsonRpcOptions = {}) => jsonRpcClient({ https: node.url }, options);

  it("call: its value, null included", async () => {
    const node = await stub(json(({ calls }) => ({ jsonrpc: "2.0", id: calls[0]?.id, result: null })));
    expect(await client(node).call({ method: "eth_getTransactionReceipt", params: ["0x1"] })).to.deep.equal({
      ok: true,
      value: null,
    });
    expect(node.seen[0]?.calls).to.deep.equal([
      { jsonrpc: "2.0", id: 1, method: "eth_getTransactionReceipt", params: ["0x1"] },
    ]);
  });

  it("batch: one request, matched by id in any order and type", async () => {
    const node = await stub(
      json(({ calls }) => calls.map(({ id, method }) => ({ id: String(id), result: method })).reverse()),
    );
    const results = await client(node).batch([{ method: "a" }, { method: "b" }, { method: "c" }]);
    expect(results.map((result) => result.ok && result.value)).to.deep.equal(["a", "b", "c"]);
    expect(node.seen).to.have.length(1);
  });

  it("batch, errors and a missing item: reported per call", async () => {
    const node = await stub(
      json(() => [
        { id: 1, result: 0, error: null },
        { id: 2, result: null, error: { code: -32601, message: "no" } },
      ]),
    );
    const results = await client(node, { version: "1.0" }).batch([{ method: "a" }, { method: "b" }, { method: "c" }]);
    expect(results.map(kindOf)).to.deep.equal(["value", "method", "proxy"]);
  });

  it("empty batch: nothing sent", async () => {
    const node = await stub(echo);
    expect(await client(node).batch([])).to.deep.equal([]);
    expect(node.seen).to.have.length(0);
  });

  for (const [what, refuse] of [
    [
      "one error object",
      json(() => ({ jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid request" } })),
    ],
    ["text with status 400", text("bad request", 400)],
    ["a server error", text("", 500)],
    [
      "a plan gate",
      json(() => ({ error: { code: -32000, message: "batches are not included in your current plan" } }), 403),
    ],
  ] as const) {
    it(`batch answered with ${what}: falls back to single calls`, async () => {
      const node = await stub((seen, response) => (seen.isBatch ? refuse : echo)(seen, response));
      const results = await client(node).batch([{ method: "a" }, { method: "b" }]);
      expect(results.map((result) => result.ok && result.value)).to.deep.equal(["a", "b"]);
      expect(node.seen.map(({ isBatch }) => isBatch)).to.deep.equal([true, false, false]);
    });
  }

  for (const [what, answer, kind] of [
    ["401", text("", 401), "auth"],
    ["429", text("", 429), "throttled"],
    ["an HTML page with status 200", text("<html>hello</html>"), "proxy"],
    ["JSON of another shape", json(() => ({ status: "ok" })), "proxy"],
  ] as const) {
    it(`batch answered with ${what}: not repeated`, async () => {
      const node = await stub(answer);
      expect((await client(node).batch([{ method: "a" }, { method: "b" }])).map(kindOf)).to.deep.equal([kind, kind]);
      expect(node.seen).to.have.length(1);
    });
  }

  it("server keeps failing: single calls stop", async () => {
    const node = await stub(text("", 503));
    expect((await client(node).batch([{ method: "a" }, { method: "b" }, { method: "c" }])).map(kindOf)).to.deep.equal([
      "server",
      "server",
      "server",
    ]);
    expect(node.seen).to.have.length(2);
  });

  it("redirect: rejected, the other host receives nothing", async () => {
    const other = await stub(echo);
    const node = await stub(text("", 307, { location: other.url }));
    const { key, ...auth } = { key: token, username: "calm-otter", password: "river-stone" };
    const result = await jsonRpcClient({ https: node.url, ...auth }).call({ method: "a" });
    expect(kindOf(result)).to.equal("redirect");
    expect([node.seen.length, other.seen.length, key]).to.deep.equal([1, 0, token]);
  });

  it("body of 50 MB: read up to the limit", async () => {
    let written = 0;
    const node = await stub((_seen, response) => {
      const chunk = Buffer.alloc(1_000_000, 0x20);
      const more = () => {
        while (written < 50_000_000 && !response.destroyed) {
          written += chunk.length;
          if (!response.write(chunk)) {
            response.once("drain", more);
            return;
          }
        }
        response.end();
      };
      more();
    });
    expect(kindOf(await client(node).call({ method: "a" }))).to.equal("answer-too-large");
    expect(written).to.be.lessThan(30_000_000);
  });

  it("trickling body: ends at its own deadline", async () => {
    const node = await stub((_seen, response) => {
      const timer = setInterval(() => response.write(" "), 20);
      response.once("close", () => clearInterval(timer));
    });
    const result = await client(node, { timeoutMs: 200 }).call({ method: "a" });
    expect(result.ok === false && result.failure).to.include({ kind: "unreachable", transport: "timeout" });
  });

  it("signal aborted: rejects with its reason", async () => {
    const stop = new AbortController();
    const node = await stub(() => stop.abort(new Error("enough")));
    const outcome = await client(node, { signal: stop.signal })
      .call({ method: "a" })
      .then(
        () => "resolved",
        (error: unknown) => (error instanceof Error ? error.message : "other"),
      );
    expect(outcome).to.equal("enough");
  });

  it("onExchange: called per request, with the server's clock", async () => {
    const exchanges: RpcExchange[] = [];
    const date = "Wed, 04 Mar 2026 12:00:00 GMT";
    const node = await stub(json(({ calls }) => calls.map(({ id }) => ({ id, result: 1 })), 200, { date }));
    await client(node, { onExchange: (seen) => exchanges.push(seen) }).batch([{ method: "a" }, { method: "b" }]);
    expect(exchanges).to.have.length(1);
    expect(exchanges[0]?.calls.map(({ method }) => method)).to.deep.equal(["a", "b"]);
    expect(exchanges[0]).to.include({ serverTimeMs: Date.parse(date) });
  });
});
