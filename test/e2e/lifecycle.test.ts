import { expect } from "chai";
import { Network, Node, type NodeArgs, Project, stackHealth } from "pulumi-blockchain-nodes";
import { stepsOf } from "../support/engine";
import { useEngine } from "../support/engine-home";
import { openScene, plain, type Scene, stateOf } from "./scene";

const globalNode = { type: "shared", provider: "chainstack_global", region: "global1" } as const;

/** The program of these tests, with what they change about it. */
function program(rpc: { readonly name?: string; readonly region?: string } = {}) {
  return async () => {
    const project = new Project("apps", { description: "end to end" });
    const network = new Network("eth", {
      project: project.id,
      protocol: "ethereum",
      network: "ethereum-mainnet",
      nodes: [{ ...globalNode, configuration: { archive: false } }],
    });
    const args: NodeArgs = { project: project.id, chain: "polygon-pos-mainnet", ...rpc };
    const node = new Node("rpc", args);
    const bitcoin = new Node("btc", { project: project.id, chain: "bitcoin-regtest" });
    const second = new Node("second", {
      networkId: network.id,
      ...globalNode,
      configuration: { archive: false },
    });
    return { endpoint: node.httpsEndpoint, health: stackHealth([network, node, bitcoin, second]) };
  };
}

describe("a stack of all resource types", function () {
  this.timeout(120_000);
  useEngine();
  let scene: Scene;

  before(async () => {
    scene = await openScene(program());
  });
  after(() => scene.close());

  it("creates every object once, waits until each node answers, and exports endpoints as secrets", async () => {
    const run = await scene.stack.up();
    expect(run.summary).to.deep.equal({ create: 6 });
    const { projects, networks, nodes } = await scene.objects();
    expect(projects).to.have.length(1);
    expect(networks).to.have.length(3);
    expect(nodes.map(({ status }) => status)).to.deep.equal(["running", "running", "running", "running"]);
    expect(run.outputs.health?.value.verdict).to.equal("healthy");
    expect(run.outputs.health?.value.report.nodes).to.have.length(4);
    expect(run.outputs.health?.secret).to.equal(false);
    expect(run.outputs.endpoint?.secret).to.equal(true);
    const answer = await fetch(String(run.outputs.endpoint?.value), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }),
    });
    expect(((await answer.json()) as { result: string }).result).to.equal("0x89");
  });

  it("names what the program did not name after the resource, with 8 hex digits", async () => {
    const { projects, nodes } = await scene.objects();
    expect(projects[0]?.name).to.match(/^apps-[0-9a-f]{8}$/);
    expect(nodes.map(({ name }) => name.replace(/[0-9a-f]{8}$/, "")).sort()).to.deep.equal([
      "btc-",
      "eth-0-",
      "rpc-",
      "second-",
    ]);
  });

  it("previews without changes and without any call to the platform", async () => {
    await scene.forget();
    const run = await scene.stack.preview();
    expect(run.summary).to.deep.equal({ same: 6 });
    expect(await scene.requests()).to.deep.equal([]);
  });

  it("changes nothing in a second up and in a refresh", async () => {
    expect((await scene.stack.up()).summary).to.deep.equal({ same: 6 });
    expect((await scene.stack.refresh()).summary).to.deep.equal({ same: 6 });
  });

  it("renames in place and keeps the endpoint", async () => {
    const before = await stateOf(scene.stack, "rpc");
    scene.stack.setProgram(program({ name: "renamed" }));
    const run = await scene.stack.up();
    expect(run.summary).to.deep.equal({ same: 5, update: 1 });
    const after = await stateOf(scene.stack, "rpc");
    expect(after.id).to.equal(before.id);
    expect(after.outputs?.endpoints).to.deep.equal(before.outputs?.endpoints);
    expect((await scene.objects()).nodes.find(({ id }) => id === after.id)?.name).to.equal("renamed");
  });

  it("shows a rename from outside as drift after a refresh, and undoes it with the next up", async () => {
    const { id } = await stateOf(scene.stack, "rpc");
    await scene.admin("PATCH", `/objects/${id}`, { name: "somebody-elses-idea" });
    const refresh = await scene.stack.refresh();
    expect(refresh.summary).to.deep.equal({ same: 5, update: 1 });
    const preview = await scene.stack.preview();
    expect(preview.summary).to.deep.equal({ same: 5, update: 1 });
    const [step] = stepsOf(preview.steps, "rpc");
    expect([step?.old?.inputs.name, step?.new?.inputs.name]).to.deep.equal(["somebody-elses-idea", "renamed"]);
    expect((await scene.stack.up()).summary).to.deep.equal({ same: 5, update: 1 });
    expect((await scene.objects()).nodes.find((node) => node.id === id)?.name).to.equal("renamed");
  });

  it("gives a generated name back that was changed outside", async () => {
    const { id, outputs } = await stateOf(scene.stack, "btc");
    await scene.admin("PATCH", `/objects/${id}`, { name: "somebody-elses-idea" });
    await scene.stack.refresh();
    expect((await scene.stack.up()).summary).to.deep.equal({ same: 5, update: 1 });
    expect((await scene.objects()).nodes.find((node) => node.id === id)?.name).to.equal(outputs?.name);
  });

  it("replaces a node that is placed elsewhere: the new one answers before the old one goes", async () => {
    const before = await stateOf(scene.stack, "rpc");
    scene.stack.setProgram(program({ name: "renamed", region: "lon1" }));
    await scene.forget();
    const run = await scene.stack.up();
    expect(run.summary).to.deep.equal({ same: 5, replace: 1 });
    expect(stepsOf(run.steps, "rpc").find(({ op }) => op === "replace")?.keys).to.deep.equal(["region"]);
    const after = await stateOf(scene.stack, "rpc");
    expect(after.id).not.to.equal(before.id);
    expect(after.outputs?.region).to.equal("lon1");
    const requests = (await scene.requests()).map(({ method, path }) => `${method} ${path}`);
    expect(requests.indexOf("POST /v2/nodes/")).to.be.lessThan(requests.indexOf(`DELETE /v2/nodes/${before.id}/`));
    expect((await scene.objects()).nodes.some(({ id }) => id === before.id)).to.equal(false);
  });

  it("makes again what was deleted outside: a node, and an initial node in its own network", async () => {
    const network = await stateOf(scene.stack, "eth");
    const [initial] = plain<{ readonly id: string }[]>(network.outputs?.nodes);
    const { id } = await stateOf(scene.stack, "btc");
    await scene.admin("DELETE", `/objects/${id}`);
    await scene.admin("DELETE", `/objects/${initial?.id}`);
    const refresh = await scene.stack.refresh();
    expect(refresh.summary).to.include({ delete: 1, update: 1 });
    const run = await scene.stack.up();
    expect(run.summary).to.deep.equal({ same: 4, create: 1, update: 1 });
    expect((await stateOf(scene.stack, "eth")).id).to.equal(network.id);
    expect((await scene.objects()).nodes).to.have.length(4);
    expect(run.outputs.health?.value.verdict).to.equal("healthy");
    expect((await scene.stack.preview()).summary).to.deep.equal({ same: 6 });
  });

  it("destroys everything, so that the platform holds nothing", async () => {
    const run = await scene.stack.destroy();
    expect(run.summary).to.deep.equal({ delete: 6 });
    const { projects, networks, nodes } = await scene.objects();
    expect([...projects, ...networks, ...nodes]).to.deep.equal([]);
  });
});
