import { expect } from "chai";
import { connectNode } from "../../../provider/access/connect-node.js";
import type { NodeClient } from "../../../provider/access/node-client.js";
import { RejectedError } from "../../../provider/errors/errors.js";
import {
  address,
  hash,
  noAddress,
  noBlock,
  noCount,
  noDuration,
  noFlag,
  noHash,
  noId,
  noQuantity,
  noSlot,
  noTime,
  noTxid,
  txid,
} from "../../support/access/wrong-values.js";
import { json, useStubServer } from "../../support/http/stub-server.js";

const bundles = [{ transactions: [{ to: address }] }];
const at = { blockNumber: 1 };

/** Any call, with parameters that the types would reject. */
type Loose = (...given: readonly unknown[]) => Promise<unknown>;
const given = (node: NodeClient, name: keyof NodeClient) => node[name] as unknown as Loose;
const beacon = (node: NodeClient, name: keyof NodeClient["beacon"]) => node.beacon[name] as unknown as Loose;
const failureOf = (call: Promise<unknown>) =>
  call.then(
    (value) => expect.fail(`gave ${String(value)}`),
    (reason: unknown) => reason,
  );

type Bad = readonly [field: string, wrong: readonly unknown[], place: (wrong: never) => readonly unknown[]];

const filter = (field: string, wrong: readonly unknown[]): Bad => [
  ...([`filter.${field}`, wrong, (value: never) => [{ [field]: value }]] as const),
];
const bundle = (field: string, wrong: readonly unknown[]): Bad => [
  `bundles[0].transactions[0].${field}`,
  wrong,
  (value: never) => [[{ transactions: [{ to: address, [field]: value }] }], at],
];
const override = (field: string, wrong: readonly unknown[]): Bad => [
  `options.stateOverrides.${address}.${field}`,
  wrong,
  (value: never) => [bundles, at, { stateOverrides: { [address]: { [field]: value } } }],
];
const onlyHash: readonly Bad[] = [["hash", [...noHash, undefined], (value) => [value]]];
const onlyId: readonly Bad[] = [["id", noId, (value) => [value]]];

const bad: Partial<Record<keyof NodeClient, readonly Bad[]>> = {
  newFilter: [
    ["filter", [null, undefined, 1, [], { blockhash: hash }, { limit: 1 }], (value) => [value]],
    ...[filter("fromBlock", noBlock), filter("toBlock", noBlock), filter("blockHash", noHash)],
    ["filter.blockHash", [{ fromBlock: 1 }, { toBlock: "latest" }], (value: object) => [{ blockHash: hash, ...value }]],
    filter("address", noAddress),
    ["filter.address[1]", noAddress, (value) => [{ address: [address, value] }]],
    filter("topics", [hash, 1, {}]),
    ["filter.topics[0]", noHash.filter((value) => value !== null), (value) => [{ topics: [value] }]],
    ["filter.topics[1][0]", noHash, (value) => [{ topics: [null, [value]] }]],
  ],
  ...{ getFilterChanges: onlyId, getFilterLogs: onlyId, uninstallFilter: onlyId },
  ...{ getTransactionReceipt: onlyHash, waitForReceipt: onlyHash, otsTraceTransaction: onlyHash },
  traceTransaction: [
    ...onlyHash,
    ["options", [null, 1, "callTracer", { nope: 1 }], (value) => [hash, value]],
    ["options.timeout", noDuration, (value) => [hash, { timeout: value }]],
    ["options.timeout", ["5s"], (value) => [hash, { timeout: value, timeoutMs: 5_000 }]],
    ["options.limit", noCount, (value) => [hash, { limit: value }]],
    ["options.enableReturnData", noFlag, (value) => [hash, { enableReturnData: value }]],
    ["options.timeoutMs", noTime, (value) => [hash, { timeoutMs: value }]],
    ["options.tracer", ["", " ", 1, null], (value) => [hash, { tracer: value }]],
    ["options.tracerConfig", [1, "{}", null], (value) => [hash, { tracerConfig: value }]],
    ["options.disableStack", noFlag, (value) => [hash, { disableStack: value }]],
  ],
  traceCallMany: [
    ["bundles", [[], null, {}, undefined], (value) => [value, at]],
    ["bundles[0]", [{ transactions: [{}], nope: 1 }, null], (value) => [[value], at]],
    ["bundles[0].transactions", [[], null, undefined], (value) => [[{ transactions: value }], at]],
    ["bundles[0].transactions[0]", [{ input: "0x" }, 1, null], (value) => [[{ transactions: [value] }], at]],
    ...[bundle("from", noAddress), bundle("to", noAddress), bundle("gas", noQuantity), bundle("value", noQuantity)],
    ...[bundle("gasPrice", noQuantity), bundle("maxFeePerGas", noQuantity), bundle("data", ["", "0x1", "ab", 1])],
    [
      "bundles[0].blockOverride.blockNumber",
      noBlock,
      (value) => [[{ ...bundles[0], blockOverride: { blockNumber: value } }], at],
    ],
    [
      "bundles[0].blockOverrides.time",
      noQuantity,
      (value) => [[{ ...bundles[0], blockOverrides: { time: value } }], at],
    ],
    ["context", [null, undefined, { blockNumber: 1, index: 1 }], (value) => [bundles, value]],
    ["context.blockNumber", [...noBlock, undefined], (value) => [bundles, { blockNumber: value }]],
    [
      "context.transactionIndex",
      [-2, 1.5, Number.NaN, "0", 1n],
      (value) => [bundles, { ...at, transactionIndex: value }],
    ],
    ["options", [{ nope: 1 }, 1, null], (value) => [bundles, at, value]],
    ["options.timeoutMs", noTime, (value) => [bundles, at, { timeoutMs: value }]],
    ["options.0x12", [{}], (value) => [bundles, at, { "0x12": value }]],
    [`options.${address}`, [1], (value) => [bundles, at, { [address]: { nope: value } }]],
    ["options.stateOverrides.0x12", [{}], (value) => [bundles, at, { stateOverrides: { "0x12": value } }]],
    ...[override("balance", noQuantity), override("nonce", noQuantity), override("code", ["", "0x1", 1])],
  ],
  getMempoolDescendants: [
    ["txid", noTxid, (value) => [value]],
    ["verbose", noFlag, (value) => [txid, { verbose: value }]],
  ],
  attestationData: [
    ["slot", noSlot, (value) => [{ slot: value, committeeIndex: 0 }]],
    ["committeeIndex", [...noSlot, 1n], (value) => [{ slot: 1, committeeIndex: value }]],
    ["arguments", [null, 1, { slot: 1, committeeIndex: 1, epoch: 1 }], (value) => [value]],
  ],
};
const badIds = [
  -1,
  1.5,
  Number.NaN,
  2 ** 53,
  "",
  "latest",
  "../node/version",
  "head?x",
  "0x12",
  `${hash}0`,
  null,
  undefined,
];

