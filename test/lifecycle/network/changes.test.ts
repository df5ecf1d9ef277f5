import { expect } from "chai";
import { AuthError, ConflictError } from "../../../provider/errors/errors.js";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { london, makeNetwork, networkArgsIn, nodesOf } from "../../support/lifecycle/network-scene";
import { inputsFor, partialFailureOf, useOperations } from "../../support/lifecycle/operations-scene";
import { diffNetwork, networkOperations } from "../../support/lifecycle/resources";
import { initialNode } from "../../support/lifecycle/sample-inputs";
import { failureOf, sharedNode } from "../../support/platform/client-on-sandbox";

describe("networkOperations", () => {
  const scene = useOperations();
  const { sandbox } = scene;
  const args = (more: Properties = {}) => networkArgsIn(scene, more);
  const make = (more: Properties = {}) => makeNetwork(scene, more);

  describe("update", () => {
    it("new timeouts: stored without a request", async () => {
      const { id, outs, change } = await make();
      const news = change({ timeouts: { create: "1h" } });
      const updated = await networkOperations.update(id, outs, news, scene.context());
      expect(updated).to.deep.include({ ...outs, timeouts: { create: "1h" }, __set: news.__set });
      expect(await sandbox.requests()).to.deep.equal([]);
    });

    it("node renamed: in place", async () => {
      const { id, outs, change } = await make();
      const news = change({ nodes: [{ ...initialNode, name: "renamed" }, london] });
      const updated = await networkOperations.update(id, outs, news, scene.context());
      const [first] = nodesOf(updated);
      expect(first).to.include({ name: "renamed", id: nodesOf(outs)[0]?.id, ready: true });
      expect(await scene.writes()).to.deep.equal([`PATCH /v1/nodes/${first?.id}/`]);
      expect(diffNetwork(updated, news).changes).to.equal(false);
    });

    it("node deleted outside: recreated in its slot", async () => {
      const { id, outs, inputs } = await make();
      const [first, second] = nodesOf(outs);
      await sandbox.admin("DELETE", `/objects/${first?.id}`);
      const read = await networkOperations.read(id, outs, scene.context());
      await sandbox.forget();
      const updated = await networkOperations.update(id, read?.outs ?? {}, inputs, scene.context());
      const [again, kept] = nodesOf(updated);
      expect(again).to.include({ name: first?.name, region: first?.region, ready: true, status: "running" });
      expect(again?.id).to.match(/^ND-/).and.not.to.equal(first?.id);
      expect(kept?.id).to.equal(second?.id);
      expect(updated).to.include({ ready: true });
      expect(await scene.writes()).to.deep.equal(["POST /v1/nodes/", `PATCH /v1/nodes/${again?.id}/`]);
      expect(diffNetwork(updated, inputs).changes).to.equal(false);
    });

    it("second rename fails: partial failure with the first one done", async () => {
      const { id, outs, change } = await make();
      const [first, second] = nodesOf(outs);
      const news = change({
        nodes: [
          { ...initialNode, name: "one" },
          { ...london, name: "two" },
        ],
      });
      await sandbox.fault({ method: "PATCH", path: `/v1/nodes/${second?.id}/` }, { type: "status", status: 403 });
      const failure = await partialFailureOf(networkOperations.update(id, outs, news, scene.context()));
      expect(nodesOf(failure.outs).map((node) => node.name)).to.deep.equal(["one", second?.name]);
      expect(nodesOf(failure.outs).map((node) => node.id)).to.deep.equal([first?.id, second?.id]);
      expect(failure.outs).to.include({ ready: false });
      expect(diffNetwork(failure.outs, news).changes).to.equal(true);
    });

    it("unfinished create: finished, no other nodes created", async () => {
      await sandbox.change({ regionalSeconds: 600 });
      const inputs = inputsFor("network", args({ timeouts: { create: "1m" } }));
      const { id, outs } = await partialFailureOf(networkOperations.create(inputs, scene.context()));
      await sandbox.forget();
      await sandbox.admin("PATCH", `/nodes/${nodesOf(outs)[1]?.id}`, { status: "running" });
      const updated = await networkOperations.update(id, outs, inputs, scene.context());
      expect(updated).to.include({ ready: true, status: "ok" });
      expect(await scene.writes()).to.deep.equal([]);
    });
  });

  describe("remove", () => {
    it("own nodes: deleted, and with them the network", async () => {
      const { id, outs } = await make();
      await networkOperations.remove(id, outs, scene.context());
      for (const deleted of [id, ...nodesOf(outs).map((node) => String(node.id))]) {
        expect(await scene.exists(deleted)).to.equal(false);
      }
    });

    it("deletion takes a while: waits", async () => {
      const { id, outs } = await make();
      await sandbox.change({ deleteDelayMs: 120 });
      await networkOperations.remove(id, outs, scene.context());
      expect(await scene.exists(id)).to.equal(false);
    });

    it("nodes of others: nothing deleted, ConflictError with their ids", async () => {
      const { id, outs } = await make();
      const { client } = scene.context().account;
      const foreign = await client.call("createNodeV1", { body: { ...sharedNode, name: "theirs", network: id } });
      await sandbox.forget();
      const error = await failureOf(networkOperations.remove(id, outs, scene.context()));
      expect(error).to.be.instanceOf(ConflictError);
      expect(error?.message)
        .to.include(foreign.id)
        .and.to.match(/^Network NW-\S+ was not deleted: it contains/);
      expect(await scene.writes()).to.deep.equal([]);
    });

    it("node of which only the id can be read: nothing deleted, ConflictError with the id", async () => {
      const { id, outs } = await make();
      const shown = await scene.context().account.client.call("getNetwork", { id });
      const wires = [...shown.nodes.map(({ id: node, name }) => ({ id: node, name })), { id: "ND-1-2-3", name: null }];
      const body = { ...shown, nodes: wires };
      await sandbox.fault({ path: `/v1/networks/${id}/` }, { type: "status", status: 200, body }, null);
      await sandbox.forget();
      const error = await failureOf(networkOperations.remove(id, outs, scene.context()));
      expect(error).to.be.instanceOf(ConflictError);
      expect(error?.message).to.match(/^Network NW-\S+ was not deleted: it contains ND-1-2-3,/);
      expect(await scene.writes()).to.deep.equal([]);
    });

    it("nodes or network already deleted: resolves, with proof", async () => {
      const { id, outs } = await make();
      await sandbox.admin("DELETE", `/objects/${nodesOf(outs)[0]?.id}`);
      await networkOperations.remove(id, outs, scene.context());
      await networkOperations.remove(id, outs, scene.context());
      expect(await scene.exists(id)).to.equal(false);
    });

    it("key of another organization: AuthError", async () => {
      const { id, outs } = await make();
      const context = scene.context({ apiKey: await scene.foreignKey() });
      expect(await failureOf(networkOperations.remove(id, outs, context))).to.be.instanceOf(AuthError);
      expect(await failureOf(networkOperations.read(id, outs, context))).to.be.instanceOf(AuthError);
      expect(await scene.exists(id)).to.equal(true);
    });
  });
});
