import { expect } from "chai";
import { NotReadyError, RejectedError } from "../../provider/errors/errors.js";
import type { Properties } from "../../provider/lifecycle/engine/properties.js";
import { makeNetwork, nodesOf } from "../support/lifecycle/network-scene";
import { inputsFor, partialFailureOf, type TestContext, useOperations } from "../support/lifecycle/operations-scene";
import { networkOperations, nodeOperations } from "../support/lifecycle/resources";
import { failureOf } from "../support/platform/client-on-sandbox";

describe("platform that rejects writes to deploying nodes", () => {
  const scene = useOperations({ pendingWrites: "refuse", regionalSeconds: 600 });
  const { sandbox } = scene;
  const inputs = (more: Properties = {}, olds: Properties = {}) =>
    inputsFor(
      "node",
      { project: scene.project, chain: "ethereum-mainnet", region: "lon1", readiness: "platform", ...more },
      olds,
    );
  /** A deploying node. */
  const make = async (more: Properties = {}) => {
    const context = scene.context({ isCrashSafe: false });
    const made = await nodeOperations.create(inputs({ readiness: "none", ...more }), context);
    await sandbox.forget();
    return made;
  };
  const run = (id: unknown) => sandbox.admin("PATCH", `/nodes/${id}`, { status: "running" });
  /** Completes the deployment of all nodes once `isTime` returns true for a line of progress. */
  const runWhen = (context: TestContext, isTime: (line: string) => boolean) => {
    context.onLine = async (line) => {
      if (isTime(line)) {
        context.onLine = () => undefined;
        const { nodes } = await sandbox.admin<{ nodes: readonly { id: string; status: string }[] }>("GET", "/objects");
        await Promise.all(nodes.filter(({ status }) => status === "pending").map(({ id }) => run(id)));
      }
    };
  };
  const statusesOf = async (method: string) =>
    (await sandbox.log()).filter((entry) => entry.method === method).map(({ status }) => status);

  it("remove: node deleted once deployed", async () => {
    const { id, outs } = await make();
    const context = scene.context();
    runWhen(context, () => context.clock.elapsedMs > 60_000);
    await nodeOperations.remove(id, outs, context);
    expect(await scene.exists(id)).to.equal(false);
    const statuses = await statusesOf("DELETE");
    expect(statuses.length).to.be.above(5);
    expect(new Set(statuses.slice(0, -1))).to.deep.equal(new Set([400]));
    expect(statuses.at(-1)).to.equal(204);
  });

  it("remove, node unreadable for a while: retried", async () => {
    const { id, outs } = await make();
    const html = { type: "status", status: 200, body: "<html>" };
    await sandbox.fault({ operation: "retrieveNodeV2" }, html, 6);
    const context = scene.context();
    runWhen(context, () => context.clock.elapsedMs > 60_000);
    await nodeOperations.remove(id, outs, context);
    expect(await scene.exists(id)).to.equal(false);
  });

  it("remove, still deploying at the deadline: the platform's rejection", async () => {
    const { id, outs } = await make({ timeouts: { delete: "1m" } });
    const context = scene.context();
    const error = await failureOf(nodeOperations.remove(id, outs, context));
    expect(error).to.be.instanceOf(RejectedError);
    expect(error?.message).to.match(/The node is being deployed/);
    expect(context.clock.elapsedMs).to.be.within(60_000, 66_000);
    expect(await scene.exists(id)).to.equal(true);
  });

  it("remove of a running node rejected: RejectedError at once", async () => {
    const { id, outs } = await make();
    await run(id);
    await sandbox.fault({ method: "DELETE" }, { type: "status", status: 400 }, null);
    const context = scene.context();
    expect(await failureOf(nodeOperations.remove(id, outs, context))).to.be.instanceOf(RejectedError);
    expect(context.clock.elapsedMs).to.equal(0);
    expect(await scene.writes()).to.have.length(1);
  });

  it('onCreateTimeout "delete": node deleted once deployed', async () => {
    const context = scene.context();
    runWhen(context, (line) => line.startsWith("deleting") && context.clock.elapsedMs > 90_000);
    const given = inputs({ onCreateTimeout: "delete", timeouts: { create: "1m" } });
    const error = await failureOf(nodeOperations.create(given, context));
    expect(error).to.be.instanceOf(NotReadyError);
    expect(error?.message).to.match(/not ready after 1 min.*It was deleted/);
    const id = /ND-[\d-]+/.exec(error?.message ?? "")?.[0] ?? "";
    expect(await scene.exists(id)).to.equal(false);
    expect((await statusesOf("DELETE"))[0]).to.equal(400);
  });

  it("rename of an unfinished node: after the wait", async () => {
    const first = inputs({ timeouts: { create: "1m" } });
    const { id, outs } = await partialFailureOf(nodeOperations.create(first, scene.context({ isCrashSafe: false })));
    await sandbox.forget();
    const context = scene.context();
    runWhen(context, () => context.clock.elapsedMs > 30_000);
    const news = inputs({ name: "renamed", timeouts: { create: "10m" } }, first);
    const updated = await nodeOperations.update(id, outs, news, context);
    expect(updated).to.include({ name: "renamed", status: "running", ready: true });
    expect(await scene.writes()).to.deep.equal([`PATCH /v2/nodes/${id}/`]);
    expect(await statusesOf("PATCH")).to.deep.equal([200]);
  });

  it("rename of a running node rejected: old name recorded, the next update renames", async () => {
    const first = inputs({ timeouts: { create: "1m" } });
    const { id, outs } = await partialFailureOf(nodeOperations.create(first, scene.context({ isCrashSafe: false })));
    await run(id);
    await sandbox.fault({ method: "PATCH" }, { type: "status", status: 400 });
    const news = inputs({ name: "renamed" }, first);
    const failure = await partialFailureOf(nodeOperations.update(id, outs, news, scene.context()));
    expect(failure.cause).to.be.instanceOf(RejectedError);
    expect(failure.outs).to.include({ name: first.name, status: "running" });
    const updated = await nodeOperations.update(id, failure.outs, news, scene.context());
    expect(updated).to.include({ name: "renamed", ready: true });
  });

  it("remove of a network: its nodes deleted once deployed", async () => {
    const { id, outs } = await makeNetwork(scene, { readiness: "none" }, scene.context({ isCrashSafe: false }));
    const context = scene.context();
    runWhen(context, () => context.clock.elapsedMs > 60_000);
    await networkOperations.remove(id, outs, context);
    for (const deleted of [id, ...nodesOf(outs).map((node) => String(node.id))]) {
      expect(await scene.exists(deleted)).to.equal(false);
    }
    expect(await statusesOf("DELETE")).to.include(400);
  });
});
