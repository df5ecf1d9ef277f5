import { expect } from "chai";
import { isProviderError, type RpcError } from "pulumi-blockchain-nodes";
import { type CallTree, transact, transferTopic } from "../../support/access/call-tree";
import { useEvmScene } from "../../support/access/evm-scene";
import { failureOf } from "../../support/access/failure";

describe("filters on anvil", () => {
  const scene = useEvmScene();
  const emit = () => transact(scene.node.rpc, { from: scene.tree.account, to: scene.tree.writer, gas: "0x7a120" });

  it("getFilterChanges: nothing before a log, each log once, then nothing", async () => {
    await scene.node.rpc("evm_mine");
    const id = await scene.client.newFilter({
      fromBlock: "latest",
      address: scene.tree.writer,
      topics: [transferTopic],
    });
    expect(id).to.match(/^0x[0-9a-f]{32}$/);
    expect(await scene.client.getFilterChanges(id)).to.deep.equal([]);
    const receipt = await emit();
    const changes = await scene.client.getFilterChanges(id);
    expect(changes).to.have.length(1);
    expect(changes[0]).to.include({
      address: scene.tree.writer,
      data: `0x${"aa".padStart(64, "0")}`,
      blockNumber: BigInt(receipt.blockNumber ?? ""),
      transactionHash: receipt.transactionHash,
      transactionIndex: 0,
      logIndex: 0,
      removed: false,
    });
    expect(changes[0]?.topics).to.deep.equal([transferTopic]);
    expect(await scene.client.getFilterChanges(id)).to.deep.equal([]);
  });

  for (const [name, filter] of [
    ["every contract", {}],
    ["several contracts", (own: CallTree) => ({ address: [own.writer, own.leaf] })],
    ["alternatives of a topic", { topics: [[transferTopic, `0x${"11".repeat(32)}`]] }],
    ["no topics", { topics: [] }],
    ["blocks from the earliest one", { fromBlock: "earliest" }],
    ["blocks by bigint, number and hex", { fromBlock: 0n, toBlock: 1_000_000 }],
  ] as const) {
    it(`getFilterLogs for ${name}: all logs, polled before or not`, async () => {
      const wanted = typeof filter === "function" ? filter(scene.tree) : filter;
      const toBlock = "toBlock" in wanted ? { toBlock: await scene.client.call("eth_blockNumber", []) } : {};
      const id = await scene.client.newFilter({ fromBlock: 0, ...wanted, ...toBlock });
      const logs = await scene.client.getFilterLogs(id);
      expect(logs.map(({ address }) => address)).to.include(scene.tree.writer);
      expect(await scene.client.getFilterLogs(id)).to.deep.equal(logs);
      expect(await scene.client.call("eth_getLogs", [{ fromBlock: 0, ...wanted, ...toBlock }])).to.deep.equal(logs);
    });
  }

  it("uninstallFilter: true, then false, then no-filter", async () => {
    const id = await scene.client.newFilter({});
    expect(await scene.client.uninstallFilter(id)).to.equal(true);
    expect(await scene.client.uninstallFilter(id)).to.equal(false);
    for (const lost of [scene.client.getFilterChanges(id), scene.client.getFilterChanges("0x1234")]) {
      const error = await failureOf(lost);
      expect(isProviderError(error, "rpc")).to.equal(true);
      expect(error).to.include({ kind: "no-filter", rpcCode: -32000, method: "eth_getFilterChanges" });
      expect(error.message).to.match(
        /^eth_getFilterChanges: 127\.0\.0\.1:\d+ responded with error -32000: filter not found\.$/,
      );
    }
  });

  it("block beyond the head: rejected by the node", async () => {
    const error = (await failureOf(scene.client.newFilter({ fromBlock: 10_000n, toBlock: 1n }))) as RpcError;
    expect(error).to.include({ code: "rpc", rpcCode: -32602 });
    expect(error.message).to.include("BlockOutOfRangeError");
  });

  it("block filter: hashes, distinguished from logs by getFilterChanges", async () => {
    const id = await scene.client.call("eth_newBlockFilter", []);
    const { blockHash } = await emit();
    expect(await scene.client.call("eth_getFilterChanges", [id])).to.deep.equal([blockHash]);
    await emit();
    expect(await failureOf(scene.client.getFilterChanges(id)))
      .to.include({ code: "shape", method: "eth_getFilterChanges" })
      .and.have.property("message")
      .that.includes("gives hashes, not logs");
  });
});
