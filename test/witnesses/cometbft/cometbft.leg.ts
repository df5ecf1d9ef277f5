import { expect } from "chai";
import { connectNode, type NodeClient } from "pulumi-blockchain-nodes";
import { failureOf } from "../../support/access/failure";
import type { NodeProcess } from "../../support/nodes/nodes";
import { buildWitness } from "../build-witness";
import { startCometBft } from "./start-cometbft";

interface Status {
  readonly node_info: { readonly network: string };
  readonly sync_info: { readonly catching_up: boolean; readonly latest_block_time: string };
}

describe("CometBFT", function () {
  this.timeout(60_000);
  let node: NodeProcess;
  let client: NodeClient;
  before(async function () {
    this.timeout(30 * 60_000);
    node = await startCometBft(await buildWitness("cometbft"));
    client = connectNode({ https: node.url });
  });
  after(async () => {
    await client?.close();
    await node?.stop();
  });

  it("call status: network, head and sync flag as the node writes them", async () => {
    const status = (await client.request("status")) as Status;
    expect(status.node_info.network).to.match(/^test-chain-/);
    expect(status.sync_info.catching_up).to.equal(false);
    expect(Date.now() - Date.parse(status.sync_info.latest_block_time)).to.be.within(-5_000, 30_000);
  });

  it("request with parameters by name: block at a height", async () => {
    const answer = (await client.request("block", { height: "1" })) as { block: { header: { height: string } } };
    expect(answer.block.header.height).to.equal("1");
  });

  it("batch of one, which the node answers without an array: its value", async () => {
    const [item, ...more] = await client.batch([{ method: "health" }]);
    expect(more).to.deep.equal([]);
    expect(item).to.deep.include({ ok: true, value: {} });
  });

  it("batch of several, one unknown: value and failure in place", async () => {
    const [first, second, third] = await client.batch([{ method: "health" }, { method: "nope" }, { method: "status" }]);
    expect(first).to.include({ ok: true });
    expect(second?.ok === false && second.error).to.include({ code: "rpc", kind: "method" });
    expect(third).to.include({ ok: true });
  });

  it("call of an unknown method: error of kind method", async () => {
    expect(await failureOf(client.call("nope"))).to.include({ code: "rpc", kind: "method", rpcCode: -32601 });
  });

  it("call with wrong parameters: the node's message", async () => {
    const error = await failureOf(client.request("block", { height: "x" }));
    expect(error).to.have.property("code", "rpc");
  });
});
