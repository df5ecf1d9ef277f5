import { request } from "node:http";
import { expect } from "chai";
import { beacon } from "../../support/sandbox/beacon-client";
import { type Json, type ManagementScene, openManagement } from "../../support/sandbox/management-scene";

describe("beacon access", () => {
  let scene: ManagementScene;
  let project: string;
  let node: Json;
  let url: string;
  let details: Json;
  before(async () => {
    scene = await openManagement();
    project = await scene.project();
    node = await scene.node(project);
    url = node.details?.beacon_endpoint ?? "";
    details = (await scene.api("GET", `/v1/nodes/${node.id}/`)).body.details ?? ({} as Json);
  });
  after(() => scene.sandbox.close());

  const basic = (user = "", password = "") => ({
    headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` },
  });
  const status = async (base: string, init?: RequestInit) => {
    const response = await fetch(`${base}/eth/v1/node/version`, init);
    const text = await response.text();
    return response.ok ? response.status : `${response.status} ${text}`;
  };

  it("node details: endpoint with the token in v2, without it in v1", () => {
    const bare = `${scene.sandbox.baseUrl}/beacon/${node.id}`;
    expect(details.beacon_endpoint).to.equal(bare);
    expect(url).to.equal(`${bare}/${details.auth_key}`);
  });

  it("token after the node, first, or after /beacon: 200", async () => {
    const { baseUrl } = scene.sandbox;
    for (const path of [
      `/beacon/${node.id}/${details.auth_key}`,
      `/${details.auth_key}/beacon/${node.id}`,
      `/beacon/${details.auth_key}/${node.id}`,
    ]) {
      expect(await status(baseUrl + path)).to.equal(200);
    }
  });

  it("basic authentication: 200", async () => {
    const { beacon_endpoint: bare = "", auth_username: user, auth_password: password } = details;
    expect(await status(bare, basic(user, password))).to.equal(200);
    expect(await status(bare, basic(user, "wrong"))).to.equal("401 Authorization Required");
  });

  it("other paths and tokens: 401", async () => {
    const { baseUrl } = scene.sandbox;
    const other = await scene.node(project);
    for (const path of [
      `/beacon/${node.id}`,
      `/beacon/${node.id}/${"0".repeat(32)}`,
      `/beacon/${other.id}/${details.auth_key}`,
      `/rpc/${details.auth_key}/${node.id}`,
      `/beacon/ND-1/${details.auth_key}`,
    ]) {
      expect(await status(baseUrl + path), path).to.equal("401 Authorization Required");
    }
  });

  it("access rules of the node: enforced", async () => {
    const guarded = await scene.node(project);
    const base = guarded.details?.beacon_endpoint ?? "";
    const rules = `/v2/nodes/${guarded.id}/access-rules/`;
    const rule = (await scene.api("POST", rules, { type: "ip", value: "203.0.113.7" })).body;
    await scene.api("PATCH", `${rules}${rule.id}/`, { status: "activated" });
    expect(await status(base)).to.equal("403 Forbidden");
    await scene.api("DELETE", `${rules}${rule.id}/`);
    expect(await status(base)).to.equal(200);
  });

  it("request log and faults: redacted path, rpc faults apply", async () => {
    await scene.admin("DELETE", "/requests");
    const fault = { type: "status", status: 429, body: "Too Many Requests" };
    await scene.admin("POST", "/faults", { match: { operation: "rpc", path: "/beacon/**" }, fault });
    expect(await status(url)).to.equal("429 Too Many Requests");
    expect(await status(`${scene.sandbox.baseUrl}/beacon/${details.auth_key}/${node.id}`)).to.equal(200);
    const log = await scene.admin("GET", `/requests?kind=rpc&node=${node.id}`);
    const [first, second] = log.body as unknown as Record<string, unknown>[];
    const common = { kind: "rpc", method: "GET", rpc: [], node: node.id };
    expect(first).to.deep.include({ ...common, status: 429, path: `/beacon/${node.id}/…/eth/v1/node/version` });
    expect(second).to.deep.include({ ...common, status: 200, path: `/beacon/…/${node.id}/eth/v1/node/version` });
  });

  it("other chains and WebSocket: 404", async () => {
    const polygon = await scene.node(project, "BC-000-000-010");
    expect(polygon.details).not.to.have.property("beacon_endpoint");
    const nowhere = polygon.details?.https_endpoint?.replace("/rpc/", "/beacon/") ?? "";
    expect((await beacon(nowhere, "/node/version")).status).to.equal(404);
    const upgrade = await new Promise<number>((resolve) => {
      const { hostname, port, pathname } = new URL(url);
      const headers = { connection: "upgrade", upgrade: "websocket" };
      request({ hostname, port, path: pathname, headers }, ({ statusCode = 0 }) => resolve(statusCode)).end();
    });
    expect(upgrade).to.equal(404);
  });
});
