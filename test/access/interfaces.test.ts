import { expect } from "chai";
import { connectNode } from "../../provider/access/connect-node.js";
import { failureOf } from "../support/access/failure";
import { otsEntry, result, tx } from "../support/access/node-answers.js";
import { json, type Responder, useStubServer } from "../support/http/stub-server.js";

describe("connectNode without an HTTP endpoint", () => {
  const stub = useStubServer();
  const [beacon, wss] = ["http://127.0.0.1:9/b", "ws://127.0.0.1:8/w"];

  it("beacon only: its reads work, calls name the missing endpoint", async () => {
    stub.answer = json({ data: { version: "Lodestar" } });
    const node = connectNode({ beacon: stub.url.href });
    expect(node.host).to.equal(stub.url.host);
    expect(await node.beacon.getNodeVersion()).to.equal("Lodestar");
    const calls = [
      () => node.call("eth_chainId"),
      () => node.request("eth_chainId"),
      () => node.batch([{ method: "eth_chainId" }]),
      () => node.otsTraceTransaction(tx),
      () => node.rest.getTronBlock(),
    ];
    for (const call of calls) {
      const error = await failureOf(call());
      expect(error).to.include({ code: "config" });
      expect(error.message).to.include("endpoints.https");
    }
    expect(stub.seen).to.have.length(1);
    await node.close();
  });

  it("host: of HTTP, else of WebSocket, else of beacon", () => {
    expect(connectNode({ beacon, wss }).host).to.equal("127.0.0.1:8");
    expect(connectNode({ beacon, wss, https: "http://127.0.0.1:7" }).host).to.equal("127.0.0.1:7");
    expect(connectNode({ beacon, https: "" }).host).to.equal("127.0.0.1:9");
  });

  it("no supported or encrypted endpoint: ConfigError", () => {
    for (const endpoints of [{}, { graphql: "https://node.example" }, { grpc: "node.example:443", grpcToken: "x" }]) {
      expect(() => connectNode(endpoints))
        .to.throw(/endpoints\.https/)
        .with.property("code", "config");
    }
    expect(() => connectNode({ beacon: "http://node.example" })).to.throw(/endpoints\.beacon/);
  });
});

describe("connectNode with /evm of Hyperliquid", () => {
  const stub = useStubServer();
  const placed = () =>
    stub.seen.map(({ target, body }) => {
      const sent = JSON.parse(body) as { method: string } | readonly { method: string }[];
      return [target, ...[sent].flat().map(({ method }) => method)].join(" ");
    });
  /** Answers traces with a list of calls, everything else with a number. */
  const answer: Responder = (request, response) => {
    type Call = { id: number; method: string };
    const sent = JSON.parse(request.body) as Call | readonly Call[];
    const [first, ...rest] = [sent].flat().map(({ id, method }) => ({
      id,
      result: method.startsWith("ots_") ? [JSON.parse(otsEntry) as unknown] : "0x1",
    }));
    json(Array.isArray(sent) ? [first, ...rest] : first)(request, response);
  };
  const connect = (path: string, chain?: string) => {
    stub.answer = answer;
    return connectNode({ https: `${stub.url.href}${path}` }, chain === undefined ? {} : { chain });
  };
  const trace = { method: "ots_traceTransaction", params: [tx] };

  for (const path of ["TOKEN", "TOKEN/", "TOKEN/evm", "TOKEN/evm/"]) {
    it(`${path}: /evm once, by name, call and request`, async () => {
      const node = connect(path, "hyperliquid-mainnet");
      expect(await node.otsTraceTransaction(tx)).to.have.length(1);
      expect(await node.call("ots_traceTransaction", [tx])).to.have.length(1);
      expect(await node.request("ots_traceTransaction", [tx])).to.have.length(1);
      expect(new Set(placed())).to.deep.equal(new Set(["/TOKEN/evm ots_traceTransaction"]));
    });
  }

  it("mixed batch: split by endpoint, values in the order of the calls", async () => {
    const node = connect("TOKEN", "hyperliquid-mainnet");
    const items = await node.batch([{ method: "eth_chainId" }, trace, { method: "eth_blockNumber" }, trace]);
    expect(items.map((item) => item.ok && (Array.isArray(item.value) ? item.value.length : item.value))).to.deep.equal([
      ...[1n, 1, 1n, 1],
    ]);
    expect(placed()).to.have.members([
      "/TOKEN eth_chainId eth_blockNumber",
      "/TOKEN/evm ots_traceTransaction ots_traceTransaction",
    ]);
  });

  it("mixed batch, one part throttled: only that part sent again, each to its endpoint", async () => {
    const node = connect("TOKEN", "hyperliquid-mainnet");
    let isFirst = true;
    stub.answer = (request, response) => {
      if (request.target === "/TOKEN/evm" && isFirst) {
        isFirst = false;
        response.writeHead(429, { "retry-after": "0" }).end();
      } else {
        answer(request, response);
      }
    };
    const items = await node.batch([{ method: "eth_chainId" }, trace]);
    expect(items.map(({ ok }) => ok)).to.deep.equal([true, true]);
    expect(placed().sort()).to.deep.equal(["/TOKEN eth_chainId", ...Array(2).fill("/TOKEN/evm ots_traceTransaction")]);
  });

  it("another chain, or none: endpoint unchanged", async () => {
    await connect("TOKEN", "ethereum-mainnet").call("ots_traceTransaction", [tx]);
    await connect("TOKEN").batch([trace]);
    expect(new Set(placed())).to.deep.equal(new Set(["/TOKEN ots_traceTransaction"]));
  });
});

