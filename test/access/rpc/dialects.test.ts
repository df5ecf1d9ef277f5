import { expect } from "chai";
import { connectNode } from "../../../provider/access/connect-node.js";
import {
  account,
  block,
  type Call,
  calls,
  child,
  core,
  entry,
  frame,
  log,
  otsEntry,
  receipt,
  respond,
  result,
  root,
  sender,
  slotRoot,
  struct,
  topic,
  tx,
  txid,
  word,
  writer,
} from "../../support/access/node-answers.js";
import { type Responder, useStubServer } from "../../support/http/stub-server.js";

const readLog = {
  address: writer,
  topics: [topic],
  data: word,
  blockHash: block,
  blockNumber: 6n,
  blockTimestamp: "0x6b010807",
  transactionHash: tx,
  transactionIndex: 0,
  logIndex: 0,
  removed: false,
};
const readFrame = {
  ...{ from: sender, gas: 0x74f18n, gasUsed: 0xd6b1n, to: root, input: "0x", output: "0xdeadbeef" },
  calls: [
    {
      ...{ from: root, gas: 0x6af65n, gasUsed: 0x18n, to: writer, input: "0x" },
      ...{ error: "execution reverted", value: 0n, type: "CALL" },
    },
    { from: root, to: writer, gas: 1n, gasUsed: 1n, input: "0x", type: "STATICCALL" },
  ],
  value: 0n,
  type: "CALL",
};
const readStruct = {
  structLogs: [{ pc: 0, op: "PUSH1", gas: 9000n, gasCost: 3n, depth: 1, stack: [], memory: [] }],
  ...{ gas: 21003n, returnValue: "", gasUsed: 21003n, failed: false },
};
const readAccount = { [sender]: { balance: 10_000n * 10n ** 18n, nonce: 5 } };
const readReceipt = {
  ...{ type: 2, status: "success", cumulativeGasUsed: 54961n, logs: [readLog], logsBloom: "0x00", gasUsed: 54961n },
  ...{ transactionHash: tx, transactionIndex: 0, blockHash: block, blockNumber: 6n, from: sender, to: root },
  ...{ effectiveGasPrice: 0x5a45a331n, blobGasPrice: "0x1", contractAddress: null, blockTimestamp: 1795229703 },
};
const readOts = { type: "STATICCALL", depth: 0, from: sender, to: root, value: null, input: "0x" };
const readEntry = { feeSats: 100_000n, vsize: 110, timestampMs: 1795229703000, height: 101, depends: [txid] };
const attested = {
  ...{ slot: 61n, index: 0, beaconBlockRoot: slotRoot },
  ...{ source: { epoch: 6n, root: slotRoot }, target: { epoch: 7n, root: slotRoot } },
};

