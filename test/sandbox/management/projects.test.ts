import { expect } from "chai";
import { type ManagementScene, openManagement } from "../../support/sandbox/management-scene";

describe("organization", () => {
  let scene: ManagementScene;
  before(async () => {
    scene = await openManagement();
  });
  after(() => scene.sandbox.close());

  it("read and rename: the organization of the key", async () => {
    const before = await scene.api("GET", "/v1/organization/");
    expect(before.status).to.equal(200);
    expect(before.body.id).to.match(/^RG-\d{3}-\d{3}$/);
    const renamed = await scene.api("PATCH", "/v1/organization/", { name: "Acme" });
    expect(renamed.body).to.deep.equal({ id: before.body.id, name: "Acme" });
    expect((await scene.api("GET", "/v1/organization/")).body.name).to.equal("Acme");
  });

  for (const name of [" ", "", 7, null, ["Acme"]]) {
    it(`rename to ${JSON.stringify(name)}: rejected with the field`, async () => {
      const { status, body } = await scene.api("PATCH", "/v1/organization/", { name });
      expect(status).to.equal(400);
      expect(body.error?.fields).to.have.all.keys("name");
    });
  }
});

for (const version of ["v1", "v2"]) {
  describe(`projects ${version}`, () => {
    let scene: ManagementScene;
    const all = `/${version}/projects/`;
    before(async () => {
      scene = await openManagement();
    });
    after(() => scene.sandbox.close());

    it("create, read, rename, delete: round trip", async () => {
      const created = await scene.api("POST", all, { name: "payments" });
      expect(created.status).to.equal(201);
      expect(created.body).to.include({ name: "payments", description: "", type: "public", networks: 0 });
      expect(created.body.id).to.match(/^PR-\d{3}-\d{3}-\d+$/);
      expect(created.body.created_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      expect(created.body.creator).to.have.all.keys("id", "email", "first_name", "last_name", "organization");
      const one = `${all}${created.body.id}/`;
      const changed = await scene.api("PATCH", one, { name: "billing", description: "invoices" });
      expect(changed.body).to.include({ name: "billing", description: "invoices" });
      expect((await scene.api("GET", one)).body).to.deep.equal(changed.body);
      expect(await scene.api("DELETE", one)).to.include({ status: 204, text: "" });
      expect((await scene.api("GET", one)).status).to.equal(404);
      expect((await scene.api("DELETE", one)).status).to.equal(404);
    });

    it("update with an empty body: unchanged", async () => {
      const one = `${all}${await scene.project("same")}/`;
      expect(await scene.api("PATCH", one, {})).to.have.property("status", 200);
      expect((await scene.api("GET", one)).body.name).to.equal("same");
    });

    it("create without a name or with another type: rejected", async () => {
      const missing = await scene.api("POST", all, { description: 7 });
      expect(missing.status).to.equal(400);
      expect(missing.body.error?.fields).to.have.all.keys("name", "description");
      const consortium = await scene.api("POST", all, { name: "a", type: "consortium" });
      expect(consortium.body.error?.fields).to.have.all.keys("type");
    });
  });
}

describe("project members", () => {
  let scene: ManagementScene;
  before(async () => {
    scene = await openManagement();
  });
  after(() => scene.sandbox.close());

  it("public project or consortium: empty, or its own organization", async () => {
    const project = await scene.project();
    const path = `/v1/projects/${project}/members/`;
    expect((await scene.api("GET", path)).body).to.deep.equal({ count: 0, next: null, previous: null, results: [] });
    await scene.admin("PATCH", `/objects/${project}`, { type: "consortium" });
    const { results } = (await scene.api("GET", path)).body;
    expect(results).to.have.length(1);
    expect(results?.[0]).to.have.all.keys("id", "name", "email");
  });

  const guests = [1, 2, 3].map((place) => ({
    id: `RG-900-${place}`,
    name: `Guest ${place}`,
    email: `g${place}@example.test`,
  }));

  it("consortium: its own organization first, paged", async () => {
    const project = await scene.project();
    await scene.admin("PATCH", `/objects/${project}`, { type: "consortium", members: guests });
    await scene.admin("POST", "/settings", { pageSize: 3 });
    const path = `/v1/projects/${project}/members/`;
    const [first, second] = [(await scene.api("GET", path)).body, (await scene.api("GET", `${path}?page=2`)).body];
    await scene.admin("DELETE", "/settings");
    const own = (await scene.api("GET", "/v1/organization/")).body;
    expect(first).to.include({ count: 4, next: `${scene.sandbox.baseUrl}${path}?page=2` });
    expect(first.results?.[0]).to.include({ id: own.id, name: own.name });
    expect([...(first.results ?? []).slice(1), ...(second.results ?? [])]).to.deep.equal(guests);
  });

  it("project: members counted only in a consortium", async () => {
    const project = await scene.project();
    await scene.admin("PATCH", `/objects/${project}`, { type: "consortium", members: guests });
    expect((await scene.api("GET", `/v1/projects/${project}/`)).body.members).to.equal(4);
    await scene.admin("PATCH", `/objects/${project}`, { type: "public" });
    expect((await scene.api("GET", `/v1/projects/${project}/`)).body).not.to.have.property("members");
  });

  it("unknown project: 404", async () => {
    expect((await scene.api("GET", "/v1/projects/PR-1/members/")).status).to.equal(404);
  });

  it("admin change of another object: rejected", async () => {
    const { id } = await scene.node(await scene.project());
    expect((await scene.admin("PATCH", `/objects/${id}`, { members: guests })).status).to.equal(400);
  });
});
