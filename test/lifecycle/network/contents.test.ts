import { expect } from "chai";
import { ConflictError, ShapeError } from "../../../provider/errors/errors.js";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { makeNetwork, nodesOf } from "../../support/lifecycle/network-scene";
import { inputsFor, type TestContext, useOperations } from "../../support/lifecycle/operations-scene";
import { networkOperations, nodeOperations } from "../../support/lifecycle/resources";
import { ethereum, failureOf, sharedNode } from "../../support/platform/client-on-sandbox";

const nothing = { type: "status", status: 200, body: { count: 0, results: [] } };

describe("networkOperations.remove on a cascading platform", () => {
  const scene = useOperations({ nonEmptyDelete: "cascade" });
  const { sandbox } = scene;

  const make = async () => {
    const { client } = scene.context().account;
    const project = (await client.call("createProject", { body: { name: "own" } })).id;
    return { project, ...(await makeNetwork(scene, { project, readiness: "none" })) };
  };
  const call: TestContext["account"]["client"]["call"] = (...args) => scene.context().account.client.call(...args);
  const deletions = async () => (await scene.writes()).filter((request) => request.startsWith("DELETE "));
  const rejection = async (id: string, outs: Properties) => {
    const context = scene.context();
    const error = await failureOf(networkOperations.remove(id, outs, context));
    expect(await deletions(), error?.message).to.deep.equal([]);
    expect(context.clock.elapsedMs).to.be.within(15_000, 25_000);
    return error;
  };

  it("node of others added through v1: refused with its id before any deletion", async () => {
    const { id, outs } = await make();
    const node = await call("createNodeV1", { body: { ...sharedNode, name: "theirs", network: id } });
    expect((await rejection(id, outs))?.message).to.include(node.id);
  });

  it("node of others created through v2, put into the network by the platform: refused with its id", async () => {
    const { id, outs, project } = await make();
    const node = await call("createNodeV2", { body: { name: "theirs", project, ...ethereum } });
    const error = await rejection(id, outs);
    expect(error).to.be.instanceOf(ConflictError);
    expect(error?.message).to.include(node.id);
  });

  it("node of others in a list but not in the network itself: refused with its id", async () => {
    const { id, outs } = await make();
    const node = await call("createNodeV1", { body: { ...sharedNode, name: "theirs", network: id } });
    await sandbox.fault({ operation: "*Network*" }, { type: "show-as", id, omit: ["nodes"] }, null);
    expect((await rejection(id, outs))?.message).to.include(node.id);
  });

  it("node of others in v2 only: refused with its id once the network outlives its own nodes", async () => {
    const { id, outs, project } = await make();
    const node = await call("createNodeV2", { body: { name: "theirs", project, ...ethereum } });
    await sandbox.fault({ operation: "listAllNodes" }, nothing, null);
    const fields = { nodes: [], status: "pending" };
    await sandbox.fault({ operation: "*Network*" }, { type: "show-as", id, fields }, null);
    const error = await failureOf(networkOperations.remove(id, outs, scene.context()));
    expect(error?.message).to.include(node.id);
    expect(await deletions()).to.have.members(nodesOf(outs).map((own) => `DELETE /v1/nodes/${own.id}/`));
    expect(await scene.exists(node.id)).to.equal(true);
  });

  it("incomplete list: refused, nothing deleted", async () => {
    const { id, outs } = await make();
    await sandbox.fault({ operation: "listAllNodes" }, { ...nothing, body: { count: 9, results: [] } }, null);
    const error = await rejection(id, outs);
    expect(error).to.be.instanceOf(ShapeError);
    expect(error?.message).to.match(/^Cannot determine what Network \S+ contains: the list of nodes is incomplete/);
  });

  it("node that another resource of the process deletes slowly: waits", async () => {
    const { id, outs, project } = await make();
    const context = scene.context();
    const inputs = inputsFor("node", { project, chain: "ethereum-mainnet", readiness: "none" });
    const node = await nodeOperations.create(inputs, context);
    await sandbox.change({ deleteDelayMs: 200 });
    await Promise.all([
      networkOperations.remove(id, outs, context),
      nodeOperations.remove(node.id, node.outs, context),
    ]);
    expect(await scene.exists(id)).to.equal(false);
    expect(await scene.exists(node.id)).to.equal(false);
  });

  it("node deleted by others a little later: waits", async () => {
    const { id, outs } = await make();
    const node = await call("createNodeV1", { body: { ...sharedNode, name: "going", network: id } });
    const context = scene.context();
    context.onLine = (line) => (line.includes(node.id) ? sandbox.admin("DELETE", `/objects/${node.id}`) : undefined);
    await networkOperations.remove(id, outs, context);
    expect(await scene.exists(id)).to.equal(false);
  });

  it("unreadable responses for a while: read again, before and after the DELETE", async () => {
    const { id, outs } = await make();
    const html = { type: "status", status: 200, body: "<html>" };
    await sandbox.change({ deleteDelayMs: 30 });
    await sandbox.fault({ operation: "retrieveNetwork" }, html, 3, 1);
    await sandbox.fault({ operation: "retrieveNode" }, html, 3);
    await networkOperations.remove(id, outs, scene.context());
    expect(await scene.exists(id)).to.equal(false);
  });

  it("nothing else in the network: deleted with its last node, without a request of its own", async () => {
    const { id, outs } = await make();
    await networkOperations.remove(id, outs, scene.context());
    expect(await deletions()).to.have.members(nodesOf(outs).map((own) => `DELETE /v1/nodes/${own.id}/`));
    expect(await scene.exists(id)).to.equal(false);
  });
});
