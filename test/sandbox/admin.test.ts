import { expect } from "chai";
import { ethereum, london, type ManagementScene, openManagement, until } from "../support/sandbox/management-scene";

describe("admin interface", () => {
  let scene: ManagementScene;
  before(async () => {
    scene = await openManagement();
  });
  afterEach(() => scene.admin("DELETE", "/settings"));
  after(() => scene.sandbox.close());

  it("without its token: 404, even with the management key", async () => {
    const guess = `${scene.sandbox.baseUrl}/admin/${"0".repeat(32)}`;
    expect((await scene.api("GET", `${guess}/objects`)).status).to.equal(404);
    expect((await scene.api("GET", "/admin/objects")).status).to.equal(404);
    expect((await scene.admin("GET", "/objects")).status).to.equal(200);
  });

  it("request log: bodies included, key excluded", async () => {
    await scene.admin("DELETE", "/requests");
    await scene.project("logged");
    const log = await scene.admin("GET", "/requests");
    const entries = log.body as unknown as Record<string, unknown>[];
    expect(entries).to.have.length(1);
    expect(entries[0]).to.include({ method: "POST", path: "/v2/projects/", status: 201, operation: "createProjectV2" });
    expect(entries[0]?.body).to.deep.equal({ name: "logged" });
    expect(entries[0]).to.include.all.keys("time", "query", "requestId", "ms", "kind");
    expect(log.text).not.to.include(scene.sandbox.apiKey);
    expect((await scene.admin("GET", "/requests?status=1")).status).to.equal(400);
  });

  it('request log, request in flight: outcome "open"', async () => {
    await scene.admin("POST", "/settings", { latencyMs: 2_000 });
    const waiting = scene.api("GET", "/v1/organization/");
    const last = await until(async () => {
      const entries = (await scene.admin("GET", "/requests")).body as unknown as Record<string, unknown>[];
      return entries.at(-1)?.path === "/v1/organization/" ? entries.at(-1) : undefined;
    });
    expect(last).to.include({ outcome: "open", status: null });
    expect((await waiting).status).to.equal(200);
  });

  it("invalid settings: nothing changes, the problem is named", async () => {
    const refused = await scene.admin("POST", "/settings", { pageSize: 5, nonEmptyDelete: 500 });
    expect(refused.status).to.equal(400);
    expect(refused.body.error).to.match(/nonEmptyDelete must be one of 400, 403, 409, "cascade"/);
    expect((await scene.admin("POST", "/settings", { pagesize: 5 })).body.error).to.match(
      /pagesize: unknown key; known/,
    );
    expect((await scene.admin("GET", "/settings")).body.pageSize).to.equal(100);
    expect((await scene.admin("POST", "/settings", { pageSize: 5 })).body.pageSize).to.equal(5);
  });

  it("deleteDelayMs: a deleted node stays readable for that long", async () => {
    await scene.admin("POST", "/settings", { deleteDelayMs: 60_000 });
    const project = await scene.project();
    const path = `/v2/nodes/${(await scene.node(project)).id}/`;
    expect((await scene.api("DELETE", path)).status).to.equal(204);
    expect((await scene.api("GET", path)).status).to.equal(200);
    expect((await scene.api("DELETE", `/v2/projects/${project}/`)).status).to.equal(400);
    scene.pass(60_000);
    expect((await scene.api("GET", path)).status).to.equal(404);
    expect((await scene.api("GET", `/v1/networks/?project=${project}`)).body.count).to.equal(0);
    expect((await scene.api("DELETE", `/v2/projects/${project}/`)).status).to.equal(204);
  });

  it('pendingWrites "refuse": rename and delete of a pending node rejected', async () => {
    await scene.admin("POST", "/settings", { pendingWrites: "refuse", regionalSeconds: 60 });
    const path = `/v2/nodes/${(await scene.node(await scene.project(), ethereum, london)).id}/`;
    expect((await scene.api("PATCH", path, { name: "early" })).status).to.equal(400);
    expect((await scene.api("DELETE", path)).status).to.equal(400);
    await scene.admin("POST", "/settings", { pendingWrites: "allow" });
    expect((await scene.api("DELETE", path)).status).to.equal(204);
  });

  it("maxNameLength and uniqueNames: names limited", async () => {
    await scene.project("taken");
    expect((await scene.api("POST", "/v2/projects/", { name: "taken" })).status).to.equal(201);
    await scene.admin("POST", "/settings", { uniqueNames: true, maxNameLength: 8 });
    expect((await scene.api("POST", "/v2/projects/", { name: "taken" })).status).to.equal(400);
    expect((await scene.api("POST", "/v2/projects/", { name: "much too long" })).status).to.equal(400);
    expect((await scene.api("POST", "/v2/projects/", { name: "fresh" })).status).to.equal(201);
  });

  it("objects: renamed, hidden and deleted out of band", async () => {
    const project = await scene.project();
    const node = await scene.node(project);
    await scene.admin("PATCH", `/objects/${node.id}`, { name: "renamed outside" });
    expect((await scene.api("GET", `/v2/nodes/${node.id}/`)).body.name).to.equal("renamed outside");
    await scene.admin("PATCH", `/objects/${node.id}`, { hidden: true });
    expect((await scene.api("GET", `/v2/nodes/${node.id}/`)).status).to.equal(404);
    expect((await scene.api("GET", "/v2/nodes/")).text).not.to.include(node.id);
    await scene.admin("PATCH", `/objects/${node.id}`, { hidden: false });
    expect((await scene.api("GET", `/v1/nodes/${node.id}/`)).status).to.equal(200);
    expect((await scene.admin("DELETE", `/objects/${project}`)).status).to.equal(204);
    expect((await scene.api("GET", `/v1/nodes/${node.id}/`)).status).to.equal(404);
    expect((await scene.admin("DELETE", `/objects/${project}`)).status).to.equal(404);
    expect((await scene.admin("PATCH", `/objects/${project}`, { name: "x" })).status).to.equal(404);
  });

  it("node status: forced, then reset", async () => {
    const { id } = await scene.node(await scene.project());
    for (const status of ["maintenance", "error", "stopped"]) {
      expect((await scene.admin("PATCH", `/nodes/${id}`, { status })).status).to.equal(200);
      expect((await scene.api("GET", `/v2/nodes/${id}/`)).body.status).to.equal(status);
    }
    await scene.admin("PATCH", `/nodes/${id}`, { status: null });
    expect((await scene.api("GET", `/v2/nodes/${id}/`)).body.status).to.equal("running");
    expect((await scene.admin("PATCH", `/nodes/${id}`, { status: "broken" })).status).to.equal(400);
    expect((await scene.admin("PATCH", "/nodes/ND-1", { status: "error" })).status).to.equal(404);
  });

  it("organizations: isolated, keys can move between them", async () => {
    const project = await scene.project();
    const { body } = await scene.admin("POST", "/organizations", { name: "Other" });
    const asOther = { authorization: `Bearer ${body.apiKey}` };
    expect((await scene.api("GET", "/v1/organization/", undefined, asOther)).body).to.deep.equal(body.organization);
    expect((await scene.api("GET", `/v2/projects/${project}/`, undefined, asOther)).status).to.equal(404);
    expect((await scene.api("GET", "/v2/projects/", undefined, asOther)).body.count).to.equal(0);
    const own = (await scene.api("GET", "/v1/organization/")).body.id;
    await scene.admin("PATCH", "/keys", { organization: body.organization?.id });
    expect((await scene.api("GET", `/v2/projects/${project}/`)).status).to.equal(404);
    await scene.admin("PATCH", "/keys", { organization: own });
    expect((await scene.api("GET", `/v2/projects/${project}/`)).status).to.equal(200);
  });

  it("revoked key: 401", async () => {
    const { apiKey } = (await scene.admin("POST", "/keys")).body;
    const withKey = { authorization: `Bearer ${apiKey}` };
    expect((await scene.api("GET", "/v1/organization/", undefined, withKey)).status).to.equal(200);
    expect((await scene.admin("DELETE", "/keys", { apiKey })).status).to.equal(204);
    expect((await scene.api("GET", "/v1/organization/", undefined, withKey)).status).to.equal(401);
  });

  it("index: every operation listed", async () => {
    expect((await scene.admin("GET", "")).body.operations).to.include("DELETE /requests: forget the log");
  });
});
