import { expect } from "chai";
import {
  ethereum,
  type Json,
  london,
  type ManagementScene,
  openManagement,
} from "../../support/sandbox/management-scene";

describe("access rules", () => {
  let scene: ManagementScene;
  let project: string;
  let rules: string;
  before(async () => {
    scene = await openManagement();
    project = await scene.project();
  });
  beforeEach(async () => {
    rules = `/v2/nodes/${(await scene.node(project)).id}/access-rules/`;
  });
  after(() => scene.sandbox.close());

  const add = async (type: string, value: string) => (await scene.api("POST", rules, { type, value })).body;
  const change = (rule: Json, body: object) => scene.api("PATCH", `${rules}${rule.id}/`, body);

  it("create: deactivated, in the documented shape", async () => {
    const { status, body } = await scene.api("POST", rules, { type: "ip", value: "203.0.113.7" });
    expect(status).to.equal(201);
    expect(body.id).to.match(/^NAR(-\d+){3}$/);
    expect(body.created_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(body).to.deep.equal({
      ...{ id: body.id, node_id: rules.split("/")[3], type: "ip", value: "203.0.113.7", status: "deactivated" },
      ...{ created_at: body.created_at, updated_at: body.created_at },
    });
  });

  it("read: as created", async () => {
    const rule = await add("origin", "app.example.com");
    expect((await scene.api("GET", `${rules}${rule.id}/`)).body).to.deep.equal(rule);
  });

  it("update the value: the value and updated_at change", async () => {
    const rule = await add("ip", "203.0.113.7");
    const { status, body } = await change(rule, { value: "2001:db8::1" });
    expect(status).to.equal(200);
    expect(body).to.include({ value: "2001:db8::1", status: "deactivated", created_at: rule.created_at });
    expect(String(body.updated_at) > String(rule.updated_at)).to.equal(true);
  });

  it("update the status: the status changes", async () => {
    const rule = await add("ip", "203.0.113.7");
    expect((await change(rule, { status: "activated" })).body).to.include({ status: "activated", value: rule.value });
  });

  it("update with an empty body: unchanged", async () => {
    const rule = await add("ip", "203.0.113.7");
    expect((await change(rule, {})).body).to.deep.equal(rule);
  });

  for (const [what, body, field] of [
    ["another type", { type: "origin" }, "type"],
    ["an unknown status", { status: "on" }, "status"],
    ["a value of the other type", { value: "app.example.com" }, "value"],
    ["both value and status", { value: "203.0.113.8", status: "activated" }, "status"],
  ] as const) {
    it(`update with ${what}: rejected`, async () => {
      const answer = await change(await add("ip", "203.0.113.7"), body);
      expect(answer.status).to.equal(400);
      expect(answer.body.error?.fields).to.have.all.keys(field);
    });
  }

  it("delete: 404 afterwards", async () => {
    const { id } = await add("ip", "203.0.113.7");
    expect(await scene.api("DELETE", `${rules}${id}/`)).to.include({ status: 204, text: "" });
    expect((await scene.api("GET", `${rules}${id}/`)).status).to.equal(404);
    expect((await scene.api("DELETE", `${rules}${id}/`)).status).to.equal(404);
  });

  it("read under another node: 404", async () => {
    const { id } = await add("ip", "203.0.113.7");
    const other = await scene.node(project);
    expect((await scene.api("GET", `/v2/nodes/${other.id}/access-rules/${id}/`)).status).to.equal(404);
  });

  it("node deleted: 404", async () => {
    const { id } = await add("ip", "203.0.113.7");
    await scene.api("DELETE", rules.replace("access-rules/", ""));
    expect((await scene.api("GET", rules)).status).to.equal(404);
    expect((await scene.api("GET", `${rules}${id}/`)).status).to.equal(404);
  });

  for (const [type, value] of [
    ["ip", "203.0.113.7"],
    ["ip", "2001:DB8::1"],
    ["origin", "*"],
    ["origin", "localhost"],
    ["origin", "*.Example.com"],
    ["origin", `${"a".repeat(61)}.com`],
  ] as const) {
    it(`create with ${type} ${value}: accepted verbatim`, async () => {
      expect(await add(type, value)).to.include({ type, value });
    });
  }

  for (const [type, value, field] of [
    ["ip", "203.0.113.0/24", "value"],
    ["ip", "203.0.113", "value"],
    ["ip", "fe80::1%eth0", "value"],
    ["ip", "app.example.com", "value"],
    ["origin", "https://app.example.com", "value"],
    ["origin", "app.example.com:8080", "value"],
    ["origin", "app.*.com", "value"],
    ["origin", "*example.com", "value"],
    ["origin", `${"a".repeat(62)}.com`, "value"],
    ["origin", " ", "value"],
    ["host", "app.example.com", "type"],
  ] as const) {
    it(`create with ${type} "${value}": rejected`, async () => {
      const { status, body } = await scene.api("POST", rules, { type, value });
      expect(status).to.equal(400);
      expect(body.error?.fields).to.have.all.keys(field);
    });
  }

  it("create with an empty body: both fields reported", async () => {
    expect((await scene.api("POST", rules, {})).body.error?.fields).to.have.all.keys("type", "value");
  });

  it("list: paged, oldest first", async () => {
    const made = [await add("ip", "203.0.113.1"), await add("ip", "203.0.113.2"), await add("origin", "*")];
    await scene.admin("POST", "/settings", { pageSize: 2 });
    const { body } = await scene.api("GET", rules);
    await scene.admin("DELETE", "/settings");
    expect(body).to.deep.equal({
      ...{ count: 3, previous: null, results: made.slice(0, 2) },
      next: `${scene.sandbox.baseUrl}${rules}?page=2`,
    });
  });

  it('list with accessRuleList "list": a bare array', async () => {
    const rule = await add("origin", "*");
    await scene.admin("POST", "/settings", { accessRuleList: "list" });
    const { body } = await scene.api("GET", rules);
    await scene.admin("DELETE", "/settings");
    expect(body).to.deep.equal([rule]);
  });

  for (const [query, expected] of [
    ["type=ip", ["203.0.113.1", "203.0.113.2"]],
    ["status=activated", ["203.0.113.2"]],
    ["type=origin&status=activated", []],
  ] as const) {
    it(`list with ${query}: filtered`, async () => {
      await add("ip", "203.0.113.1");
      await change(await add("ip", "203.0.113.2"), { status: "activated" });
      await add("origin", "*");
      const { results } = (await scene.api("GET", `${rules}?${query}`)).body;
      expect(results?.map(({ value }) => value)).to.deep.equal(expected);
    });
  }

  it("list with an unknown filter value: 400", async () => {
    expect((await scene.api("GET", `${rules}?type=host`)).body.error?.fields).to.have.all.keys("type");
  });

  it("bulk status update: every rule changes", async () => {
    await add("ip", "203.0.113.1");
    await add("origin", "*");
    const { status, body } = await scene.api("POST", `${rules}bulk-update-status/`, { status: "activated" });
    expect(status).to.equal(200);
    expect(body.results?.map((rule) => rule.status)).to.deep.equal(["activated", "activated"]);
    expect((await scene.api("GET", `${rules}?status=activated`)).body.results).to.deep.equal(body.results);
  });

  it("bulk status update to an unknown status: 400", async () => {
    const { body } = await scene.api("POST", `${rules}bulk-update-status/`, { status: "on" });
    expect(body.error?.fields).to.have.all.keys("status");
  });

  it("regional node: 403", async () => {
    const { id } = await scene.node(project, ethereum, london);
    for (const [method, body] of [
      ["GET", undefined],
      ["POST", { type: "ip", value: "203.0.113.1" }],
    ] as const) {
      const answer = await scene.api(method, `/v2/nodes/${id}/access-rules/`, body);
      expect(answer.status).to.equal(403);
      expect(answer.body.error).to.have.all.keys("code", "message");
    }
  });

  it("unknown node or method: 404, or 405 with Allow", async () => {
    expect((await scene.api("GET", "/v2/nodes/ND-1/access-rules/")).status).to.equal(404);
    const { status, headers } = await scene.api("PUT", `${rules}NAR-1/`, {});
    expect(status).to.equal(405);
    expect(headers.get("allow")).to.equal("GET, PATCH, DELETE");
  });

  it("request log: operation ids", async () => {
    await scene.admin("DELETE", "/requests");
    const { id } = await add("ip", "203.0.113.1");
    await change({ id } as unknown as Json, { status: "activated" });
    await scene.api("GET", `${rules}${id}/`);
    await scene.api("GET", rules);
    await scene.api("POST", `${rules}bulk-update-status/`, { status: "deactivated" });
    await scene.api("DELETE", `${rules}${id}/`);
    const log = (await scene.admin("GET", "/requests")).body as unknown as { operation: string }[];
    expect(log.map(({ operation }) => operation)).to.deep.equal([
      "createNodeAccessRuleV2",
      "updateNodeAccessRuleV2",
      "retrieveNodeAccessRuleV2",
      "listNodeAccessRulesV2",
      "bulkUpdateNodeAccessRuleStatusV2",
      "deleteNodeAccessRuleV2",
    ]);
  });
});
