import { expect } from "chai";
import { connectNode, type NodeClient } from "pulumi-blockchain-nodes";
import { deployCallTree, transferTopic } from "../../support/access/call-tree";
import { useEvmScene } from "../../support/access/evm-scene";
import { failureOf } from "../../support/access/failure";
import { error, receipt, respond, result, tx } from "../../support/access/node-answers.js";
import { type NodeProcess, startAnvil, startStub } from "../../support/nodes/nodes";

const unknownHash = `0x${"ab".repeat(32)}`;

describe("receipts on anvil", () => {
  const scene = useEvmScene();
  beforeEach(() => scene.node.rpc("evm_setAutomine", [true]));

  const send = async () =>
    String(
      await scene.node.rpc("eth_sendTransaction", [{ from: scene.tree.account, to: scene.tree.account, value: "0x1" }]),
    );

  it("every documented field: quantities as bigint, indices as numbers", async () => {
    const receipt = await scene.client.getTransactionReceipt(scene.tree.hash);
    expect(receipt).to.deep.include({
      transactionHash: scene.tree.hash,
      transactionIndex: 0,
      blockNumber: 6n,
      from: scene.tree.account,
      to: scene.tree.root,
      contractAddress: null,
      cumulativeGasUsed: 0xd6b1n,
      gasUsed: 0xd6b1n,
      status: "success",
      type: 2,
    });
    expect(receipt?.effectiveGasPrice).to.be.a("bigint");
    expect(receipt?.logsBloom).to.match(/^0x[0-9a-f]{512}$/);
    expect(receipt?.logs).to.have.length(1);
    expect(receipt?.logs[0]).to.deep.include({
      address: scene.tree.writer,
      topics: [transferTopic],
      blockNumber: 6n,
      logIndex: 0,
    });
    // Undocumented, a number here and hex in logs: passed through.
    expect(receipt).to.have.property("blockTimestamp");
  });

  it("contract creation: address; revert: failure status", async () => {
    const block = await scene.node.rpc("eth_getBlockByNumber", ["0x1", false]);
    const [creation = ""] = (block as { transactions: string[] }).transactions;
    expect(await scene.client.getTransactionReceipt(creation)).to.include({
      to: null,
      contractAddress: scene.tree.leaf,
    });
    const hash = await scene.node.rpc("eth_sendTransaction", [
      { from: scene.tree.account, to: scene.tree.reverter, gas: "0x7a120" },
    ]);
    expect(await scene.client.waitForReceipt(String(hash))).to.include({ status: "failure" });
  });

  it("pending or unknown transaction: null", async () => {
    await scene.node.rpc("evm_setAutomine", [false]);
    expect(await scene.client.getTransactionReceipt(await send())).to.equal(null);
    expect(await scene.client.getTransactionReceipt(unknownHash)).to.equal(null);
  });

  it("waitForReceipt: resolves with the block", async () => {
    await scene.node.rpc("evm_setAutomine", [false]);
    const hash = await send();
    const waiting = scene.client.waitForReceipt(hash, { pollMs: 20 });
    await new Promise((resolve) => setTimeout(resolve, 60));
    await scene.node.rpc("evm_mine");
    expect((await waiting).transactionHash).to.equal(hash);
  });

  it("waitForReceipt, node hangs for a while: resolves once it is back", async () => {
    const hash = await send();
    const impatient = connectNode({ https: scene.node.url }, { timeoutMs: 100, attempts: 1 });
    await scene.node.suspend();
    const waiting = impatient.waitForReceipt(hash, { pollMs: 20, timeoutMs: 15_000 });
    setTimeout(() => scene.node.resume(), 200);
    expect((await waiting).transactionHash).to.equal(hash);
  });

  it("waitForReceipt, deadline reached: NotReadyError", async () => {
    const error = await failureOf(scene.client.waitForReceipt(unknownHash, { timeoutMs: 80, pollMs: 20 }));
    expect(error).to.include({ code: "not-ready", isTerminal: false });
    expect(error.message).to.equal(
      `Transaction ${unknownHash} is not in a block after 0.08 s: it is pending, dropped or unknown.`,
    );
  });

  it("waitForReceipt, node indexing after its start: retried; redirect: rejected", async () => {
    const answers = [
      error(-32000, "transaction indexing is in progress"),
      result(receipt),
      respond("", 302, { location: "/" }),
    ];
    let asked = 0;
    const node = await startStub((_, response) => answers[asked++]?.({} as never, response));
    try {
      const client = connectNode({ https: node.url }, { attempts: 1 });
      expect(await client.waitForReceipt(tx, { pollMs: 20 })).to.include({ status: "success" });
      expect(await failureOf(client.waitForReceipt(tx, { pollMs: 20 }))).to.include({ kind: "redirect" });
      expect(asked).to.equal(3);
    } finally {
      await node.stop();
    }
  });

  it("waitForReceipt, signal aborted: rejected", async () => {
    const controller = new AbortController();
    const reason = new Error("changed my mind");
    const waiting = scene.client.waitForReceipt(unknownHash, { pollMs: 20, signal: controller.signal });
    setTimeout(() => controller.abort(reason), 50);
    expect(await waiting.catch((error: unknown) => error)).to.equal(reason);
  });
});

describe("other calls on anvil", () => {
  let node: NodeProcess;
  let client: NodeClient;
  before(async () => {
    node = await startAnvil();
    client = connectNode({ https: node.url });
  });
  after(async () => {
    await node?.stop();
  });

  it("chain reads: identity, head, balance, version, sync flag", async () => {
    await node.rpc("evm_mine");
    expect(await client.call("eth_chainId", [])).to.equal(31_337n);
    expect(await client.call("net_version", [])).to.equal("31337");
    expect(await client.call("web3_clientVersion", [])).to.match(/^anvil\//);
    expect(await client.call("eth_syncing", [])).to.equal(false);
    const head = await client.call("eth_getBlockByNumber", ["latest"]);
    expect(head?.number).to.equal(await client.call("eth_blockNumber", []));
    expect(Math.abs((head?.timestampMs ?? 0) - Date.now())).to.be.lessThan(60_000);
    expect(await client.call("eth_getBlockByNumber", [0xffffffn])).to.equal(null);
    const [account = ""] = (await node.rpc("eth_accounts")) as string[];
    expect(await client.call("eth_getBalance", [account])).to.equal(10_000n * 10n ** 18n);
  });

  it("unknown methods: passed through; revert: its data", async () => {
    expect(await client.call("eth_accounts")).to.have.length(1);
    const { reverter } = await deployCallTree(node.rpc);
    const error = await failureOf(client.call("eth_call", [{ to: reverter }, "latest"]));
    expect(error).to.include({ code: "rpc", kind: "rpc", rpcCode: 3, data: "0xdeadbeef" });
  });

  it("batch: matched by id, errors per call", async () => {
    const [chainId, unknown, block] = await client.batch([
      { method: "eth_chainId" },
      { method: "eth_nope" },
      { method: "eth_getBlockByNumber", params: ["earliest"] },
    ]);
    expect(chainId).to.deep.equal({ ok: true, value: 31_337n });
    expect(unknown?.ok === false && unknown.error).to.include({ code: "rpc", kind: "method", method: "eth_nope" });
    expect(block?.ok === true && block.value).to.include({ number: 0n });
  });
});
