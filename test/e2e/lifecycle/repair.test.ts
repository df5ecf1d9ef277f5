import { expect } from "chai";
import { saidBy } from "../../support/engine/run";
import { type SceneStack, useScene } from "../scene";

/** One regional node, which is pending for as long as the sandbox is told. */
const regional = { chain: "ethereum-mainnet", region: "lon1" };
const impatient = { ...regional, timeouts: { create: "2s" } };
const never = 3_600;

describe("create that does not become ready", function () {
  this.timeout(120_000);
  const { sandbox, ...scene } = useScene({ regionalSeconds: never });
  let stack: SceneStack;

  beforeEach(async () => {
    stack = await scene.open("one-node.cjs", { arguments: { node: impatient } });
  });

  const nodes = async () => (await stack.objects()).nodes;

  it("default: the node is kept with its id; the next up finishes the create", async () => {
    const failed = await stack.up({ expectFailure: true });
    expect(saidBy(failed)).to.match(/is not ready after \d+ s: pending/);
    const [node] = await nodes();
    const state = await stack.stateOf("rpc");
    expect([state.id, state.outputs?.ready]).to.deep.equal([node?.id, false]);
    await sandbox.admin("PATCH", `/nodes/${node?.id}`, { status: "running" });
    const repaired = await stack.up();
    expect(repaired.summary).to.deep.equal({ same: 2, update: 1 });
    expect((await stack.stateOf("rpc")).outputs?.ready).to.equal(true);
    expect(await nodes()).to.have.length(1);
    expect((await stack.up()).summary).to.deep.equal({ same: 3 });
  });

  it("refresh, which clears the engine's mark: the next up finishes the create", async () => {
    await stack.up({ expectFailure: true });
    await stack.refresh();
    const [node] = await nodes();
    await sandbox.admin("PATCH", `/nodes/${node?.id}`, { status: "running" });
    expect((await stack.up()).summary).to.deep.equal({ same: 2, update: 1 });
    expect((await stack.stateOf("rpc")).outputs?.ready).to.equal(true);
  });

  it("destroy: deletes the unfinished node", async () => {
    await stack.up({ expectFailure: true });
    await stack.destroy();
    expect(await nodes()).to.deep.equal([]);
  });

  it('onCreateTimeout "delete": the node is deleted; the next up creates another one', async () => {
    stack.setArguments({ node: { ...impatient, onCreateTimeout: "delete" } });
    const failed = await stack.up({ expectFailure: true });
    expect(saidBy(failed)).to.include('as onCreateTimeout: "delete" requests');
    expect(await nodes()).to.deep.equal([]);
    await sandbox.change({ regionalSeconds: 1 });
    stack.setArguments({ node: regional });
    expect((await stack.up()).summary).to.deep.equal({ same: 2, create: 1 });
  });

  it("deployment fails: ends at once", async () => {
    stack.setArguments({ node: regional });
    await sandbox.fault({ operation: "createNodeV2" }, { type: "deployment", outcome: "failed", seconds: 1 });
    const failed = await stack.up({ expectFailure: true });
    expect(saidBy(failed)).to.match(/deployment of Node rpc-[0-9a-f]{8} .* failed/);
  });

  it("wait: status and elapsed time on the row of the resource", async () => {
    const failed = await stack.up({ expectFailure: true });
    const lines = failed.events.flatMap(({ diagnosticEvent }) =>
      diagnosticEvent?.ephemeral === true ? [diagnosticEvent] : [],
    );
    const progress = lines.filter(({ message }) => /^pending \(\d+ s\)/.test(message.trim()));
    expect(progress).not.to.deep.equal([]);
    expect(progress.every(({ urn }) => urn?.endsWith("Node::rpc"))).to.equal(true);
  });
});

describe("node on the wrong chain", function () {
  this.timeout(120_000);
  const { sandbox, ...scene } = useScene({ regionalSeconds: never });

  /** Makes the node serve another chain while it is still pending, and then run. */
  async function makeWrong(stack: SceneStack): Promise<void> {
    for (;;) {
      const [node] = (await stack.objects()).nodes;
      if (node !== undefined) {
        await sandbox.admin("POST", `/nodes/${node.id}/rpc`, { mode: "wrong-chain" });
        await sandbox.admin("PATCH", `/nodes/${node.id}`, { status: "running" });
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  it("create: ends at once and names the chain it found", async () => {
    const stack = await scene.open("one-node.cjs", { arguments: { node: regional } });
    const running = stack.up({ expectFailure: true });
    await makeWrong(stack);
    expect(saidBy(await running)).to.match(/serves the wrong chain/);
    expect((await stack.stateOf("rpc")).outputs?.ready).to.equal(false);
  });
});
