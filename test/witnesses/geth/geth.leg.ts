import { expect } from "chai";
import { type CallFrame, connectNode, type NodeClient } from "pulumi-blockchain-nodes";
import { type CallTree, deployCallTree, transact, transferTopic } from "../../support/access/call-tree";
import { failureOf } from "../../support/access/failure";
import type { NodeProcess } from "../../support/nodes/nodes";
import { buildWitness } from "../build-witness";
import { startGeth } from "./start-geth";

function shapeOf({ type, error, calls = [] }: CallFrame): string {
  const inner = calls.length === 0 ? "" : `(${calls.map(shapeOf).join(",")})`;
  return `${type}${error === undefined ? "" : "!"}${inner}`;
}

describe("geth", function () {
  this.timeout(60_000);
  let node: NodeProcess;
  let client: NodeClient;
  let tree: CallTree;
  before(async function () {
    this.timeout(30 * 60_000);
    node = await startGeth(await buildWitness("geth"));
    client = connectNode({ https: node.url, wss: node.url.replace("http", "ws") });
    tree = await deployCallTree(node.rpc);
  });
  after(async () => {
    await client?.close();
    await node?.stop();
  });

  it("traceTransaction with callTracer: complete tree, quantities as bigint", async () => {
    const frame = await client.traceTransaction(tree.hash, { tracer: "callTracer", timeout: "10s" });
    expect(shapeOf(frame)).to.equal("CALL(CALL(CALL,STATICCALL,CALL),DELEGATECALL,CALL!)");
    expect(frame.gasUsed).to.be.a("bigint");
  });

  it("traceTransaction with prestateTracer: accounts before, and changes", async () => {
    const before = await client.traceTransaction(tree.hash, { tracer: "prestateTracer" });
    expect(before[tree.leaf]).to.include({ code: "0x602a60005260206000f3" });
    const diff = await client.traceTransaction(tree.hash, {
      tracer: "prestateTracer",
      tracerConfig: { diffMode: true },
    });
    expect(Object.values(diff.post[tree.writer]?.storage ?? {})).to.deep.equal([`0x${"01".padStart(64, "0")}`]);
  });

  it("traceTransaction with struct logger, limit and enableReturnData: as geth understands them", async () => {
    const trace = await client.traceTransaction(tree.hash, { limit: 5, enableReturnData: true });
    expect(trace.failed).to.equal(false);
    expect(trace.structLogs.length).to.be.within(1, 6);
  });

  it("traceTransaction of an unknown hash: error that names the transaction", async () => {
    const error = await failureOf(client.traceTransaction(`0x${"ab".repeat(32)}`, { tracer: "callTracer" }));
    expect(error).to.include({ code: "rpc", rpcCode: -32000 });
  });

  it("getTransactionReceipt: status, logs, block", async () => {
    const receipt = await client.waitForReceipt(tree.hash);
    expect(receipt).to.include({ status: "success", to: tree.root });
    expect(receipt.logs.map(({ topics }) => topics[0])).to.deep.equal([transferTopic]);
  });

  it("newFilter for logs: each once, removed filter unknown", async () => {
    const filter = await client.newFilter({ address: tree.writer });
    await transact(node.rpc, { from: tree.account, to: tree.root, gas: "0x7a120" });
    // geth returns a receipt just before it updates its filters.
    const logs: unknown[] = [];
    while (logs.length === 0) {
      logs.push(...(await client.getFilterChanges(filter)));
    }
    expect(logs).to.have.length(1);
    expect(await client.getFilterChanges(filter)).to.deep.equal([]);
    expect(await client.uninstallFilter(filter)).to.equal(true);
    expect(await failureOf(client.getFilterChanges(filter))).to.include({ code: "rpc", kind: "no-filter" });
  });

  it("subscribe to newHeads: a head per new block", async () => {
    const heads = await client.subscribe("newHeads");
    await transact(node.rpc, { from: tree.account, to: tree.account, value: "0x1" });
    const { value } = await heads[Symbol.asyncIterator]().next();
    expect(value?.number).to.be.a("bigint");
    await heads.unsubscribe();
  });

  it("eth_getBlockByNumber pending: no hash", async () => {
    const block = await client.call("eth_getBlockByNumber", ["pending", false]);
    expect(block).to.include({ hash: null });
  });

  it("block hashes: every digit preserved, leading zeros too", async () => {
    for (let index = 0; index < 200; index += 1) {
      const { blockHash = "" } = await transact(node.rpc, { from: tree.account, to: tree.account, value: "0x1" });
      if (blockHash.startsWith("0x0")) {
        expect(await client.call("eth_getBlockByHash", [blockHash, false])).to.include({ hash: blockHash });
        const [log] = await client.call("eth_getLogs", [{ blockHash }]);
        expect(log).to.equal(undefined);
        return;
      }
    }
    throw new Error("Of 200 blocks none has a hash that begins with a zero.");
  });

  it("eth_getBalance with a block hash (EIP-1898): balance", async () => {
    const head = await client.call("eth_getBlockByNumber", ["latest", false]);
    const [byHash, byTag] = await Promise.all([
      client.call("eth_getBalance", [tree.account, { blockHash: head?.hash ?? "" }]),
      client.call("eth_getBalance", [tree.account, "latest"]),
    ]);
    expect(byHash).to.equal(byTag);
  });

  it("batch larger than geth's limit: every value", async () => {
    const items = await client.batch(Array.from({ length: 2_500 }, () => ({ method: "eth_chainId" })));
    expect(items).to.have.length(2_500);
    expect(items.filter((item) => !item.ok || item.value !== 1_337n)).to.deep.equal([]);
  });
});
