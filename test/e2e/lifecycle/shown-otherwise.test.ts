import { expect } from "chai";
import { saidBy } from "../../support/engine/run";
import { plain } from "../../support/engine/stack";
import { type SceneStack, useScene } from "../scene";

const unchanged = { same: 6 };

describe("a stack that the platform shows differently", function () {
  this.timeout(120_000);
  const { sandbox, ...scene } = useScene();
  let stack: SceneStack;
  const recorded = async () => {
    const [rpc, net, twin] = await Promise.all(["rpc", "net", "twin"].map((name) => stack.stateOf(name)));
    return [
      plain(rpc?.outputs?.endpoints),
      plain<readonly { readonly endpoints: unknown }[]>(net?.outputs?.nodes).map(({ endpoints }) => endpoints),
      plain(twin?.outputs?.endpoints),
    ];
  };
  const show = (fault: object) =>
    sandbox.admin("POST", "/faults", { times: null, fault: { type: "show-as", ...fault } });

  before(async () => {
    stack = await scene.open("lifecycle/shown-otherwise.cjs");
    expect((await stack.up()).summary).to.deep.equal({ create: 6 });
  });

  it("details omitted, other placement shown: endpoints kept, nothing replaced, a rename loses nothing", async () => {
    const before = await recorded();
    await show({ id: "ND-", fields: { region: "us-east-1", provider: "aws" }, omit: ["details"] });
    await show({ id: "PR-", omit: ["type"] });
    const refreshed = await stack.refresh();
    expect(refreshed.summary).to.deep.equal(unchanged);
    expect(saidBy(refreshed)).to.include("omits details");
    expect(await recorded()).to.deep.equal(before);
    expect((await stack.up()).summary).to.deep.equal(unchanged);
    stack.setArguments({ rpc: "renamed" });
    expect((await stack.up()).summary).to.deep.equal({ same: 5, update: 1 });
    expect(await recorded()).to.deep.equal(before);
  });

  it("description from the console: kept", async () => {
    const { id } = await stack.stateOf("apps");
    await sandbox.admin("PATCH", `/objects/${id}`, { description: "from the console" });
    await stack.refresh();
    stack.setArguments({ rpc: "renamed", project: "renamed" });
    expect((await stack.up()).summary).to.deep.equal({ same: 5, update: 1 });
    const { outputs } = await stack.stateOf("apps");
    expect(outputs).to.include({ name: "renamed", description: "from the console" });
  });

  it("update of a deleted node: fails and names pulumi refresh, which repairs it", async () => {
    const { id } = await stack.stateOf("rpc");
    await sandbox.admin("DELETE", `/objects/${id}`);
    stack.setArguments({ project: "renamed" });
    const failed = await stack.up({ expectFailure: true });
    expect(saidBy(failed)).to.include("run `pulumi refresh`");
    await stack.refresh();
    expect((await stack.up()).summary).to.deep.equal({ same: 5, create: 1 });
  });

  it("initial node lost, another resource's node with its name: not adopted; destroy deletes everything", async () => {
    const twin = await stack.stateOf("twin");
    const [lost] = plain<readonly { readonly id: string }[]>((await stack.stateOf("net")).outputs?.nodes);
    await sandbox.admin("DELETE", `/objects/${lost?.id}`);
    await stack.refresh();
    expect((await stack.up()).summary).to.deep.equal({ same: 5, update: 1 });
    const [made] = plain<readonly { readonly id: string }[]>((await stack.stateOf("net")).outputs?.nodes);
    expect([lost?.id, twin.id]).not.to.include(made?.id);
    expect((await stack.objects()).nodes).to.have.length(4);
    expect((await stack.up()).summary).to.deep.equal(unchanged);
    await stack.destroy();
    expect(await stack.objects()).to.deep.include({ projects: [], networks: [], nodes: [] });
  });
});
