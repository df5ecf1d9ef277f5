import { expect } from "chai";
import { connectNode, type NodeClient } from "pulumi-blockchain-nodes";
import { deployCallTree, transact, transferTopic } from "../../support/access/call-tree";
import { failureOf } from "../../support/access/failure";
import { type NodeProcess, startAnvil } from "../../support/nodes/nodes";

describe("subscribe on anvil", () => {
  const nodes: NodeProcess[] = [];
  const clients: NodeClient[] = [];
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    await Promise.all(nodes.splice(0).map((node) => node.stop()));
  });
  const start = async (...args: readonly string[]) => {
    const node = await startAnvil(...args);
    const client = connectNode({ https: node.url, wss: node.url.replace("http", "ws") });
    nodes.push(node);
    clients.push(client);
    return { node, client };
  };

  it("newHeads: every head, in order", async () => {
    const { node, client } = await start();
    const heads = await client.subscribe("newHeads");
    const numbers: bigint[] = [];
    await node.rpc("anvil_mine", ["0x3"]);
    for await (const head of heads) {
      numbers.push(head.number);
      if (numbers.length === 3) {
        break;
      }
    }
    expect(numbers).to.deep.equal([1n, 2n, 3n]);
    expect(await heads.next()).to.deep.equal({ done: true, value: undefined });
  });

  it("logs and newPendingTransactions: matching logs and hashes, independently", async () => {
    const { node, client } = await start();
    const tree = await deployCallTree(node.rpc);
    const logs = await client.subscribe("logs", [{ address: tree.writer, topics: [transferTopic] }]);
    const others = await client.subscribe("logs", [{ address: tree.leaf }]);
    const pending = await client.subscribe("newPendingTransactions");
    const { transactionHash } = await transact(node.rpc, { from: tree.account, to: tree.writer, gas: "0x7a120" });
    expect((await logs.next()).value).to.include({ address: tree.writer, transactionHash, logIndex: 0 });
    expect((await pending.next()).value).to.equal(transactionHash);
    const none = others.next();
    await others.unsubscribe();
    expect(await none).to.deep.equal({ done: true, value: undefined });
  });

  it("unsupported kind: rejected by the node", async () => {
    const { client } = await start();
    const error = await failureOf(client.subscribe("slots"));
    expect(error).to.include({ code: "rpc", rpcCode: -32602 });
    expect(error.message).to.match(/^subscribe slots: 127\.0\.0\.1:\d+ responded with error -32602/);
  });

  it("unsubscribe: sent to the node, buffered events still readable, then ends", async () => {
    const { node, client } = await start();
    const heads = await client.subscribe("newHeads");
    await node.rpc("anvil_mine", ["0x2"]);
    await heads.next();
    await heads.unsubscribe();
    expect((await heads.next()).value?.number).to.equal(2n);
    expect(await heads.next()).to.deep.equal({ done: true, value: undefined });
    await heads.unsubscribe();
  });

  it("open socket without events: error", async () => {
    const { client } = await start("--no-mining");
    const heads = await client.subscribe("newHeads", [], { idleMs: 80 });
    const error = await failureOf(heads.next());
    expect(error).to.include({ code: "transport", kind: "timeout" });
    expect(error.message).to.match(
      /^subscribe newHeads: .* keeps the connection open, but has sent no event for 0\.08 s\.$/,
    );
  });

  it("node hangs: error, connecting ends at its deadline", async () => {
    const { node, client } = await start();
    const heads = await client.subscribe("newHeads", [], { idleMs: 2_000 });
    await node.rpc("evm_mine");
    await heads.next();
    await node.suspend();
    expect(await failureOf(client.subscribe("newHeads", [], { timeoutMs: 100 }))).to.include({
      code: "transport",
      kind: "timeout",
    });
    expect(await failureOf(heads.next())).to.include({ code: "transport", kind: "timeout" });
    node.resume();
  });

  it("node killed and restarted: resubscribes, reports the gap", async () => {
    const { node, client } = await start();
    const gaps: number[] = [];
    const heads = await client.subscribe("newHeads", [], { onReconnect: ({ downMs }) => gaps.push(downMs) });
    await node.rpc("evm_mine");
    expect((await heads.next()).value?.number).to.equal(1n);
    await node.stop();
    const next = heads.next();
    const again = await startAnvil("--port", new URL(node.url).port);
    nodes.push(again);
    while (heads.reconnects === 0) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await again.rpc("evm_mine");
    expect((await next).value?.number).to.equal(1n);
    expect(heads.reconnects).to.equal(1);
    expect(gaps).to.have.length(1);
  });

  it("node stays away: ends with the error", async () => {
    const { node, client } = await start();
    const heads = await client.subscribe("newHeads", [], { reconnectMs: 300 });
    await node.stop();
    const error = await failureOf(heads.next());
    expect(error).to.include({ code: "transport", kind: "refused" });
    expect(heads.reconnects).to.equal(0);
  });

  it("signal aborted or client closed: ends with the reason", async () => {
    const { client } = await start();
    const controller = new AbortController();
    const one = await client.subscribe("newHeads", [], { signal: controller.signal });
    const two = await client.subscribe("newHeads");
    const reason = new Error("enough");
    const ends = [one.next().catch((error: unknown) => error), two.next().catch((error: unknown) => error)];
    controller.abort(reason);
    await client.close();
    const [first, second] = await Promise.all(ends);
    expect(first).to.equal(reason);
    expect(second).to.include({ code: "cancelled" });
    expect(await failureOf(client.subscribe("newHeads"))).to.include({ code: "cancelled" });
  });
});
