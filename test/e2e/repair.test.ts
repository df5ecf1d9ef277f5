import { expect } from "chai";
import { Node, type NodeArgs, Project } from "pulumi-blockchain-nodes";
import { useEngine } from "../support/engine-home";
import { openScene, type Scene, stateOf } from "./scene";

/** A project and one regional node, which is pending for as long as the sandbox is told. */
function program(args: Partial<NodeArgs> = {}) {
  return async () => {
    const project = new Project("apps");
    new Node("rpc", { project: project.id, chain: "ethereum-mainnet", region: "lon1", ...args } as NodeArgs);
  };
}

const never = 3_600;

describe("a create that does not become ready", function () {
  this.timeout(120_000);
  useEngine();
  let scene: Scene;

  beforeEach(async () => {
    scene = await openScene(program({ timeouts: { create: "2s" } }), { settings: { regionalSeconds: never } });
  });
  afterEach(() => scene.close());

  const nodes = async () => (await scene.objects()).nodes;

  it("keeps the node with its id and is finished by the next up", async () => {
    const failed = await scene.stack.up({ expectFailure: true });
    expect(failed.diagnostics.map(({ message }) => message).join("\n")).to.match(/is not ready after \d+ s: pending/);
    const [node] = await nodes();
    const state = await stateOf(scene.stack, "rpc");
    expect([state.id, state.outputs?.ready]).to.deep.equal([node?.id, false]);
    await scene.admin("PATCH", `/nodes/${node?.id}`, { status: "running" });
    const repaired = await scene.stack.up();
    expect(repaired.summary).to.deep.equal({ same: 2, update: 1 });
    expect((await stateOf(scene.stack, "rpc")).outputs?.ready).to.equal(true);
    expect(await nodes()).to.have.length(1);
    expect((await scene.stack.up()).summary).to.deep.equal({ same: 3 });
  });

  it("is finished by the next up also after a refresh, which clears the engine's own mark", async () => {
    await scene.stack.up({ expectFailure: true });
    await scene.stack.refresh();
    const [node] = await nodes();
    await scene.admin("PATCH", `/nodes/${node?.id}`, { status: "running" });
    expect((await scene.stack.up()).summary).to.deep.equal({ same: 2, update: 1 });
    expect((await stateOf(scene.stack, "rpc")).outputs?.ready).to.equal(true);
  });

  it("can be destroyed as it is", async () => {
    await scene.stack.up({ expectFailure: true });
    await scene.stack.destroy();
    expect(await nodes()).to.deep.equal([]);
  });

  it("deletes the node when onCreateTimeout asks for it, and makes another one next time", async () => {
    scene.stack.setProgram(program({ timeouts: { create: "2s" }, onCreateTimeout: "delete" }));
    const failed = await scene.stack.up({ expectFailure: true });
    expect(failed.diagnostics.map(({ message }) => message).join("\n")).to.include('as onCreateTimeout: "delete" asks');
    expect(await nodes()).to.deep.equal([]);
    await scene.admin("POST", "/settings", { regionalSeconds: 1 });
    scene.stack.setProgram(program());
    expect((await scene.stack.up()).summary).to.deep.equal({ same: 2, create: 1 });
  });

  it("ends at once when the platform reports a failed deployment", async () => {
    scene.stack.setProgram(program());
    await scene.admin("POST", "/faults", {
      match: { operation: "createNodeV2" },
      fault: { type: "deployment", outcome: "failed", seconds: 1 },
    });
    const startedAt = performance.now();
    const failed = await scene.stack.up({ expectFailure: true });
    expect(performance.now() - startedAt).to.be.lessThan(30_000);
    expect(failed.diagnostics.map(({ message }) => message).join("\n")).to.match(
      /deployment of Node rpc-[0-9a-f]{8} .* failed/,
    );
  });

  it("shows status and elapsed time while it waits, on the row of the resource", async () => {
    const failed = await scene.stack.up({ expectFailure: true });
    const lines = failed.events.flatMap(({ diagnosticEvent }) =>
      diagnosticEvent?.ephemeral === true ? [diagnosticEvent] : [],
    );
    const progress = lines.filter(({ message }) => /^pending \(\d+ s\)/.test(message.trim()));
    expect(progress).not.to.deep.equal([]);
    expect(progress.every(({ urn }) => urn?.endsWith("Node::rpc"))).to.equal(true);
  });
});

describe("a node on the wrong chain", function () {
  this.timeout(120_000);
  useEngine();

  it("ends the wait at once and says which chain it found", async () => {
    const scene = await openScene(program(), { settings: { regionalSeconds: 4 } });
    try {
      const running = scene.stack.up({ expectFailure: true });
      await makeWrong(scene);
      const failed = await running;
      expect(failed.diagnostics.map(({ message }) => message).join("\n")).to.match(/serves the wrong chain/);
      expect((await stateOf(scene.stack, "rpc")).outputs?.ready).to.equal(false);
    } finally {
      await scene.close();
    }
  });
});

/** Makes the node serve another chain while it is still pending. */
async function makeWrong(scene: Scene): Promise<void> {
  for (;;) {
    const [node] = (await scene.objects()).nodes;
    if (node !== undefined) {
      await scene.admin("POST", `/nodes/${node.id}/rpc`, { mode: "wrong-chain" });
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
