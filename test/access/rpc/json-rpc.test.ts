import { expect } from "chai";
import type { NodeEndpoints } from "../../../provider/access/endpoints.js";
import type { RpcResult } from "../../../provider/access/rpc/answer.js";
import { type JsonRpcOptions, jsonRpcClient, type RpcExchange } from "../../../provider/access/rpc/json-rpc.js";
import { endpointTarget } from "../../../provider/access/target.js";
import { isLoopback } from "../../../provider/base/loopback.js";
import { probeEndpoints } from "../../../provider/health/probe.js";
import { type SeenRequest, type StubNode, startStub } from "../../support/nodes/nodes.js";

const token = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
type Handler = Parameters<typeof startStub>[0];

const stubs: StubNode[] = [];
afterEach(async () => {
  await Promise.all(stubs.splice(0).map((stub) => stub.stop()));
});

async function stub(handle: Handler): Promise<StubNode> {
  const started = await startStub(handle);
  stubs.push(started);
  return started;
}

const json =
  (answer: (seen: SeenRequest) => unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Handler =>
  (seen, response) =>
    void response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(answer(seen)));

const text =
  (body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Handler =>
  (_seen, response) =>
    void response.writeHead(status, { "content-type": "text/html", ...headers }).end(body);

const echo = json(({ calls, isBatch }) => {
  const items = calls.map(({ id, method }) => ({ jsonrpc: "2.0", id, result: method }));
  return isBatch ? items : items[0];
});

const kindOf = (result: RpcResult | undefined) =>
  result?.ok === false ? result.failure.kind : result?.ok === true ? "value" : "none";

describe("endpointTarget", () => {
  const authorization = (endpoints: NodeEndpoints) => {
    const { authorization: header } = endpointTarget(endpoints).headers;
    return header === undefined ? undefined : Buffer.from(header.slice("Basic ".length), "base64").toString("utf8");
  };

  it("user info in the URL: moved to the header", () => {
    const target = endpointTarget({ https: "https://calm-otter:p%40ss-word@node.example/x" });
    expect(target.url.href).to.equal("https://node.example/x");
    expect(authorization({ https: "https://calm-otter:p%40ss-word@node.example/x" })).to.equal("calm-otter:p@ss-word");
  });

  it("user name and password: used unless the URL contains the key", () => {
    const basic = { username: "calm-otter", password: "river-stone" };
    expect(authorization({ https: "https://node.example", ...basic, key: token })).to.equal("calm-otter:river-stone");
    expect(authorization({ https: `https://node.example/${token}`, ...basic, key: token })).to.equal(undefined);
    expect(authorization({ https: `https://node.example/ext/bc/C/rpc/${token}`, ...basic })).to.equal(undefined);
    expect(authorization({ https: "https://node.example", username: "calm-otter" })).to.equal(undefined);
  });

  it("plain http: accepted for loopback only", () => {
    for (const host of ["127.0.0.1", "127.9.9.9", "[::1]", "localhost"]) {
      expect(endpointTarget({ https: `http://${host}:8545/${token}` }).host).to.equal(`${host}:8545`);
    }
    for (const host of [
      "node.example",
      "127.0.0.1.evil.example",
      "localhost.evil.example",
      "128.0.0.1",
      "10.0.0.1",
      "[::ffff:7f00:1]",
    ]) {
      expect(() => endpointTarget({ https: `http://${host}/${token}` }), host).to.throw(/plain http/);
    }
    expect(isLoopback("127.evil.example")).to.equal(false);
  });

  it("not an HTTP URL: rejected without repeating it", () => {
    for (const https of [`${token}`, `wss://node.example/${token}`, `https://${token} x/`, ""]) {
      expect(() => endpointTarget({ https }), https)
        .to.throw()
        .with.property("message")
        .that.does.not.include(token);
    }
  });
});

describe("jsonRpcClient", () => {
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
    const start = Date.now();
    const result = await client(node, { timeoutMs: 200 }).call({ method: "a" });
    expect(result.ok === false && result.failure).to.include({ kind: "unreachable", transport: "timeout" });
    expect(Date.now() - start).to.be.within(150, 10_000);
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
    expect(exchanges[0]).to.include({ calls: 2, serverTimeMs: Date.parse(date) });
  });
});

