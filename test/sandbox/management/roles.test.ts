import { expect } from "chai";
import { ethereum, globalCloud, type ManagementScene, openManagement } from "../../support/sandbox/management-scene";

describe("key roles", () => {
  let scene: ManagementScene;
  let project: string;
  let node: string;
  before(async () => {
    scene = await openManagement();
    project = await scene.project();
    node = (await scene.node(project)).id ?? "";
  });
  after(() => scene.sandbox.close());

  const keyOf = async (role: string) => {
    const { apiKey } = (await scene.admin("POST", "/keys", { role })).body;
    return { authorization: `Bearer ${apiKey}` };
  };
  const writes = () =>
    [
      ["POST", "/v1/projects/", { name: "a" }],
      ["PATCH", `/v2/projects/${project}/`, { name: "a" }],
      ["DELETE", `/v2/projects/${project}/`, undefined],
      ["POST", "/v1/networks/", {}],
      ["POST", "/v2/nodes/", { name: "a", project, cloud: globalCloud, blockchain: ethereum }],
      ["PATCH", `/v1/nodes/${node}/`, { name: "a" }],
      ["DELETE", `/v2/nodes/${node}/`, undefined],
      ["POST", `/v2/nodes/${node}/access-rules/`, { type: "ip", value: "203.0.113.1" }],
      ["POST", `/v2/nodes/${node}/access-rules/bulk-update-status/`, { status: "activated" }],
      ["PATCH", "/v1/organization/", { name: "a" }],
    ] as const;

  it("viewer: reads everything", async () => {
    const viewer = await keyOf("viewer");
    for (const path of [
      "/v1/organization/",
      "/v1/projects/",
      "/v1/networks/",
      `/v2/nodes/${node}/`,
      `/v2/nodes/${node}/access-rules/`,
      "/v2/reporting/node-usage/",
      "/v2/reporting/node-usage/export/",
    ]) {
      expect((await scene.api("GET", path, undefined, viewer)).status, path).to.equal(200);
    }
  });

  it("viewer, any write: 403, nothing changes", async () => {
    const viewer = await keyOf("viewer");
    const before = (await scene.admin("GET", "/objects")).text;
    for (const [method, path, body] of writes()) {
      const answer = await scene.api(method, path, body, viewer);
      expect(answer.status, `${method} ${path}`).to.equal(403);
      expect(answer.body.error, path).to.have.all.keys("code", "message");
    }
    expect((await scene.admin("GET", "/objects")).text).to.equal(before);
  });

  it("order of checks: role before object and body", async () => {
    const viewer = await keyOf("viewer");
    expect((await scene.api("DELETE", "/v2/nodes/ND-1/", undefined, viewer)).status).to.equal(403);
    expect((await scene.api("POST", "/v2/nodes/", "{", viewer)).status).to.equal(403);
  });

  it("editor: creates, renames, deletes", async () => {
    const editor = await keyOf("editor");
    const made = await scene.api("POST", "/v2/projects/", { name: "temporary" }, editor);
    expect(made.status).to.equal(201);
    const path = `/v2/projects/${made.body.id}/`;
    expect((await scene.api("PATCH", path, { name: "renamed" }, editor)).status).to.equal(200);
    expect((await scene.api("DELETE", path, undefined, editor)).status).to.equal(204);
  });

  it("organization rename: admins only", async () => {
    const name = { name: "Acme" };
    expect((await scene.api("PATCH", "/v1/organization/", name, await keyOf("editor"))).status).to.equal(403);
    expect((await scene.api("PATCH", "/v1/organization/", name, await keyOf("admin"))).status).to.equal(200);
  });

  it("default: admin, for the first key too", async () => {
    await scene.admin("POST", "/keys");
    const keys = (await scene.admin("GET", "/keys")).body as unknown as { role: string }[];
    expect([keys[0]?.role, keys.at(-1)?.role]).to.deep.equal(["admin", "admin"]);
  });

  it("change of role: the organization stays", async () => {
    const changed = await scene.admin("PATCH", "/keys", { role: "viewer" });
    const refused = await scene.api("POST", "/v2/projects/", { name: "a" });
    const { body } = await scene.admin("PATCH", "/keys", { role: "admin" });
    expect(changed.body.role).to.equal("viewer");
    expect(refused.status).to.equal(403);
    expect(body.organization).to.equal((await scene.api("GET", "/v1/organization/")).body.id);
  });

  it("change of organization: the role stays", async () => {
    const { body: other } = await scene.admin("POST", "/organizations", { name: "Other" });
    const { apiKey } = (await scene.admin("POST", "/keys", { role: "editor" })).body;
    const moved = await scene.admin("PATCH", "/keys", { apiKey, organization: other.organization?.id });
    expect(moved.body).to.deep.equal({ apiKey, organization: other.organization?.id, role: "editor" });
  });

  it("unknown role in the admin interface: rejected", async () => {
    expect((await scene.admin("POST", "/keys", { role: "owner" })).body.error).to.match(
      /^role must be one of "viewer"/,
    );
    expect((await scene.admin("PATCH", "/keys", {})).status).to.equal(400);
  });
});