const values: readonly (readonly [what: string, call: Call, answer: Responder, value: unknown])[] = [
  [
    "anvil's filter id",
    "newFilter",
    result('"0x684a58337857774e76724b3137753866"'),
    "0x684a58337857774e76724b3137753866",
  ],
  ["ganache's filter id", "newFilter", result('"0x1"'), "0x1"],
  ["new logs", "changes", result(`[${log}]`), [readLog]],
  ["no new logs", "changes", result("[]"), []],
  ["every log of a filter", "filterLogs", result(`[${log}]`), [readLog]],
  ["a removed filter", "uninstall", result("true"), true],
  ["an unknown filter", "uninstall", result("false"), false],
  ["a call tree", "callTrace", result(frame), readFrame],
  ["accounts", "prestate", result(`{${account}}`), readAccount],
  ["a diff", "prestateDiff", result(`{"post":{},"pre":{${account}}}`), { pre: readAccount, post: {} }],
  ["struct logs", "structTrace", result(struct), readStruct],
  ["another tracer's result", "otherTrace", result("{}"), {}],
  ["a flat list of traces", "simulate", result(`[${struct},${struct}]`), [[readStruct], [readStruct]]],
  ["traces by bundle", "simulate", result(`[[${struct}],[${struct}]]`), [[readStruct], [readStruct]]],
  ["call trees by bundle", "simulateCalls", result(`[[${frame}],[${frame}]]`), [[readFrame], [readFrame]]],
  ["a flat list of call trees", "simulateCalls", result(`[${frame},${frame}]`), [[readFrame], [readFrame]]],
  ["a receipt", "receipt", result(receipt), readReceipt],
  ["no receipt", "receipt", result("null"), null],
  ["a list of calls", "ots", result(`[${otsEntry}]`), [readOts]],
  ["calls in an object", "ots", result(`{"txHash":"${tx}","calls":[]}`), []],
  ["null for an unknown transaction", "ots", result("null"), null],
  ["ids", "descendants", core(`["${child}"]`), [child]],
  ["no descendants", "descendants", core("[]"), []],
  ["litecoind's entries by id", "entries", core(`{"${child}":{${entry}}}`), [{ ...readEntry, txid: child }]],
  [
    "bcoin's list of entries",
    "entries",
    core(`[{${entry.replace(/"fees".*"vsize"/, '"fee":0.001,"size"')}}]`),
    [readEntry],
  ],
  [
    "Lodestar's attestation",
    "attest",
    respond(
      `{"data":{"slot":"61","index":"0","beacon_block_root":"${slotRoot}","source":{"epoch":"6","root":"${slotRoot}"},"target":{"epoch":"7","root":"${slotRoot}"}}}`,
    ),
    attested,
  ],
  [
    "an attestation that is nested without an envelope",
    "attest",
    respond(
      `{"slot":61,"index":0,"beacon_block_root":"${slotRoot}","source":{"epoch":6,"root":"${slotRoot}"},"target":{"epoch":7,"root":"${slotRoot}"}}`,
    ),
    attested,
  ],
  [
    "the platform's flat attestation in an envelope",
    "attest",
    respond(
      `{"data":{"slot":61,"index":0,"beacon_block_root":"${slotRoot}","source_epoch":6,"source_root":"${slotRoot}","target_epoch":7,"target_root":"${slotRoot}"}}`,
    ),
    attested,
  ],
  [
    "the platform's flat attestation",
    "attest",
    respond(
      `{"slot":61,"index":0,"beacon_block_root":"${slotRoot}","source_epoch":6,"source_root":"${slotRoot}","target_epoch":7,"target_root":"${slotRoot}"}`,
    ),
    attested,
  ],
];

describe("connectNode, responses of real nodes", () => {
  const stub = useStubServer();

  for (const [what, call, answer, value] of values) {
    it(`${what} (${call}): read`, async () => {
      stub.answer = answer;
      const node = connectNode({ https: stub.url.href, beacon: stub.url.href });
      expect(await calls[call](node)).to.deep.equal(value);
      expect(stub.seen).to.have.length(1);
    });
  }

  it("Hyperliquid's second endpoint: returns a list of calls", async () => {
    stub.answer = result(`[${otsEntry}]`);
    const node = connectNode({ https: `${stub.url.href}evm` }, { chain: "hyperliquid-mainnet" });
    const other = connectNode({ https: stub.url.href }, { chain: "hyperliquid-mainnet" });
    await Promise.all([node.otsTraceTransaction(tx), other.otsTraceTransaction(tx)]);
    expect(stub.seen.map(({ target }) => target)).to.deep.equal(["/evm", "/evm"]);
  });

  it("bcoin, transaction without descendants: null becomes the error next to it", async () => {
    stub.answer = core("null", '{"message":"Transaction not in mempool.","code":-1}');
    const node = connectNode({ https: stub.url.href });
    const failure = await node.getMempoolDescendants(txid).catch((error: unknown) => error);
    expect(failure).to.include({ code: "rpc", kind: "rpc", rpcCode: -1 });
  });
});
