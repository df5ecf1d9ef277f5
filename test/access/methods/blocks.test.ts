import { expect } from "chai";
import { connectNode } from "../../../provider/access/connect-node.js";
import { useEvmScene } from "../../support/access/evm-scene";
import { failureOf } from "../../support/access/failure";
import { frame, result, root, sender, struct, tx } from "../../support/access/node-answers.js";
import { useStubServer } from "../../support/http/stub-server.js";

const word = `0x${"1b".repeat(32)}`;
/** A pending block as geth 1.15 returns it: without hash, nonce and miner. */
const pending = `{"baseFeePerGas":"0x7","difficulty":"0x0","extraData":"0xd883","gasLimit":"0x1c9c380","gasUsed":"0x5208","hash":null,"logsBloom":"0x00","miner":null,"mixHash":"${word}","nonce":null,"number":"0x8","parentHash":"${tx}","receiptsRoot":"${word}","sha3Uncles":"${word}","size":"0x29e","stateRoot":"${word}","timestamp":"0x6b010807","transactions":["${tx}"],"transactionsRoot":"${word}","uncles":[],"withdrawals":[{"index":"0x1","validatorIndex":"0x2","address":"${root}","amount":"0x3"}]}`;

describe("blocks", () => {
  const stub = useStubServer();

  describe("on anvil", () => {
    const scene = useEvmScene();

    it("eth_getBlockByNumber: standard fields, quantities as bigint, indices as numbers", async () => {
      const block = await scene.client.call("eth_getBlockByNumber", ["latest"]);
      expect(block).to.deep.include({
        ...{ number: 6n, gasLimit: 30_000_000n, gasUsed: 0xd6b1n, difficulty: 0n, blobGasUsed: 0n },
        ...{ transactions: [scene.tree.hash], uncles: [], withdrawals: [], nonce: "0x0000000000000000" },
      });
      expect(block?.baseFeePerGas).to.be.a("bigint");
      expect(block?.size).to.be.a("number");
      expect(block?.miner).to.match(/^0x[0-9a-f]{40}$/);
    });

    it("eth_getBlockByNumber withTransactions: transactions as the node writes them", async () => {
      const block = await scene.client.call("eth_getBlockByNumber", ["latest", true]);
      expect(block?.transactions?.[0]).to.include({ hash: scene.tree.hash, blockNumber: "0x6" });
    });

    it("eth_getBlockByNumber pending: the next block", async () => {
      expect(await scene.client.call("eth_getBlockByNumber", ["pending"])).to.include({ number: 7n });
    });

    it("newHeads: standard fields without a body", async () => {
      const node = connectNode({ wss: scene.node.url.replace("http", "ws"), https: scene.node.url });
      const heads = await node.subscribe("newHeads");
      await scene.node.rpc("anvil_mine", ["0x1"]);
      const { value: head } = await heads.next();
      expect(head).to.include({ number: 7n, gasLimit: 30_000_000n });
      await node.close();
    });
  });

  it("eth_getBlockByNumber pending on geth: no hash, nonce and miner yet", async () => {
    stub.answer = result(pending);
    const block = await connectNode({ https: stub.url.href }).call("eth_getBlockByNumber", ["pending"]);
    expect(block).to.deep.include({
      ...{ number: 8n, hash: null, parentHash: tx, gasUsed: 21_000n, size: 0x29e, baseFeePerGas: 7n },
      withdrawals: [{ index: 1n, validatorIndex: 2n, address: root, amount: 3n }],
    });
    expect([block?.nonce, block?.miner]).to.deep.equal([undefined, undefined]);
  });

  it("eth_getBlockByNumber not pending, without a hash: ShapeError", async () => {
    stub.answer = result(pending);
    const node = connectNode({ https: stub.url.href });
    expect(await failureOf(node.call("eth_getBlockByNumber", ["latest"]))).to.include({ path: "result.hash" });
  });

  it("debug_traceBlockByNumber, bare traces: same result as wrapped ones", async () => {
    const node = connectNode({ https: stub.url.href });
    const trace = async (item: string, tracer?: string) => {
      stub.answer = result(`[${item}]`);
      return node.call("debug_traceBlockByNumber", [7, { tracer }]);
    };
    expect(await trace(struct)).to.deep.equal(await trace(`{"result":${struct}}`));
    expect(await trace(frame, "callTracer")).to.deep.equal(await trace(`{"result":${frame}}`, "callTracer"));
    const failed = frame.replace("{", '{"error":"execution reverted",');
    expect(await trace(failed, "callTracer")).to.deep.equal(await trace(`{"result":${failed}}`, "callTracer"));
    expect(await trace('{"error":"execution timeout"}', "callTracer")).to.deep.equal([{ error: "execution timeout" }]);
    expect(await trace(`{"${sender}":{"nonce":5}}`, "prestateTracer")).to.deep.equal([
      { result: { [sender]: { nonce: 5 } } },
    ]);
  });

  it("debug_traceBlockByNumber on polygon-edge, which ignores the tracer: ShapeError with the item's path", async () => {
    stub.answer = result(`[${struct}]`);
    const node = connectNode({ https: stub.url.href });
    expect(await failureOf(node.call("debug_traceBlockByNumber", [7, { tracer: "callTracer" }]))).to.include({
      code: "shape",
      path: "result[0].type",
    });
  });
});