describe("secrets of an endpoint", () => {
  const password = "maple-tide-lamp-wolf";
  const grpcToken = "canary-grpc-token-77";
  const canaries = [
    token,
    password,
    grpcToken,
    "calm-otter",
    "long-path-segment-00",
    Buffer.from(`calm-otter:${password}`).toString("base64"),
  ];

  // A hostile or careless server repeats everything it received, wherever the client reads.
  const repeat = (seen: SeenRequest) => `${seen.url} ${JSON.stringify(seen.headers)} ${canaries.join(" ")}`;
  const hostile: Readonly<Record<string, Handler>> = {
    "in an error": json((seen) => seen.calls.map(({ id }) => ({ id, error: { code: -32000, message: repeat(seen) } }))),
    "in a throttling error": json((seen) =>
      seen.calls.map(({ id }) => ({ id, error: { code: -32005, message: repeat(seen), data: repeat(seen) } })),
    ),
    "in an HTML page": (seen, response) => text(`<html>${repeat(seen)}</html>`)(seen, response),
    "in an HTML page with status 404": (seen, response) => text(repeat(seen), 404)(seen, response),
    "in a redirect": (seen, response) => text(repeat(seen), 302, { location: `/${token}` })(seen, response),
    "in the results": json((seen) =>
      seen.calls.map(({ id, method }) => ({ id, result: method === "eth_chainId" ? "0x1" : repeat(seen) })),
    ),
    "in the client version": json((seen) => {
      const block = { number: "0x10", hash: "0xab", timestamp: `0x${Math.floor(Date.now() / 1000).toString(16)}` };
      const results: Readonly<Record<string, unknown>> = {
        eth_chainId: "0x1",
        eth_getBlockByNumber: block,
        eth_syncing: { [repeat(seen)]: 1 },
      };
      const items = seen.calls.map(({ id, method }) => ({ id, result: results[method] ?? repeat(seen) }));
      return seen.isBatch ? items : items[0];
    }),
    "in the warnings and the genesis": json((seen) =>
      seen.calls.map(({ id, method }) => ({
        id,
        result: method === "getblockhash" ? repeat(seen) : { blocks: 1, time: 1, warnings: [repeat(seen)] },
      })),
    ),
    "before closing the connection": (_seen, response) => void response.destroy(),
  };

  for (const [where, handle] of Object.entries(hostile)) {
    it(`repeated by the server ${where}: absent from a report`, async () => {
      const node = await stub(handle);
      const host = new URL(node.url).host;
      const forms: readonly NodeEndpoints[] = [
        { https: `${node.url}/${token}/evm`, key: token, username: "calm-otter", password, grpcToken },
        { https: `http://calm-otter:${password}@${host}/long-path-segment-00`, key: token, grpcToken },
        {
          https: node.url,
          username: "calm-otter",
          password,
          key: token,
          grpcToken,
          wss: "wss://node.example/long-path-segment-00",
        },
      ];
      for (const endpoints of forms) {
        for (const chain of ["ethereum-mainnet", "bitcoin-regtest"]) {
          const written = JSON.stringify(await probeEndpoints({ endpoints, chain }, { maxWaitForAdvanceMs: 0 }));
          const inUse = canaries.filter((canary) =>
            JSON.stringify([endpoints, endpointTarget(endpoints)]).includes(canary),
          );
          expect(inUse).to.have.length.greaterThan(3);
          for (const canary of inUse) {
            expect(written).to.not.include(canary);
          }
        }
      }
      expect(node.seen.length).to.be.greaterThan(0);
    });
  }
});