const badCalls: readonly (readonly [field: string, method: string, wrong: readonly (readonly unknown[])[]])[] = [
  ["params", "eth_chainId", [[1], [undefined]]],
  ["params", "eth_newFilter", [[], [{}, {}]]],
  ["params", "debug_traceTransaction", [[], [hash, {}, 1]]],
  ["params", "debug_traceCallMany", [[], [bundles], [bundles, at, {}, 1]]],
  ["params", "getmempooldescendants", [[], [txid, true, 1]]],
  ["params", "eth_getLogs", [[], [{}, 1]]],
  ["block", "eth_getBlockByNumber", noBlock.map((value) => [value])],
  ["withTransactions", "eth_getBlockByNumber", noFlag.map((value) => ["latest", value])],
  ["address", "eth_getBalance", noAddress.map((value) => [value])],
  ["block", "eth_getBalance", noBlock.map((value) => [address, value])],
  ["block.blockHash", "eth_getBalance", noHash.map((value) => [address, { blockHash: value }])],
  ["block.blockNumber", "eth_getBalance", noBlock.map((value) => [address, { blockNumber: value }])],
  [
    "block.requireCanonical",
    "eth_getBalance",
    noFlag.map((value) => [address, { blockHash: hash, requireCanonical: value }]),
  ],
  [
    "block",
    "eth_getBalance",
    [
      [address, { blockHash: hash, blockNumber: 1 }],
      [address, []],
    ],
  ],
  ["filter.address", "eth_getLogs", noAddress.map((value) => [{ address: value }])],
  ["height", "getblockhash", [-1, 1.5, Number.NaN, 2 ** 53, "1", null].map((value) => [value])],
  ["hash", "getblockheader", noTxid.map((value) => [value])],
  ["options", "getSlot", [[{ nope: 1 }], ["finalized"]]],
  ["options.commitment", "getSlot", [[{ commitment: "max" }], [{ commitment: ["finalized"] }]]],
  ["slot", "getBlockTime", [-1, 1.5, "1", null].map((value) => [value])],
];

describe("connectNode, invalid parameters", () => {
  const stub = useStubServer();
  const connect = () => connectNode({ https: stub.url.href, beacon: stub.url.href });

  // If anything were sent, there would be no reason to wait or retry.
  beforeEach(() => {
    stub.answer = json({}, 401);
  });

  async function rejects(call: Promise<unknown>, field: string): Promise<void> {
    const failure = await failureOf(call);
    expect(failure).to.be.instanceOf(RejectedError);
    expect(Object.keys((failure as RejectedError).fields)).to.deep.equal([field]);
    expect((failure as RejectedError).message).to.not.match(/invalid|expected|unrecognized/i);
    expect(stub.seen).to.have.length(0);
  }

  for (const [name, rows] of Object.entries(bad) as [keyof NodeClient, readonly Bad[]][]) {
    for (const [field, wrong, place] of rows) {
      it(`${name}, ${field}: RejectedError that names it, nothing sent`, async () => {
        for (const value of wrong) {
          await rejects(given(connect(), name)(...place(value as never)), field);
        }
      });
    }
  }

  for (const [field, method, wrong] of badCalls) {
    it(`call ${method}, ${field}: RejectedError that names it, nothing sent`, async () => {
      for (const params of wrong) {
        await rejects(given(connect(), "call")(method, params), field);
      }
    });
  }

  it("beacon, invalid block or state id: RejectedError that names it, nothing sent", async () => {
    for (const value of badIds) {
      await rejects(beacon(connect(), "getBlockHeader")({ blockId: value }), "blockId");
      await rejects(beacon(connect(), "getStateFinalityCheckpoints")({ stateId: value }), "stateId");
    }
  });

  it("batch with one invalid call: nothing sent", async () => {
    const calls = [{ method: "eth_chainId" }, { method: "eth_getTransactionReceipt", params: ["0x12"] }];
    await rejects(connect().batch(calls), "hash");
  });
});
