import { expect } from "chai";
import { stepsOf } from "../../support/engine/run";
import { plain } from "../../support/engine/stack";
import { type SceneStack, useScene } from "../scene";

describe("a stack of all resource types", function () {
  this.timeout(120_000);
  const scene = useScene();
  let stack: SceneStack;

  before(async () => {
    stack = await scene.open("lifecycle/all-types.cjs");
  });

  it("up: every object created once, each node responds, endpoints exported as secrets", async () => {
    expect((await stack.up()).summary).to.deep.equal({ create: 6 });
    const outputs = await stack.outputs();
    const { projects, networks, nodes } = await stack.objects();
    expect(projects).to.have.length(1);
    expect(networks).to.have.length(3);
    expect(nodes.map(({ status }) => status)).to.deep.equal(["running", "running", "running", "running"]);
    expect(outputs.health?.value.verdict).to.equal("healthy");
    expect(outputs.health?.value.report.nodes).to.have.length(4);
    expect(outputs.health?.secret).to.equal(false);
    expect(outputs.endpoint?.secret).to.equal(true);
    const answer = await fetch(String(outputs.endpoint?.value), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }),
    });
    expect(((await answer.json()) as { result: string }).result).to.equal("0x89");
  });

  it("no name in the program: the resource's name with 8 hex digits", async () => {
    const { projects, nodes } = await stack.objects();
    expect(projects[0]?.name).to.match(/^apps-[0-9a-f]{8}$/);
    expect(nodes.map(({ name }) => name.replace(/[0-9a-f]{8}$/, "")).sort()).to.deep.equal([
      "btc-",
      "eth-0-",
      "rpc-",
      "second-",
    ]);
  });

  it("preview: no changes, no call to the platform", async () => {
    await scene.sandbox.forget();
    const run = await stack.preview();
    expect(run.summary).to.deep.equal({ same: 6 });
    expect(await scene.sandbox.requests()).to.deep.equal([]);
  });

  it("second up and refresh: no changes", async () => {
    expect((await stack.up()).summary).to.deep.equal({ same: 6 });
    expect((await stack.refresh()).summary).to.deep.equal({ same: 6 });
  });

  it("name changes: updated in place; the endpoint stays the same", async () => {
    const before = await stack.stateOf("rpc");
    stack.setArguments({ rpc: { name: "renamed" } });
    const run = await stack.up();
    expect(run.summary).to.deep.equal({ same: 5, update: 1 });
    const after = await stack.stateOf("rpc");
    expect(after.id).to.equal(before.id);
    expect(after.outputs?.endpoints).to.deep.equal(before.outputs?.endpoints);
    expect((await stack.objects()).nodes.find(({ id }) => id === after.id)?.name).to.equal("renamed");
  });

  it("renamed outside: drift after a refresh; the next up restores the name", async () => {
    const { id } = await stack.stateOf("rpc");
    await scene.sandbox.admin("PATCH", `/objects/${id}`, { name: "somebody-elses-idea" });
    const refresh = await stack.refresh();
    expect(refresh.summary).to.deep.equal({ same: 5, update: 1 });
    const preview = await stack.preview();
    expect(preview.summary).to.deep.equal({ same: 5, update: 1 });
    const [step] = stepsOf(preview.steps, "rpc");
    expect([step?.old?.inputs.name, step?.new?.inputs.name]).to.deep.equal(["somebody-elses-idea", "renamed"]);
    expect((await stack.up()).summary).to.deep.equal({ same: 5, update: 1 });
    expect((await stack.objects()).nodes.find((node) => node.id === id)?.name).to.equal("renamed");
  });

  it("generated name changed outside: restored", async () => {
    const { id, outputs } = await stack.stateOf("btc");
    await scene.sandbox.admin("PATCH", `/objects/${id}`, { name: "somebody-elses-idea" });
    await stack.refresh();
    expect((await stack.up()).summary).to.deep.equal({ same: 5, update: 1 });
    expect((await stack.objects()).nodes.find((node) => node.id === id)?.name).to.equal(outputs?.name);
  });

  it("placement changes: replaced; the new node responds before the old one is deleted", async () => {
    const before = await stack.stateOf("rpc");
    stack.setArguments({ rpc: { name: "renamed", region: "lon1" } });
    await scene.sandbox.forget();
    const run = await stack.up();
    expect(run.summary).to.deep.equal({ same: 5, replace: 1 });
    expect(stepsOf(run.steps, "rpc").find(({ op }) => op === "replace")?.keys).to.deep.equal(["region"]);
    const after = await stack.stateOf("rpc");
    expect(after.id).not.to.equal(before.id);
    expect(after.outputs?.region).to.equal("lon1");
    const requests = await scene.sandbox.requests();
    expect(requests.indexOf("POST /v2/nodes/")).to.be.lessThan(requests.indexOf(`DELETE /v2/nodes/${before.id}/`));
    expect((await stack.objects()).nodes.some(({ id }) => id === before.id)).to.equal(false);
  });

  it("node and initial node deleted outside: recreated, the latter in its network", async () => {
    const network = await stack.stateOf("eth");
    const [initial] = plain<{ readonly id: string }[]>(network.outputs?.nodes);
    const { id } = await stack.stateOf("btc");
    await scene.sandbox.admin("DELETE", `/objects/${id}`);
    await scene.sandbox.admin("DELETE", `/objects/${initial?.id}`);
    const refresh = await stack.refresh();
    expect(refresh.summary).to.include({ delete: 1, update: 1 });
    const run = await stack.up();
    expect(run.summary).to.deep.equal({ same: 4, create: 1, update: 1 });
    expect((await stack.stateOf("eth")).id).to.equal(network.id);
    expect((await stack.objects()).nodes).to.have.length(4);
    expect((await stack.outputs()).health?.value.verdict).to.equal("healthy");
    expect((await stack.preview()).summary).to.deep.equal({ same: 6 });
  });

  it("destroy: the platform holds nothing", async () => {
    const run = await stack.destroy();
    expect(run.summary).to.deep.equal({ delete: 6 });
    const { projects, networks, nodes } = await stack.objects();
    expect([...projects, ...networks, ...nodes]).to.deep.equal([]);
  });
});
