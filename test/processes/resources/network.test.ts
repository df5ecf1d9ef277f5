import { expect } from "chai";
import { checked, createdOf, failureOf, globalPlace, inputsOf, texts } from "../../support/processes/kit";
import { useProvider } from "../../support/processes/provider-scene";
import type { Bag } from "../../support/processes/wire";

describe("Network over gRPC", () => {
  const { sandbox, plugin, project } = useProvider();
  const node = { ...globalPlace, configuration: { archive: false } };
  let args: Bag;

  before(() => {
    args = {
      project: project(),
      protocol: "ethereum",
      network: "ethereum-mainnet",
      readiness: "platform",
      nodes: [node],
    };
  });

  function nodesOf(bag: Bag): readonly Bag[] {
    return bag.nodes as readonly Bag[];
  }

  it("create: one request with its nodes; outputs contain the inputs and each node's outputs", async () => {
    const nodes = [node, { ...node, name: "named" }];
    const { id, inputs, properties } = await createdOf(plugin(), "Network", "eth", { ...args, nodes });
    expect(id).to.match(/^NW-/);
    const { nodes: asked, ...others } = inputs;
    expect(properties).to.deep.include({ ...others, ready: true, status: "ok", __provider: texts.Network });
    for (const [index, made] of nodesOf(properties).entries()) {
      expect(made).to.deep.include({
        ...(asked as readonly Bag[])[index],
        networkId: id,
        ready: true,
        status: "running",
      });
      expect(made.id).to.match(/^ND-/);
      expect(made.endpoints).to.have.property("https");
    }
    expect(nodesOf(properties).map(({ name }) => name)[1]).to.equal("named");
    expect((await sandbox.requests()).filter((request) => request.startsWith("POST "))).to.deep.equal([
      "POST /v1/networks/",
    ]);
  });

  it("read after create: unchanged", async () => {
    const { id, inputs, properties } = await createdOf(plugin(), "Network", "eth", args);
    expect(await plugin().read(id, properties)).to.deep.equal({ id, properties, inputs });
  });

  it("initial node renamed: in place, other outputs kept", async () => {
    const { id, properties } = await createdOf(plugin(), "Network", "eth", args);
    const news = await checked(plugin(), "Network", "eth", { ...args, nodes: [{ ...node, name: "other" }] });
    const updated = await plugin().update(id, properties, news);
    const [before] = nodesOf(properties);
    const { __generated, ...kept } = properties;
    expect(updated.properties).to.deep.equal({ ...kept, ...news, nodes: [{ ...before, name: "other" }] });
    expect(await sandbox.requests()).to.include(`PATCH /v1/nodes/${before?.id}/`);
  });

  it("other timeouts: stored without a request, outputs kept", async () => {
    const { id, properties, inputs } = await createdOf(plugin(), "Network", "eth", args);
    await sandbox.forget();
    const updated = await plugin().update(id, properties, { ...inputs, timeouts: { delete: "2m" } });
    expect(updated.properties).to.deep.equal({ ...properties, timeouts: { delete: "2m" } });
    expect(await sandbox.requests()).to.deep.equal([]);
  });

  it("read by id alone, as get: complete with its nodes", async () => {
    const { id, properties } = await createdOf(plugin(), "Network", "eth", args);
    const read = await plugin().read(id, inputsOf("Network", "found"));
    expect(read.id).to.equal(id);
    for (const key of ["name", "status", "project", "protocol", "network", "createdAt", "organization", "ready"]) {
      expect(read.properties[key], key).to.deep.equal(properties[key]);
    }
    expect(nodesOf(read.properties).map(({ id, endpoints }) => ({ id, endpoints }))).to.deep.equal(
      nodesOf(properties).map(({ id, endpoints }) => ({ id, endpoints })),
    );
    expect(read.properties.__provider).to.equal(texts.Network);
  });

  it("node deleted outside: shown, recreated by an update", async () => {
    const nodes = [node, { ...node, name: "named" }];
    const { id, inputs, properties } = await createdOf(plugin(), "Network", "eth", { ...args, nodes });
    await sandbox.admin("DELETE", `/objects/${nodesOf(properties)[1]?.id}`);
    const read = await plugin().read(id, properties);
    expect(nodesOf(read.properties)[1]).to.deep.include({ status: "deleted", ready: false });
    expect((await plugin().diff(id, read.properties, inputs)).changes).to.equal("some");
    const updated = await plugin().update(id, read.properties, inputs);
    expect(updated.properties).to.have.keys(Object.keys(properties));
    expect(nodesOf(updated.properties)[0]).to.deep.equal(nodesOf(properties)[0]);
    expect(nodesOf(updated.properties)[1]).to.have.keys(Object.keys(nodesOf(properties)[1] ?? {}));
    expect(nodesOf(updated.properties)[1]?.id).not.to.equal(nodesOf(properties)[1]?.id);
  });

  it("delete: its nodes too; then read returns an empty id, a second delete succeeds", async () => {
    const { id, properties } = await createdOf(plugin(), "Network", "eth", args);
    await plugin().delete(id, properties);
    expect((await plugin().read(id, properties)).id).to.equal("");
    await plugin().delete(id, properties);
  });

  it("delete with nodes of others: refused, nodes named", async () => {
    const { id, properties } = await createdOf(plugin(), "Network", "eth", args);
    const foreign = await createdOf(plugin(), "Node", "other", { networkId: id, ...node, readiness: "none" });
    await sandbox.forget();
    const impatient = { ...properties, timeouts: { delete: "1s" } };
    expect((await failureOf(plugin().delete(id, impatient))).message).to.include(foreign.id);
    expect((await sandbox.requests()).some((request) => request.startsWith("DELETE "))).to.equal(false);
  });

  it("not ready at the deadline: kept with id, nodes, ready false and provider text", async () => {
    const slow = { ...node, provider: "chainstack_managed", region: "lon1" };
    const inputs = await checked(plugin(), "Network", "eth", { ...args, nodes: [slow], timeouts: { create: "1s" } });
    await sandbox.change({ regionalSeconds: 600 });
    const { message, partial } = await failureOf(plugin().create(inputs));
    expect(message).to.match(/^Node eth-0-[0-9a-f]{8} \(ND-.*\) is not ready after 1 s: pending\./);
    expect(partial?.id).to.match(/^NW-/);
    expect(partial?.properties).to.deep.include({ ready: false, __provider: texts.Network, __owner: inputs.__owner });
    expect(nodesOf(partial?.properties ?? {})[0]).to.deep.include({ ...slow, ready: false, status: "pending" });
    expect(partial?.reasons).to.deep.equal([message]);
  });
});
