import { expect } from "chai";
import { saidBy } from "../../support/engine/run";
import { type SceneStack, useScene } from "../scene";

describe("get", function () {
  this.timeout(120_000);
  const scene = useScene();
  let stack: SceneStack;
  let ids: object;

  before(async () => {
    stack = await scene.open("lifecycle/made-elsewhere.cjs");
    await stack.up();
    const outputs = await stack.outputs();
    ids = Object.fromEntries(Object.entries(outputs).map(([key, { value }]) => [key, String(value)]));
  });

  it("existing objects: all outputs; destroy does not delete them", async () => {
    const reader = await scene.open("lifecycle/get.cjs", { account: stack.account, arguments: ids });
    await reader.up();
    const outputs = await reader.outputs();
    expect(outputs.project?.value).to.equal("made-elsewhere");
    expect(outputs.chain?.value).to.equal("base-mainnet");
    expect(outputs.ready?.value).to.equal(true);
    expect(outputs.networkStatus?.value).to.equal("ok");
    expect(outputs.health?.value.verdict).to.equal("healthy");
    expect(outputs.endpoint?.secret).to.equal(true);
    await reader.destroy();
    expect((await stack.objects()).nodes).to.have.length(2);
  });

  it("id that does not exist: fails", async () => {
    await stack.setProgram("lifecycle/get-nothing.cjs");
    const run = await stack.preview({ expectFailure: true });
    expect(saidBy(run)).to.match(/does not exist/);
  });
});
