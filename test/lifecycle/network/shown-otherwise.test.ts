import { expect } from "chai";
import { ConflictError, NotFoundError } from "../../../provider/errors/errors.js";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { makeNetwork, nodesOf } from "../../support/lifecycle/network-scene";
import { type TestContext, useOperations } from "../../support/lifecycle/operations-scene";
import { diffNetwork, networkOperations } from "../../support/lifecycle/resources";
import { initialNode } from "../../support/lifecycle/sample-inputs";
import { failureOf, sharedNode } from "../../support/platform/client-on-sandbox";

describe("network shown differently", () => {
  const scene = useOperations();
  const { sandbox } = scene;
  const web = { ...initialNode, name: "web" };
  const make = (nodes: readonly Properties[] = [web, initialNode], context = scene.context()) =>
    makeNetwork(scene, { nodes, readiness: "none" }, context);
  const show = (showing: object, match: object = {}) =>
    sandbox.fault(match, { type: "show-as", id: "ND-", ...showing }, null);
  const linesWith = ({ lines }: TestContext, text: string) => lines.filter((line) => line.includes(text));

  describe("without node details", () => {
    it("refresh: recorded details kept, one warning", async () => {
      const { id, outs } = await make();
      await show({ omit: ["details"] });
      const context = scene.context();
      const read = await networkOperations.read(id, outs, context);
      expect(read?.outs).to.deep.equal(outs);
      expect(linesWith(context, "omits details")).to.have.length(1);
    });

    it("rename: recorded details kept, one warning", async () => {
      const { id, outs, change } = await make();
      await show({ omit: ["details"] });
      const context = scene.context();
      const news = change({ nodes: [{ ...web, name: "api" }, initialNode] });
      const updated = await networkOperations.update(id, outs, news, context);
      const [before, ...others] = nodesOf(outs);
      expect(nodesOf(updated)).to.deep.equal([{ ...before, name: "api" }, ...others]);
      expect(linesWith(context, "omits details")).to.have.length(1);
    });

    it("create: details from its own response kept", async () => {
      await show({ omit: ["details"] }, { method: "PATCH" });
      const { outs } = await make();
      for (const { id, endpoints } of nodesOf(outs)) {
        expect((endpoints as Properties).https).to.include(id);
      }
    });

    it("refresh after get: details kept", async () => {
      const { id } = await make();
      const got = await networkOperations.read(id, {}, scene.context());
      await show({ omit: ["details"] });
      const again = await networkOperations.read(id, got?.outs ?? {}, scene.context());
      expect(again?.outs).to.deep.equal(got?.outs);
    });

    it("recreated node: nothing left of its predecessor", async () => {
      const { id, outs, inputs } = await make();
      await sandbox.admin("DELETE", `/objects/${nodesOf(outs)[0]?.id}`);
      await show({ omit: ["details"] });
      const updated = await networkOperations.update(id, { ...outs, ready: false }, inputs, scene.context());
      expect(nodesOf(updated).map(({ endpoints }) => Object.keys(endpoints as Properties).length > 0)).to.deep.equal([
        false,
        true,
      ]);
    });
  });

  it("another placement: the program's is kept, no replacement", async () => {
    await show({ fields: { region: "us-east-1", provider: "aws", type: "dedicated" } });
    const { id, outs, inputs } = await make();
    const context = scene.context();
    const read = await networkOperations.read(id, outs, context);
    expect(read?.outs).to.deep.equal(outs);
    for (const [index, node] of nodesOf(outs).entries()) {
      expect(node, String(index)).to.deep.include(initialNode);
    }
    expect(diffNetwork(read?.outs ?? {}, inputs)).to.deep.equal({ changes: false, replaces: [] });
    expect(linesWith(context, "but the program requests")).to.have.length(1);
  });

  describe("someone else's node under the name of a deleted one", () => {
    const lost = async () => {
      const made = await make();
      const { client } = scene.context().account;
      const body = { ...sharedNode, name: "web", network: made.id };
      const theirs = await client.call("createNodeV1", { body });
      await sandbox.admin("DELETE", `/objects/${nodesOf(made.outs)[0]?.id}`);
      const read = await networkOperations.read(made.id, made.outs, scene.context());
      await sandbox.forget();
      return { ...made, theirs: theirs.id, outs: read?.outs ?? {} };
    };

    it("refresh: the slot stays empty, each time", async () => {
      const { id, outs } = await lost();
      const again = await networkOperations.read(id, outs, scene.context());
      for (const seen of [outs, again?.outs ?? {}]) {
        expect(nodesOf(seen)[0]).to.include({ name: "web", status: "deleted" }).and.not.to.have.property("id");
        expect(seen).to.include({ ready: false });
      }
    });

    it("update: its own node recreated, no other deleted", async () => {
      const { id, outs, inputs, theirs } = await lost();
      const updated = await networkOperations.update(id, outs, inputs, scene.context());
      const [own, other] = nodesOf(updated).map((node) => String(node.id));
      expect(own).not.to.equal(theirs);
      const error = await failureOf(networkOperations.remove(id, updated, scene.context()));
      expect(error).to.be.instanceOf(ConflictError);
      expect(error?.message).to.include(theirs).and.not.to.include(own);
      expect(await scene.exists(theirs)).to.equal(true);
      await sandbox.admin("DELETE", `/objects/${theirs}`);
      await networkOperations.remove(id, updated, scene.context());
      expect([await scene.exists(own ?? ""), await scene.exists(other ?? "")]).to.deep.equal([false, false]);
    });

    it("remove with an empty slot: ConflictError, nothing deleted", async () => {
      const { id, outs, theirs } = await lost();
      expect(await failureOf(networkOperations.remove(id, outs, scene.context()))).to.be.instanceOf(ConflictError);
      expect(await scene.exists(theirs)).to.equal(true);
      expect(await scene.writes()).to.deep.equal([]);
    });
  });

  it("node recreated under a generated name by a killed run: matched again", async () => {
    const { id, outs, inputs } = await make();
    const second = nodesOf(outs)[1];
    const lost = { ...outs, ready: false, nodes: [nodesOf(outs)[0], { ...second, id: undefined, status: "deleted" }] };
    const updated = await networkOperations.update(id, lost, inputs, scene.context());
    expect(nodesOf(updated)[1]?.id).to.equal(second?.id);
    expect(await scene.writes()).to.deep.equal([]);
  });

  it("update of a deleted network: the error suggests pulumi refresh", async () => {
    const { id, outs, change } = await make();
    await sandbox.admin("DELETE", `/objects/${id}`);
    const news = change({ nodes: [{ ...web, name: "api" }, initialNode] });
    const error = await failureOf(networkOperations.update(id, outs, news, scene.context()));
    expect(error).to.be.instanceOf(NotFoundError);
    expect(error?.message).to.match(/^Network NW-\S+ cannot be updated: .*404.* run `pulumi refresh`/);
  });
});
