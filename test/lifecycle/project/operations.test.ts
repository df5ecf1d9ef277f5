import { expect } from "chai";
import { AuthError, ConflictError, NotFoundError, UnavailableError } from "../../../provider/errors/errors.js";
import { claimName } from "../../../provider/lifecycle/claim/claim-name.js";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { inputsFor, useOperations } from "../../support/lifecycle/operations-scene";
import { makeProject } from "../../support/lifecycle/project-scene";
import { diffProject, projectOperations } from "../../support/lifecycle/resources";
import { ownerOf } from "../../support/lifecycle/sample-inputs";
import { ethereum, failureOf } from "../../support/platform/client-on-sandbox";

describe("projectOperations", () => {
  const scene = useOperations();
  const { sandbox } = scene;
  const make = (args: Properties = {}) => makeProject(scene, args);

  it("create: all outputs, claimed and renamed", async () => {
    const inputs = inputsFor("project", { description: "invoices", type: "public" });
    const { id, outs } = await projectOperations.create(inputs, scene.context());
    const { __provider, ...echoed } = inputs;
    expect(id).to.match(/^PR-/);
    expect(outs).to.include(echoed);
    expect(outs).to.include({ description: "invoices", type: "public" }).and.not.to.have.property("__provider");
    expect(outs.organization).to.match(/^RG-/);
    expect(outs.createdAt).to.match(/^\d{4}-/);
    expect(await sandbox.requests()).to.deep.equal([
      "GET /v1/organization/",
      "GET /v2/projects/",
      "POST /v2/projects/",
      `PATCH /v2/projects/${id}/`,
    ]);
    const [posted, patched] = (await sandbox.log()).slice(2).map(({ body }) => body);
    const claim = claimName(ownerOf("Node", "rpc"));
    expect(posted).to.deep.equal({ name: claim, description: "invoices", type: "public" });
    expect(patched).to.deep.equal({ name: inputs.name });
    expect(diffProject(outs, inputs).changes).to.equal(false);
  });

  it("create, key of another organization than configured: AuthError, nothing written", async () => {
    const error = await failureOf(
      projectOperations.create(inputsFor("project", {}), scene.context({ organization: "RG-0-0" })),
    );
    expect(error).to.be.instanceOf(AuthError);
    expect(error?.message).to.match(/RG-0-0/);
    expect(await scene.writes()).to.deep.equal([]);
  });

  it("read after create: no drift", async () => {
    const { id, outs, inputs } = await make({ description: "invoices" });
    const read = await projectOperations.read(id, outs, scene.context());
    const { __provider, ...own } = inputs;
    expect(read?.outs).to.deep.equal(outs);
    expect(read?.inputs).to.deep.equal(own);
  });

  it("read, name and description changed outside: drift in inputs and outputs", async () => {
    const { id, outs, inputs } = await make({ description: "ours" });
    await sandbox.admin("PATCH", `/objects/${id}`, { name: "theirs", description: "changed" });
    const read = await projectOperations.read(id, outs, scene.context());
    expect(read?.inputs).to.include({ name: "theirs", description: "changed" });
    expect(diffProject(read?.outs ?? {}, inputs)).to.deep.equal({ changes: true, replaces: [] });
  });

  describe("type shown differently", () => {
    it("omitted: the program's type, no replacement", async () => {
      const { id, outs, inputs } = await make({ type: "public" });
      await sandbox.fault({}, { type: "show-as", id: "PR-", omit: ["type"] }, null);
      const read = await projectOperations.read(id, outs, scene.context());
      expect(read?.outs).to.deep.equal(outs);
      expect(read?.inputs).to.include({ type: "public" });
      expect(diffProject(read?.outs ?? {}, inputs)).to.deep.equal({ changes: false, replaces: [] });
      const made = await make({ type: "public" });
      expect(made.outs).to.include({ type: "public" });
      const open = await make();
      expect(diffProject(open.outs, inputsFor("project", { type: "public" }, open.inputs)).replaces).to.deep.equal([]);
    });

    it("omitted, none in the program: the recorded type", async () => {
      const { id, outs } = await make();
      await sandbox.fault({}, { type: "show-as", id: "PR-", omit: ["type", "created_at"] }, null);
      expect((await projectOperations.read(id, outs, scene.context()))?.outs).to.deep.equal(outs);
    });

    it("another type: no replacement, a refresh warns", async () => {
      const { id, outs, inputs } = await make({ type: "public" });
      await sandbox.admin("PATCH", `/objects/${id}`, { type: "consortium" });
      const context = scene.context();
      const read = await projectOperations.read(id, outs, context);
      expect(diffProject(read?.outs ?? {}, inputs)).to.deep.equal({ changes: false, replaces: [] });
      expect(
        context.lines.filter((line) => line.includes("type consortium, but the program requests public")),
      ).to.have.length(1);
    });
  });

  it("update of a deleted project: the error suggests pulumi refresh", async () => {
    const { id, outs, inputs } = await make();
    await sandbox.admin("DELETE", `/objects/${id}`);
    const news = inputsFor("project", { name: "b" }, inputs);
    const error = await failureOf(projectOperations.update(id, outs, news, scene.context()));
    expect(error).to.be.instanceOf(NotFoundError);
    expect(error?.message).to.match(/^Project PR-\S+ cannot be updated: .*404.* run `pulumi refresh`/);
  });

  it("get, only the id is known: complete", async () => {
    const { id, outs } = await make({ description: "d" });
    const read = await projectOperations.read(id, {}, scene.context());
    expect(read?.outs).to.include({
      name: outs.name,
      description: "d",
      type: "public",
      organization: outs.organization,
    });
  });

  it("update of name and description: one request, all outputs", async () => {
    const { id, outs, inputs } = await make({ description: "old" });
    const news = inputsFor("project", { name: "new" }, inputs);
    const updated = await projectOperations.update(id, outs, news, scene.context());
    expect(updated).to.include({
      name: "new",
      createdAt: outs.createdAt,
      organization: outs.organization,
      type: "public",
    });
    expect(updated.description).to.equal(undefined);
    expect(await scene.writes()).to.deep.equal([`PATCH /v2/projects/${id}/`]);
    expect(diffProject(updated, news).changes).to.equal(false);
  });

  it("update of timeouts: no request", async () => {
    const { id, outs, inputs } = await make({ description: "d" });
    const news = inputsFor("project", { description: "d", timeouts: { delete: "1m" } }, inputs);
    const updated = await projectOperations.update(id, outs, news, scene.context());
    const { __provider, ...own } = news;
    expect(updated).to.deep.equal({ ...outs, ...own });
    expect(await sandbox.requests()).to.deep.equal([]);
  });

  it("update, response lost: resolved by reading", async () => {
    const { id, outs, inputs } = await make();
    const news = inputsFor("project", { name: "renamed" }, inputs);
    for (const fault of [
      { type: "drop", commit: true },
      { type: "status", status: 502, commit: true },
      { type: "truncate" },
    ]) {
      await sandbox.admin("PATCH", `/objects/${id}`, { name: "before" });
      await sandbox.forget();
      await sandbox.fault({ method: "PATCH" }, fault);
      expect(await projectOperations.update(id, outs, news, scene.context())).to.include({ name: "renamed" });
      expect(await scene.writes()).to.have.length(1);
    }
  });

  it("update, repeatedly lost before it takes effect: UnavailableError", async () => {
    const { id, outs, inputs } = await make();
    await sandbox.fault({ method: "PATCH" }, { type: "status", status: 503 }, null);
    const news = inputsFor("project", { name: "renamed" }, inputs);
    expect(await failureOf(projectOperations.update(id, outs, news, scene.context()))).to.be.instanceOf(
      UnavailableError,
    );
    expect(await scene.writes()).to.have.length(3);
  });

  it("remove: waits until it is deleted", async () => {
    const { id, outs } = await make();
    await sandbox.change({ deleteDelayMs: 60 });
    await projectOperations.remove(id, outs, scene.context());
    expect(await scene.exists(id)).to.equal(false);
    expect((await scene.writes())[0]).to.equal(`DELETE /v2/projects/${id}/`);
  });

  it("remove with nodes of others: ConflictError with their ids", async () => {
    const { id, outs } = await make();
    const context = scene.context();
    const node = await context.account.client.call("createNodeV2", {
      body: { name: "theirs", project: id, ...ethereum },
    });
    for (const status of [400, 403, 409] as const) {
      await sandbox.change({ nonEmptyDelete: status });
      const error = await failureOf(projectOperations.remove(id, outs, scene.context()));
      expect(error).to.be.instanceOf(ConflictError);
      expect(error?.message).to.include(node.id);
    }
    expect(await scene.exists(id)).to.equal(true);
  });

  it("remove while its last node is being deleted: waits", async () => {
    const { id, outs } = await make();
    const context = scene.context();
    const node = await context.account.client.call("createNodeV2", {
      body: { name: "going", project: id, ...ethereum },
    });
    context.onLine = () => sandbox.admin("DELETE", `/objects/${node.id}`);
    await projectOperations.remove(id, outs, context);
    expect(await scene.exists(id)).to.equal(false);
    expect((await scene.writes()).length).to.be.above(1);
  });

  it("deleted outside: read returns undefined, remove resolves", async () => {
    const { id, outs } = await make();
    await sandbox.admin("DELETE", `/objects/${id}`);
    expect(await projectOperations.read(id, outs, scene.context())).to.equal(undefined);
    await projectOperations.remove(id, outs, scene.context());
  });

  it("key of another organization: AuthError for every call", async () => {
    const { id, outs, inputs } = await make();
    const apiKey = await scene.foreignKey();
    const news = inputsFor("project", { name: "b" }, inputs);
    for (const call of [
      () => projectOperations.read(id, outs, scene.context({ apiKey })),
      () => projectOperations.update(id, outs, news, scene.context({ apiKey })),
      () => projectOperations.remove(id, outs, scene.context({ apiKey })),
    ]) {
      const error = await failureOf(call());
      expect(error).to.be.instanceOf(AuthError);
      expect(error?.message).to.include(String(outs.organization));
    }
    expect(await scene.writes()).to.deep.equal([]);
  });
});
