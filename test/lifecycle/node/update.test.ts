import { expect } from "chai";
import { AuthError, NotFoundError, NotReadyError } from "../../../provider/errors/errors.js";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { inputsFor, partialFailureOf, useOperations } from "../../support/lifecycle/operations-scene";
import { diffNode, nodeOperations } from "../../support/lifecycle/resources";
import { failureOf } from "../../support/platform/client-on-sandbox";

describe("nodeOperations", () => {
  const scene = useOperations();
  const { sandbox } = scene;
  const args = (more: Properties = {}) => ({
    project: scene.project,
    chain: "ethereum-mainnet",
    readiness: "platform",
    ...more,
  });
  const make = async (more: Properties = {}) => {
    const inputs = inputsFor("node", args(more));
    const { id, outs } = await nodeOperations.create(inputs, scene.context());
    await sandbox.forget();
    return {
      id,
      outs,
      inputs,
      change: (changes: Properties) => inputsFor("node", args({ ...more, ...changes }), inputs),
    };
  };

  describe("update", () => {
    for (const [name, changes] of [
      ["timeouts", { timeouts: { create: "1h" } }],
      ["onCreateTimeout", { onCreateTimeout: "delete" }],
      ["lower readiness", { readiness: "none" }],
      ["region added, same as recorded", { region: "global1" }],
    ] as const) {
      it(`${name}: stored without a request`, async () => {
        const { id, outs, change } = await make();
        const news = change(changes);
        const updated = await nodeOperations.update(id, outs, news, scene.context());
        const { __provider, ...own } = news;
        expect(updated).to.deep.equal({ ...outs, ...own });
        expect(await sandbox.requests()).to.deep.equal([]);
        expect(diffNode(updated, news).changes).to.equal(false);
      });
    }

    it("another form of the same placement: stored without a request", async () => {
      const { id, outs, inputs } = await make();
      const { chain, ...rest } = args();
      const news = inputsFor("node", { ...rest, blockchain: outs.blockchain, cloud: outs.cloud }, inputs);
      expect(diffNode(outs, news)).to.deep.equal({ changes: true, replaces: [] });
      const updated = await nodeOperations.update(id, outs, news, scene.context());
      expect(updated).not.to.have.property("chain");
      expect(diffNode(updated, news).changes).to.equal(false);
      expect(await sandbox.requests()).to.deep.equal([]);
    });

    it("rename: one request, all outputs", async () => {
      const { id, outs, change } = await make();
      const news = change({ name: "renamed" });
      const updated = await nodeOperations.update(id, outs, news, scene.context());
      expect(updated).to.include({ name: "renamed", ready: true, status: "running" });
      expect(updated.endpoints).to.deep.equal(outs.endpoints);
      expect(await sandbox.requests()).to.deep.equal(["GET /v1/organization/", `PATCH /v2/nodes/${id}/`]);
      expect(diffNode(updated, news).changes).to.equal(false);
    });

    it("rename, response lost: resolved by reading", async () => {
      const { id, outs, change } = await make();
      await sandbox.fault({ method: "PATCH" }, { type: "drop", commit: true });
      expect(await nodeOperations.update(id, outs, change({ name: "b" }), scene.context())).to.include({ name: "b" });
      expect(await scene.writes()).to.have.length(1);
    });

    it("rename lost before it took effect: repeated", async () => {
      const { id, outs, change } = await make();
      await sandbox.fault({ method: "PATCH" }, { type: "status", status: 500 });
      expect(await nodeOperations.update(id, outs, change({ name: "b" }), scene.context())).to.include({ name: "b" });
      expect(await scene.writes()).to.have.length(2);
    });

    it("unfinished create: finished, no other node created", async () => {
      await sandbox.change({ regionalSeconds: 600 });
      const inputs = inputsFor("node", args({ region: "lon1", timeouts: { create: "1m" } }));
      const { id, outs } = await partialFailureOf(nodeOperations.create(inputs, scene.context()));
      await sandbox.forget();
      const again = await partialFailureOf(nodeOperations.update(id, outs, inputs, scene.context()));
      expect(again).to.include({ id });
      await sandbox.admin("PATCH", `/nodes/${id}`, { status: "running" });
      const updated = await nodeOperations.update(id, again.outs, inputs, scene.context());
      expect(updated).to.include({ status: "running", ready: true });
      expect(await scene.writes()).to.deep.equal([]);
    });

    it("readiness raised: waits again, by the update's deadline", async () => {
      await sandbox.change({ regionalSeconds: 600 });
      const { id, outs, change } = await make({ region: "lon1", readiness: "none" });
      expect(outs).to.include({ ready: true, status: "pending" });
      const news = change({ readiness: "platform", timeouts: { update: "30s", create: "1h" } });
      const context = scene.context();
      const failure = await partialFailureOf(nodeOperations.update(id, outs, news, context));
      expect(failure.outs).to.include({ ready: false });
      expect(context.clock.elapsedMs).to.equal(30_000);
    });

    for (const [what, changes, isReady] of [
      ["rename", { name: "b" }, true],
      ["raised readiness", { readiness: "rpc" }, true],
      ["unfinished create", {}, false],
    ] as const) {
      it(`${what} of a deleted node: the error suggests pulumi refresh, no partial failure`, async () => {
        const { id, outs, change } = await make();
        await sandbox.admin("DELETE", `/objects/${id}`);
        const news = change(changes);
        const updating = nodeOperations.update(id, { ...outs, ready: isReady }, news, scene.context());
        const error = await failureOf(updating);
        expect(error).to.be.instanceOf(NotFoundError);
        expect(error?.message).to.match(/^Node ND-\S+ cannot be updated: .*404.* run `pulumi refresh`/);
      });
    }

    it("node deleted while waiting: the error suggests pulumi refresh", async () => {
      await sandbox.change({ regionalSeconds: 600 });
      for (const changes of [{ readiness: "platform" }, { readiness: "platform", name: "b" }]) {
        const { id, outs, change } = await make({ region: "lon1", readiness: "none" });
        const context = scene.context();
        context.onLine = () =>
          sandbox
            .admin("DELETE", `/objects/${id}`)
            .then(() => undefined)
            .catch(() => undefined);
        const error = await failureOf(nodeOperations.update(id, outs, change(changes), context));
        expect(error).to.be.instanceOf(NotFoundError);
        expect(error?.message).to.match(/was deleted outside of Pulumi during the wait.* run `pulumi refresh`/);
      }
    });
  });

  describe("read", () => {
    it("after create: no drift", async () => {
      const { id, outs, inputs } = await make();
      const read = await nodeOperations.read(id, outs, scene.context());
      const { __provider, ...own } = inputs;
      expect(read?.outs).to.deep.equal(outs);
      expect(read?.inputs).to.deep.equal(own);
      expect(await sandbox.requests()).to.deep.equal(["GET /v1/organization/", `GET /v2/nodes/${id}/`]);
    });

    it("name changed outside: drift", async () => {
      const { id, outs, inputs } = await make();
      await sandbox.admin("PATCH", `/objects/${id}`, { name: "theirs" });
      const read = await nodeOperations.read(id, outs, scene.context());
      expect(read?.inputs).to.include({ name: "theirs" });
      expect(diffNode(read?.outs ?? {}, inputs)).to.deep.equal({ changes: true, replaces: [] });
    });

    it("rotated secrets, changed status: updated, no drift", async () => {
      const { id, outs, inputs } = await make();
      await sandbox.admin("POST", `/nodes/${id}/rotate`, {});
      await sandbox.admin("PATCH", `/nodes/${id}`, { status: "maintenance" });
      const read = await nodeOperations.read(id, outs, scene.context());
      expect(read?.outs).to.include({ status: "maintenance", ready: true });
      expect(read?.outs.endpoints).not.to.deep.equal(outs.endpoints);
      expect(diffNode(read?.outs ?? {}, inputs).changes).to.equal(false);
    });

    it("unfinished node that runs by now: still unfinished", async () => {
      const { id, outs } = await make();
      const read = await nodeOperations.read(id, { ...outs, ready: false }, scene.context());
      expect(read?.outs).to.include({ ready: false, status: "running" });
    });

    it("get, only the id is known: complete", async () => {
      const { id, outs } = await make();
      const read = await nodeOperations.read(id, {}, scene.context());
      expect(read?.outs).to.include({
        name: outs.name,
        network: "ethereum-mainnet",
        ready: true,
        project: scene.project,
      });
      expect(read?.outs.endpoints).to.deep.equal(outs.endpoints);
    });

    it("refresh of many nodes: served from shared list pages", async () => {
      const made = [await make(), await make(), await make(), await make()];
      await sandbox.forget();
      const context = scene.context();
      const all = await Promise.all(made.map(({ id, outs }) => nodeOperations.read(id, outs, context)));
      expect(all.map((read) => read?.outs.name)).to.deep.equal(made.map(({ outs }) => outs.name));
      expect(await sandbox.requests()).to.deep.equal(["GET /v1/organization/", "GET /v2/nodes/"]);
    });
  });

  describe("remove", () => {
    it("node: deleted, waits until it is absent", async () => {
      const { id, outs } = await make();
      await sandbox.change({ deleteDelayMs: 100 });
      const context = scene.context();
      await nodeOperations.remove(id, outs, context);
      expect(await scene.exists(id)).to.equal(false);
      expect(await scene.writes()).to.deep.equal([`DELETE /v2/nodes/${id}/`]);
      expect(context.lines[0]).to.equal("deleting (0 s)");
    });

    for (const fault of [
      { type: "drop", commit: true },
      { type: "status", status: 500, commit: true },
      { type: "status", status: 503 },
      { type: "drop" },
    ]) {
      it(`fault ${JSON.stringify(fault)}: deleted all the same`, async () => {
        const { id, outs } = await make();
        await sandbox.fault({ method: "DELETE" }, fault);
        await nodeOperations.remove(id, outs, scene.context());
        expect(await scene.exists(id)).to.equal(false);
      });
    }

    it("still present at the deadline: NotReadyError", async () => {
      const { id, outs } = await make({ timeouts: { delete: "1m" } });
      await sandbox.change({ deleteDelayMs: 600_000 });
      const context = scene.context();
      const error = await failureOf(nodeOperations.remove(id, outs, context));
      expect(error).to.be.instanceOf(NotReadyError);
      expect(error?.message).to.match(/still exists 1 min.*timeouts\.delete/);
      expect(context.clock.elapsedMs).to.be.within(60_000, 66_000);
      await sandbox.change({ deleteDelayMs: 0 });
      await sandbox.admin("DELETE", `/objects/${id}`);
    });

    it("role not allowed to delete: AuthError", async () => {
      const { id, outs } = await make();
      await sandbox.fault({ method: "DELETE" }, { type: "status", status: 403 });
      expect(await failureOf(nodeOperations.remove(id, outs, scene.context()))).to.be.instanceOf(AuthError);
      expect(await scene.exists(id)).to.equal(true);
    });

    it("list shrinks during a walk: not taken as proof of absence", async () => {
      const { nodes } = await sandbox.admin<{ nodes: readonly { id: string }[] }>("GET", "/objects");
      for (const { id } of nodes) {
        await sandbox.admin("DELETE", `/objects/${id}`);
      }
      const made = [await make(), await make(), await make()];
      await sandbox.change({ pageSize: 1, deleteDelayMs: 200 });
      await sandbox.fault({ operation: "listAllNodesV2" }, { type: "status", status: 404 }, 1, 1);
      const context = scene.context();
      await Promise.all(made.map(({ id, outs }) => nodeOperations.remove(id, outs, context)));
      for (const { id } of made) {
        expect(await scene.exists(id)).to.equal(false);
      }
    });
  });
});