describe("request", () => {
  const stub = useStubServer();
  const node = () => connectNode({ https: stub.url.href }, { attempts: 2 });
  const sent = () => stub.seen.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

  it("parameters and results: unchanged, for known methods too", async () => {
    stub.answer = result('{"odd":[18446744073709551616]}');
    const answer = await node().request("eth_getTransactionReceipt", ["0x12", { more: 1n }]);
    expect(answer).to.deep.equal({ odd: [2n ** 64n] });
    expect(sent()).to.deep.equal([
      { jsonrpc: "2.0", id: 1, method: "eth_getTransactionReceipt", params: ["0x12", { more: 1 }] },
    ]);
    stub.answer = result("null");
    expect(await node().request("eth_getFilterChanges", ["nope"])).to.equal(null);
  });

  it("parameters by name, or none: sent as they are", async () => {
    stub.answer = result("true");
    await node().request("status", { height: "5" });
    await node().call("block", { height: "5" });
    await node().batch([{ method: "block", params: { height: "6" } }]);
    await node().request("x_y");
    expect(sent().map(({ params }) => params)).to.deep.equal([{ height: "5" }, { height: "5" }, { height: "6" }, []]);
  });

  it("known method: its dialect and endpoint", async () => {
    stub.answer = result("[]");
    await node().request("getmempooldescendants", ["nope"]);
    expect(sent()[0]).to.include({ jsonrpc: "1.0" });
  });

  it("errors: as of call; response lost, unknown method: not sent again", async () => {
    stub.answer = (_, response) => void response.socket?.resetAndDestroy();
    expect(await failureOf(node().request("x_y"))).to.include({ code: "transport", mayHaveTakenEffect: true });
    expect(stub.seen).to.have.length(1);
    stub.answer = json({ id: 1, error: { code: -32601, message: "no" } });
    expect(await failureOf(node().request("x_y"))).to.include({ code: "rpc", kind: "method", method: "x_y" });
    const loose = node().request as unknown as (...given: readonly unknown[]) => Promise<unknown>;
    expect(await failureOf(loose(5))).to.include({ code: "rejected" });
    expect(await failureOf(loose("x_y", "5"))).to.include({ code: "rejected" });
  });
});
