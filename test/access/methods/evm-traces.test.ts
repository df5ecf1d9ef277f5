import { expect } from "chai";
import { type CallFrame, connectNode, type NodeClient } from "pulumi-blockchain-nodes";
import { deployCallTree, transact } from "../../support/access/call-tree";
import { useEvmScene } from "../../support/access/evm-scene";
import { failureOf } from "../../support/access/failure";
import { type NodeProcess, startAnvil } from "../../support/nodes/nodes";

/** Call types, as in `CALL(CALL,STATICCALL!)`; `!` marks failed calls. */
function shapeOf({ type, error, calls = [] }: CallFrame): string {
  const inner = calls.length === 0 ? "" : `(${calls.map(shapeOf).join(",")})`;
  return `${type}${error === undefined ? "" : "!"}${inner}`;
}

const unknownHash = `0x${"ab".repeat(32)}`;

describe("traces on anvil", () => {
  const scene = useEvmScene("--steps-tracing");

  it("callTracer: complete tree, quantities as bigint", async () => {
    const frame = await scene.client.traceTransaction(scene.tree.hash, { tracer: "callTracer", timeoutMs: 10_000 });
    expect(shapeOf(frame)).to.equal("CALL(CALL(CALL,STATICCALL,CALL),DELEGATECALL,CALL!)");
    expect(frame).to.include({
      from: scene.tree.account,
      to: scene.tree.root,
      gas: 0x74f18n,
      gasUsed: 0xd6b1n,
      value: 0n,
      input: "0x",
    });
    const [mid, , reverted] = frame.calls ?? [];
    expect(mid?.calls?.[1]).to.include({ type: "STATICCALL", to: scene.tree.leaf }).and.not.to.have.property("value");
    expect(reverted).to.include({ to: scene.tree.reverter, output: "0xdeadbeef", error: "execution reverted" });
  });

  it("callTracer withLog, onlyTopCall: logs, outermost call only", async () => {
    const options = { tracer: "callTracer" } as const;
    const withLog = await scene.client.traceTransaction(scene.tree.hash, {
      ...options,
      tracerConfig: { withLog: true },
    });
    expect(withLog.calls?.[0]?.calls?.[2]?.logs?.map(({ address }) => address)).to.deep.equal([scene.tree.writer]);
    const top = await scene.client.traceTransaction(scene.tree.hash, {
      ...options,
      tracerConfig: { onlyTopCall: true },
    });
    expect(top.calls ?? []).to.deep.equal([]);
  });

  it("callTracer of a plain transfer and of a failed transaction: one call", async () => {
    const { account, reverter } = scene.tree;
    const transfer = await transact(scene.node.rpc, { from: account, to: account, value: "0x1" });
    const trace = { tracer: "callTracer" } as const;
    const sent = await scene.client.traceTransaction(transfer.transactionHash ?? "", trace);
    expect(sent).to.include({ type: "CALL", value: 1n }).and.not.to.have.property("calls");
    const failed = await transact(scene.node.rpc, { from: account, to: reverter, gas: "0x7a120" });
    expect(failed.status).to.equal("0x0");
    expect(await scene.client.traceTransaction(failed.transactionHash ?? "", trace)).to.include({
      error: "execution reverted",
    });
  });

  it("prestateTracer: accounts before, and changes in diff mode", async () => {
    const before = await scene.client.traceTransaction(scene.tree.hash, { tracer: "prestateTracer" });
    expect(before[scene.tree.leaf]).to.deep.include({ balance: 0n, nonce: 1, code: "0x602a60005260206000f3" });
    expect(before[scene.tree.account]?.balance).to.be.a("bigint");
    const diff = await scene.client.traceTransaction(scene.tree.hash, {
      tracer: "prestateTracer",
      tracerConfig: { diffMode: true },
    });
    const [slot, word] = [`0x${"00".repeat(32)}`, `0x${"01".padStart(64, "0")}`];
    expect(diff.post[scene.tree.writer]?.storage).to.deep.equal({ [slot]: word });
    expect(diff.post[scene.tree.account]?.nonce).to.equal(6);
    expect(diff.pre[scene.tree.account]?.nonce).to.equal(5);
  });

  it("no tracer: steps, none for a transfer", async () => {
    const trace = await scene.client.traceTransaction(scene.tree.hash);
    expect(trace).to.include({ failed: false, gas: 0xd6b1n });
    expect(trace.returnValue).to.match(/^(?:0x)?deadbeef/);
    expect(trace.structLogs.length).to.be.greaterThan(50);
    expect(trace.structLogs[0]).to.include({ pc: 0, op: "PUSH1", depth: 1 });
    expect(trace.structLogs[0]?.gasCost).to.equal(3n);
    expect(new Set(trace.structLogs.map(({ depth }) => depth))).to.deep.equal(new Set([1, 2, 3]));
  });

  it("another tracer: passed through; unknown to the node: its error", async () => {
    expect(await scene.client.traceTransaction(scene.tree.hash, { tracer: "noopTracer" })).to.deep.equal({});
    expect(await failureOf(scene.client.traceTransaction(scene.tree.hash, { tracer: "nopeTracer" }))).to.include({
      code: "rpc",
      kind: "rpc",
      rpcCode: -32603,
    });
  });

  it("unknown transaction, for which anvil invents an empty trace: error", async () => {
    const steps = await failureOf(scene.client.traceTransaction(unknownHash));
    expect(steps).to.include({ code: "shape", method: "debug_traceTransaction", path: "result" });
    expect(steps.message).to.include("the node does not know the transaction");
    const calls = await failureOf(scene.client.traceTransaction(unknownHash, { tracer: "callTracer" }));
    expect(calls).to.include({ code: "shape", path: "result.type" });
  });

  it("block: one trace per transaction", async () => {
    const receipt = await scene.client.getTransactionReceipt(scene.tree.hash);
    const block = await scene.client.call("debug_traceBlockByNumber", [
      receipt?.blockNumber ?? 0n,
      { tracer: "callTracer" },
    ]);
    expect(block).to.have.length(1);
    expect(block[0]?.txHash).to.equal(scene.tree.hash);
    expect(block[0]?.result).to.deep.equal(
      await scene.client.traceTransaction(scene.tree.hash, { tracer: "callTracer" }),
    );
  });

  it("ots_traceTransaction: flat list with depths", async () => {
    const entries = (await scene.client.otsTraceTransaction(scene.tree.hash)) ?? [];
    expect(entries.map(({ type, depth }) => `${depth}${type}`)).to.deep.equal([
      "0CALL",
      "1CALL",
      "2CALL",
      "2STATICCALL",
      "2CALL",
      "1DELEGATECALL",
      "1CALL",
    ]);
    expect(entries[0]).to.include({ from: scene.tree.account, to: scene.tree.root, value: 0n, input: "0x" });
    expect(await scene.client.otsTraceTransaction(unknownHash)).to.deep.equal([]);
  });

  it("traceCallMany: not offered by anvil itself", async () => {
    const error = await failureOf(
      scene.client.traceCallMany([{ transactions: [{ to: scene.tree.leaf }] }], { blockNumber: 1n }),
    );
    expect(error).to.include({ code: "rpc", kind: "method", rpcCode: -32601 });
  });
});

describe("traces on a pruned anvil", () => {
  let node: NodeProcess;
  let client: NodeClient;
  before(async () => {
    node = await startAnvil("--prune-history");
    client = connectNode({ https: node.url });
  });
  after(async () => {
    await node?.stop();
  });

  it("pruned state: no-state error, receipts and Otterscan's list still available", async () => {
    const tree = await deployCallTree(node.rpc);
    await node.rpc("anvil_mine", ["0x28"]);
    const error = await failureOf(client.traceTransaction(tree.hash, { tracer: "callTracer" }));
    expect(error).to.include({ code: "rpc", kind: "no-state", rpcCode: -32001 });
    const balance = await failureOf(client.call("eth_getBalance", [tree.account, 1]));
    expect(balance).to.include({ kind: "no-state", rpcCode: -32602 });
    expect((await client.getTransactionReceipt(tree.hash))?.status).to.equal("success");
    expect(await client.otsTraceTransaction(tree.hash)).to.have.length(7);
  });
});
