import { expect } from "chai";
import fc from "fast-check";
import { connectNode } from "../../../provider/access/connect-node.js";
import type { NodeClient } from "../../../provider/access/node-client.js";
import { address, hash, txid } from "../../support/access/wrong-values.js";
import { casesOf } from "../../support/extent";
import { useStubServer } from "../../support/http/stub-server.js";

const other = `0x${"AB".repeat(32)}`;
const low = `0x00${"ab".repeat(31)}` as const;
const to = [{ transactions: [{ to: address }] }];
const at = { blockNumber: 1 };
const sentTo = `[{"transactions":[{"to":"${address}"}]}]`;
const sentAt = '{"blockNumber":"0x1"}';

type Written = readonly [what: string, call: (node: NodeClient) => Promise<unknown>, params: string];

const written: readonly Written[] = [
  ["no condition", (node) => node.newFilter({}), "[{}]"],
  ["numbers", (node) => node.newFilter({ fromBlock: 0, toBlock: 4096 }), '[{"fromBlock":"0x0","toBlock":"0x1000"}]'],
  ["bigints", (node) => node.newFilter({ fromBlock: 2n ** 64n }), '[{"fromBlock":"0x10000000000000000"}]'],
  ["hex", (node) => node.newFilter({ fromBlock: "0x00F", toBlock: "0x0" }), '[{"fromBlock":"0xf","toBlock":"0x0"}]'],
  [
    "tags",
    (node) => node.newFilter({ fromBlock: "earliest", toBlock: "safe" }),
    '[{"fromBlock":"earliest","toBlock":"safe"}]',
  ],
  ["a block's hash", (node) => node.newFilter({ blockHash: other }), `[{"blockHash":"${other}"}]`],
  ["an address", (node) => node.newFilter({ address }), `[{"address":"${address}"}]`],
  ["addresses", (node) => node.newFilter({ address: [address, address] }), `[{"address":["${address}","${address}"]}]`],
  [
    "topics",
    (node) => node.newFilter({ topics: [hash, null, [hash, other], []] }),
    `[{"topics":["${hash}",null,["${hash}","${other}"],[]]}]`,
  ],
  ["an id", (node) => node.getFilterChanges("0x01"), '["0x01"]'],
  ["an id", (node) => node.getFilterLogs("0x684a5833"), '["0x684a5833"]'],
  ["an id", (node) => node.uninstallFilter("0x1"), '["0x1"]'],
  ["a hash", (node) => node.getTransactionReceipt(other), `["${other}"]`],
  ["a hash", (node) => node.otsTraceTransaction(hash), `["${hash}"]`],
  ["no options", (node) => node.traceTransaction(hash), `["${hash}",{}]`],
  ["a duration", (node) => node.traceTransaction(hash, { timeoutMs: 1500 }), `["${hash}",{"timeout":"1500ms"}]`],
  ["part of one", (node) => node.traceTransaction(hash, { timeoutMs: 0.2 }), `["${hash}",{"timeout":"1ms"}]`],
  [
    "a duration as the node reads it",
    (node) => node.traceTransaction(hash, { tracer: "callTracer", timeout: "1m2.5s" }),
    `["${hash}",{"tracer":"callTracer","timeout":"1m2.5s"}]`,
  ],
  [
    "what to record, and how much of it",
    (node) => node.traceTransaction(hash, { limit: 10, enableReturnData: true, reexec: 128 }),
    `["${hash}",{"enableReturnData":true,"limit":10,"reexec":128}]`,
  ],
  [
    "a tracer",
    (node) => node.traceTransaction(hash, { tracer: "callTracer", tracerConfig: { withLog: true } }),
    `["${hash}",{"tracer":"callTracer","tracerConfig":{"withLog":true}}]`,
  ],
  [
    "what to leave out",
    (node) => node.traceTransaction(hash, { disableStack: true, disableStorage: false, enableMemory: true }),
    `["${hash}",{"disableStack":true,"disableStorage":false,"enableMemory":true}]`,
  ],
  ["no third parameter", (node) => node.traceCallMany(to, at), `[${sentTo},${sentAt},{}]`],
  [
    "the end of a block",
    (node) => node.traceCallMany(to, { blockNumber: "latest", transactionIndex: -1 }),
    `[${sentTo},{"blockNumber":"latest","transactionIndex":-1},{}]`,
  ],
  [
    "a call's quantities",
    (node) => node.traceCallMany([{ transactions: [{ gas: 30_000, gasPrice: 1n, value: "0x00", data: "0x" }] }], at),
    `[[{"transactions":[{"gas":"0x7530","gasPrice":"0x1","value":"0x0","data":"0x"}]}],${sentAt},{}]`,
  ],
  [
    "another block",
    (node) => node.traceCallMany([{ transactions: [{}], blockOverride: { blockNumber: 255 } }], at),
    `[[{"transactions":[{}],"blockOverride":{"blockNumber":"0xff"}}],${sentAt},{}]`,
  ],
  [
    "another block of Ethereum",
    (node) => node.traceCallMany([{ transactions: [{}], blockOverrides: { number: 1, time: 16n } }], at),
    `[[{"transactions":[{}],"blockOverrides":{"number":"0x1","time":"0x10"}}],${sentAt},{}]`,
  ],
  [
    "changed accounts",
    (node) =>
      node.traceCallMany(to, at, { stateOverrides: { [address]: { balance: 10n, stateDiff: { [hash]: hash } } } }),
    `[${sentTo},${sentAt},{"${address}":{"balance":"0xa","stateDiff":{"${hash}":"${hash}"}}}]`,
  ],
  [
    "changed accounts without a name around them",
    (node) => node.traceCallMany(to, at, { [address]: { balance: 10n } }),
    `[${sentTo},${sentAt},{"${address}":{"balance":"0xa"}}]`,
  ],
  [
    "a trace config",
    (node) => node.traceCallMany(to, at, { tracer: "callTracer", timeoutMs: 60_000 }),
    `[${sentTo},${sentAt},{"tracer":"callTracer","timeout":"60000ms"}]`,
  ],
  ["an id", (node) => node.getMempoolDescendants(txid), `["${txid}"]`],
  ["a false flag", (node) => node.getMempoolDescendants(txid, { verbose: false }), `["${txid}",false]`],
  ["a flag", (node) => node.getMempoolDescendants(txid, { verbose: true }), `["${txid}",true]`],
  ["nothing", (node) => node.call("eth_chainId", []), "[]"],
  ["defaults", (node) => node.call("eth_getBlockByNumber", [7]), '["0x7",false]'],
  ["defaults", (node) => node.call("eth_getBalance", [address]), `["${address}","latest"]`],
  [
    "a block's hash, leading zeros included",
    (node) => node.call("eth_getBalance", [address, low]),
    `["${address}","${low}"]`,
  ],
  ["a block's hash", (node) => node.call("debug_traceBlockByNumber", [low]), `["${low}",{}]`],
  [
    "a block by hash as in EIP-1898",
    (node) => node.call("eth_getBalance", [address, { blockHash: low, requireCanonical: true }]),
    `["${address}",{"blockHash":"${low}","requireCanonical":true}]`,
  ],
  [
    "a block by number as in EIP-1898",
    (node) => node.call("eth_getBalance", [address, { blockNumber: 7 }]),
    `["${address}",{"blockNumber":"0x7"}]`,
  ],
  [
    "a block by hash to simulate on",
    (node) => node.traceCallMany(to, { blockNumber: { blockHash: low } }),
    `[${sentTo},{"blockNumber":{"blockHash":"${low}"}},{}]`,
  ],
  ["a flag of its own", (node) => node.call("getblockheader", [txid]), `["${txid}",true]`],
  [
    "what is unknown, as it is",
    (node) => node.call("x_y", [{ a: 2n ** 64n }, null]),
    '[{"a":18446744073709551616},null]',
  ],
  ["a name of every object", (node) => node.call("toString", ["x"]), '["x"]'],
];

