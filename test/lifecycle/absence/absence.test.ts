import { setMaxListeners } from "node:events";
import { expect } from "chai";
import { AuthError, NotFoundError } from "../../../provider/errors/errors.js";
import { proveAbsence } from "../../../provider/lifecycle/absence/absence.js";
import { parseOutputs } from "../../../provider/lifecycle/node/model.js";
import { useFastRetries } from "../../support/lifecycle/fast-retries";
import { createNode } from "../../support/lifecycle/node-scene";
import { inputsFor, useOperations } from "../../support/lifecycle/operations-scene";
import { nodeOperations, projectOperations } from "../../support/lifecycle/resources";
import { failureOf } from "../../support/platform/client-on-sandbox";

describe("proof of absence", () => {
  useFastRetries();
  const scene = useOperations();
  const { sandbox } = scene;
  const make = (project = scene.project) => createNode(scene, project);

  it("right key and organization, project present, missing from the list: proven by two checks 3 s apart", async () => {
    const { id, outs } = await make();
    await sandbox.admin("DELETE", `/objects/${id}`);
    const context = scene.context();
    expect(await nodeOperations.read(id, outs, context)).to.equal(undefined);
    const look = [`GET /v2/nodes/${id}/`, "GET /v2/nodes/", `GET /v2/projects/${scene.project}/`];
    expect(await sandbox.requests()).to.deep.equal(["GET /v1/organization/", ...look, ...look]);
    expect(context.clock.sleeps).to.deep.equal([3_000]);
    await nodeOperations.remove(id, outs, scene.context());
  });

  it("found again 3 s later: not absent, since the platform may show a new object late", async () => {
    const { id, outs } = await make();
    const empty = { count: 0, next: null, results: [] };
    await sandbox.fault({ path: `/v2/nodes/${id}/` }, { type: "status", status: 404 });
    await sandbox.fault({ operation: "listAllNodesV2" }, { type: "status", status: 200, body: empty });
    const context = scene.context();
    expect((await nodeOperations.read(id, outs, context))?.outs.name).to.equal(outs.name);
    expect(context.clock.elapsedMs).to.equal(3_000);
  });

  it("listed but unreadable: tried for 10 s", async () => {
    const { id, outs } = await make();
    await sandbox.fault({ path: `/v2/nodes/${id}/` }, { type: "status", status: 404 }, null);
    const context = scene.context();
    expect(await failureOf(nodeOperations.read(id, outs, context))).to.be.instanceOf(NotFoundError);
    expect(context.clock.elapsedMs).to.be.within(10_000, 15_000);
    expect(context.clock.sleeps).to.deep.equal([500, 1_000, 2_000, 4_000, 4_000]);
  });

  it("run interrupted: the wait ends", async () => {
    const { id, outs } = await make();
    await sandbox.admin("DELETE", `/objects/${id}`);
    const controller = new AbortController();
    const { account, ...context } = scene.context();
    const clock = { ...context.clock, monotonicMs: () => 0, sleep: async () => controller.abort(new Error("stop")) };
    Object.defineProperty(account, "signal", { value: controller.signal });
    const patient = { ...context, account, clock: clock as unknown as typeof context.clock, signal: controller.signal };
    expect((await failureOf(nodeOperations.read(id, outs, patient)))?.message).to.equal("stop");
  });

  it("30 nodes at once: few list walks, one warning each", async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => make()));
    for (const { id } of all) {
      await sandbox.admin("DELETE", `/objects/${id}`);
    }
    const context = scene.context({ batchWindowMs: 1_000 });
    setMaxListeners(0, context.signal);
    const reads = await Promise.all(all.map(({ id, outs }) => nodeOperations.read(id, outs, context)));
    expect(reads.every((read) => read === undefined)).to.equal(true);
    const requests = await sandbox.requests();
    const asked = (path: string) => requests.filter((request) => request === `GET ${path}`).length;
    expect(asked("/v2/nodes/")).to.be.within(4, 14);
    expect(asked(`/v2/projects/${scene.project}/`)).to.be.within(2, 10);
    expect(context.lines.filter((line) => line.includes("no longer exists"))).to.have.length(30);
  });

  it("12 nodes one after the other: few list walks", async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => make()));
    const { account } = scene.context();
    await sandbox.change({ latencyMs: 300 });
    await sandbox.forget();
    await Promise.all(
      all.map(async ({ outs }, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * 20));
        const { organization, project } = parseOutputs(outs);
        await proveAbsence(account, {
          what: "Node",
          id: `ND-0-0-${index}`,
          list: "listNodesV2",
          organization,
          project,
        });
      }),
    );
    expect((await sandbox.requests()).filter((request) => request === "GET /v2/nodes/").length).to.be.within(1, 8);
  });

  describe("list with a malformed item", () => {
    /** Adds an item without a project to the list. */
    const addMalformedItem = async (malformedId: string) => {
      const { client } = scene.context().account;
      const { value } = await client.pages("listNodesV2").next();
      const good = value?.results.map(({ id, name, status, project }) => ({ id, name, status, project })) ?? [];
      const results = [{ id: malformedId, name: "odd", status: "running", project: null }, ...good];
      const body = { count: results.length, next: null, results };
      await sandbox.fault({ operation: "listAllNodesV2" }, { type: "status", status: 200, body }, null);
      await sandbox.forget();
    };

    it("another node: proven", async () => {
      const { id, outs } = await make();
      await sandbox.admin("DELETE", `/objects/${id}`);
      await addMalformedItem("ND-0-0-1");
      expect(await nodeOperations.read(id, outs, scene.context())).to.equal(undefined);
      await nodeOperations.remove(id, outs, scene.context());
    });

    it("that item itself: not proven, its id is listed", async () => {
      const { id, outs } = await make();
      await sandbox.admin("DELETE", `/objects/${id}`);
      await addMalformedItem(id);
      const error = await failureOf(nodeOperations.read(id, outs, scene.context()));
      expect(error).to.be.instanceOf(NotFoundError);
      expect(error?.message).to.match(/still lists it/);
    });

    it("nodes read from the same list: unaffected", async () => {
      const all = [await make(), await make(), await make()];
      await addMalformedItem("ND-0-0-1");
      const context = scene.context();
      const reads = await Promise.all(all.map(({ id, outs }) => nodeOperations.read(id, outs, context)));
      expect(reads.map((read) => read?.outs.name)).to.deep.equal(all.map(({ outs }) => outs.name));
      expect(await sandbox.requests()).to.deep.equal(["GET /v1/organization/", "GET /v2/nodes/"]);
    });
  });

  it("key of another organization: not proven, but without a recorded organization it is", async () => {
    const { outs } = await make();
    const { account } = scene.context({ apiKey: await scene.foreignKey() });
    const { organization } = parseOutputs(outs);
    const question = { what: "Node ND-0-0-0", id: "ND-0-0-0", list: "listNodesV2", project: undefined } as const;
    expect(await failureOf(proveAbsence(account, { ...question, organization }))).to.be.instanceOf(AuthError);
    await proveAbsence(account, { ...question, organization: undefined });
  });

  it("list of several pages: every page is searched", async () => {
    await sandbox.change({ pageSize: 1 });
    const [kept, { id, outs }] = [await make(), await make()];
    await sandbox.fault({ path: "/v2/nodes/*/" }, { type: "status", status: 404 }, null);
    expect(await failureOf(nodeOperations.read(id, outs, scene.context()))).to.be.instanceOf(NotFoundError);
    expect(kept.id).not.to.equal(id);
    expect((await sandbox.log()).filter(({ path }) => path === "/v2/nodes/").length).to.be.above(1);
  });

  it("project deleted too: proven", async () => {
    const project = await projectOperations.create(inputsFor("project", {}), scene.context());
    const { id, outs } = await make(project.id);
    await sandbox.admin("DELETE", `/objects/${project.id}`);
    expect(await nodeOperations.read(id, outs, scene.context())).to.equal(undefined);
    expect(await projectOperations.read(project.id, project.outs, scene.context())).to.equal(undefined);
    await nodeOperations.remove(id, outs, scene.context());
  });

  it("project still listed: not proven", async () => {
    const project = await projectOperations.create(inputsFor("project", {}), scene.context());
    await sandbox.fault({ path: "/v2/projects/*/" }, { type: "status", status: 404 }, null);
    const context = scene.context();
    const error = await failureOf(projectOperations.read(project.id, project.outs, context));
    expect(error).to.be.instanceOf(NotFoundError);
    expect(error?.message).to.match(/still lists it/);
    expect(await failureOf(projectOperations.remove(project.id, project.outs, context))).to.be.instanceOf(
      NotFoundError,
    );
  });

  it("get, only the id is known: proven through both API versions", async () => {
    const { id } = await make();
    await sandbox.admin("DELETE", `/objects/${id}`);
    expect(await nodeOperations.read(id, {}, scene.context())).to.equal(undefined);
    expect(await sandbox.requests()).to.include.members(["GET /v2/nodes/", "GET /v1/nodes/", `GET /v1/nodes/${id}/`]);
  });
});
