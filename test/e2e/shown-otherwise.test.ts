import { expect } from "chai";
import { Network, Node, Project } from "pulumi-blockchain-nodes";
import { useEngine } from "../support/engine-home";
import { openScene, plain, type Scene, stateOf } from "./scene";

const shared = {
  type: "shared",
  provider: "chainstack_global",
  region: "global1",
  configuration: { archive: false },
} as const;

/** A node placed by names, and a network whose first node has the name of another resource's node in it. */
function program(names: { readonly project?: string; readonly rpc?: string } = {}) {
  return async () => {
    const project = new Project("apps", { type: "public", name: names.project ?? "apps" });
    const nets = new Project("nets");
    new Node("rpc", {
      project: project.id,
      chain: "ethereum-mainnet",
      region: "global1",
      readiness: "platform",
      name: names.rpc ?? "rpc",
    });
    const network = new Network("net", {
      project: nets.id,
      protocol: "ethereum",
      network: "ethereum-mainnet",
      nodes: [{ name: "web", ...shared }, shared],
      readiness: "platform",
    });
    new Node("twin", { networkId: network.id, ...shared, name: "web", readiness: "platform" });
  };
}

const unchanged = { same: 6 };

describe("a stack that the platform shows otherwise", function () {
  this.timeout(120_000);
  useEngine();
  let scene: Scene;
  const said = (diagnostics: readonly { readonly message: string }[]) =>
    diagnostics.map(({ message }) => message).join("\n");
  const recorded = async () => {
    const [rpc, net, twin] = await Promise.all(["rpc", "net", "twin"].map((name) => stateOf(scene.stack, name)));
    return [
      plain(rpc?.outputs?.endpoints),
      plain<readonly { readonly endpoints: unknown }[]>(net?.outputs?.nodes).map(({ endpoints }) => endpoints),
      plain(twin?.outputs?.endpoints),
    ];
  };
  const show = (fault: object) => scene.admin("POST", "/faults", { times: null, fault: { type: "show-as", ...fault } });

  before(async () => {
    scene = await openScene(program(), { settings: { nodeStart: "request" } });
    expect((await scene.stack.up()).summary).to.deep.equal({ create: 6 });
  });
  afterEach(() => scene.admin("DELETE", "/faults"));
  after(() => scene.close());

  it("keeps its endpoints, replaces nothing, and renames without a loss", async () => {
    const before = await recorded();
    await show({ id: "ND-", fields: { region: "us-east-1", provider: "aws" }, omit: ["details"] });
    await show({ id: "PR-", omit: ["type"] });
    const refreshed = await scene.stack.refresh();
    expect(refreshed.summary).to.deep.equal(unchanged);
    expect(said(refreshed.diagnostics)).to.include("leaves out details");
    expect(await recorded()).to.deep.equal(before);
    expect((await scene.stack.up()).summary).to.deep.equal(unchanged);
    scene.stack.setProgram(program({ rpc: "renamed" }));
    expect((await scene.stack.up()).summary).to.deep.equal({ same: 5, update: 1 });
    expect(await recorded()).to.deep.equal(before);
  });

  it("leaves a description alone that the console wrote", async () => {
    const { id } = await stateOf(scene.stack, "apps");
    await scene.admin("PATCH", `/objects/${id}`, { description: "from the console" });
    await scene.stack.refresh();
    scene.stack.setProgram(program({ rpc: "renamed", project: "renamed" }));
    expect((await scene.stack.up()).summary).to.deep.equal({ same: 5, update: 1 });
    const { outputs } = await stateOf(scene.stack, "apps");
    expect(outputs).to.include({ name: "renamed", description: "from the console" });
  });

  it("names pulumi refresh when an update finds a node gone, and mends by it", async () => {
    const { id } = await stateOf(scene.stack, "rpc");
    await scene.admin("DELETE", `/objects/${id}`);
    scene.stack.setProgram(program({ project: "renamed" }));
    const failed = await scene.stack.up({ expectFailure: true });
    expect(said(failed.diagnostics)).to.include("run `pulumi refresh`");
    await scene.stack.refresh();
    expect((await scene.stack.up()).summary).to.deep.equal({ same: 5, create: 1 });
  });

  it("takes no other resource's node for a lost one, and is destroyed as a whole", async () => {
    const twin = await stateOf(scene.stack, "twin");
    const [lost] = plain<readonly { readonly id: string }[]>((await stateOf(scene.stack, "net")).outputs?.nodes);
    await scene.admin("DELETE", `/objects/${lost?.id}`);
    await scene.stack.refresh();
    expect((await scene.stack.up()).summary).to.deep.equal({ same: 5, update: 1 });
    const [made] = plain<readonly { readonly id: string }[]>((await stateOf(scene.stack, "net")).outputs?.nodes);
    expect([lost?.id, twin.id]).not.to.include(made?.id);
    expect((await scene.objects()).nodes).to.have.length(4);
    expect((await scene.stack.up()).summary).to.deep.equal(unchanged);
    await scene.stack.destroy();
    expect(await scene.objects()).to.deep.include({ projects: [], networks: [], nodes: [] });
  });
});