const queries: readonly (readonly [call: (node: NodeClient) => Promise<unknown>, target: string])[] = [
  [
    (node) => node.attestationData({ slot: 2n ** 64n - 1n, committeeIndex: 3 }),
    "/eth/v1/validator/attestation_data?slot=18446744073709551615&committee_index=3",
  ],
  [
    (node) => node.beacon.produceAttestationData({ slot: 0, committeeIndex: 0 }),
    "/eth/v1/validator/attestation_data?slot=0&committee_index=0",
  ],
  [(node) => node.beacon.getBlockHeader({ blockId: 7n }), "/eth/v1/beacon/headers/7"],
  [(node) => node.beacon.getBlockHeader({ blockId: hash }), `/eth/v1/beacon/headers/${hash}`],
  [
    (node) => node.beacon.getStateFinalityCheckpoints({ stateId: "head" }),
    "/eth/v1/beacon/states/head/finality_checkpoints",
  ],
  [(node) => node.beacon.getSyncingStatus({}), "/eth/v1/node/syncing"],
];

describe("connectNode, valid parameters", () => {
  const stub = useStubServer();

  for (const [what, call, params] of written) {
    it(`${what}: written as ${params.replaceAll(hash, "HASH").replaceAll(address, "ADDRESS")}`, async () => {
      stub.answer = (_, response) => void response.end('{"id":1,"error":{"code":-32601,"message":"no"}}');
      await call(connectNode({ https: stub.url.href })).catch(() => undefined);
      const [{ body = "", method } = {}] = stub.seen;
      expect(body).to.include(`"params":${params}}`);
      expect(method).to.equal("POST");
    });
  }

  for (const [call, target] of queries) {
    it(`${target.replaceAll(hash, "HASH")}: requested, whether the endpoint ends with /eth/v1 or not`, async () => {
      stub.answer = (_, response) => void response.writeHead(404).end();
      for (const path of ["", "eth/v1", "eth/v1/"]) {
        const beacon = `${stub.url.href}${path}`;
        await call(connectNode({ https: stub.url.href, beacon })).catch(() => undefined);
      }
      expect(stub.seen.map((seen) => seen.target)).to.deep.equal([target, target, target]);
      expect(stub.seen.map(({ method }) => method)).to.deep.equal(["GET", "GET", "GET"]);
    });
  }

  it("Bitcoin and its relatives: JSON-RPC 1.0, others 2.0", async () => {
    const node = connectNode({ https: stub.url.href }, { attempts: 1 });
    for (const call of [node.getMempoolDescendants(txid), node.getTransactionReceipt(hash), node.call("x", [])]) {
      await call.catch(() => undefined);
    }
    const dialects = stub.seen.map(({ body }) => (JSON.parse(body) as { jsonrpc: string }).jsonrpc);
    expect(dialects).to.deep.equal(["1.0", "2.0", "2.0"]);
  });

  for (const tracer of ["toString", "constructor", "__proto__", "hasOwnProperty"]) {
    it(`tracer named ${tracer}: result passed through`, async () => {
      stub.answer = (_, response) => void response.end('{"id":1,"result":{"a":1}}');
      const node = connectNode({ https: stub.url.href });
      expect(await node.traceTransaction(hash, { tracer })).to.deep.equal({ a: 1 });
      expect(stub.seen).to.have.length(1);
    });
  }

  it("hash: only 0x and 64 hex digits sent", async () => {
    stub.answer = (_, response) => void response.end('{"jsonrpc":"2.0","id":1,"result":null}');
    const node = connectNode({ https: stub.url.href });
    const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdefABCDEF"), minLength: 62, maxLength: 66 });
    const like = fc.tuple(fc.constantFrom("0x", "0X", "", "x", " 0x"), hex, fc.constantFrom("", "\n", " ", "0"));
    const text = fc.oneof(
      like.map((parts) => parts.join("")),
      fc.string(),
      fc.string({ unit: "binary" }),
    );
    await fc.assert(
      fc.asyncProperty(text, async (candidate) => {
        const before = stub.seen.length;
        await node.getTransactionReceipt(candidate).catch(() => undefined);
        expect(stub.seen.length - before).to.equal(/^0x[0-9a-fA-F]{64}$/.test(candidate) ? 1 : 0);
      }),
      { numRuns: casesOf(1_000, 200) },
    );
  });
});
