import { request } from "node:http";
import { expect } from "chai";
import {
  ethereum,
  globalCloud,
  type Json,
  type ManagementScene,
  openManagement,
  rpc,
} from "../../support/sandbox/management-scene";

describe("access rule enforcement", () => {
  let scene: ManagementScene;
  let node: Json;
  let url: string;
  before(async () => {
    scene = await openManagement();
    node = await scene.node(await scene.project(), ethereum, globalCloud);
    url = node.details?.https_endpoint ?? "";
  });
  afterEach(async () => {
    for (const { id } of (await scene.api("GET", rules())).body.results ?? []) {
      await scene.api("DELETE", `${rules()}${id}/`);
    }
  });
  after(() => scene.sandbox.close());

  const rules = () => `/v2/nodes/${node.id}/access-rules/`;
  const activate = async (type: string, value: string) => {
    const { id } = (await scene.api("POST", rules(), { type, value })).body;
    await scene.api("PATCH", `${rules()}${id}/`, { status: "activated" });
  };
  const statusOf = async (headers: Record<string, string> = {}) => (await rpc(url, "eth_chainId", [], headers)).status;

  it("deactivated rules: every request passes", async () => {
    await scene.api("POST", rules(), { type: "ip", value: "203.0.113.1" });
    await scene.api("POST", rules(), { type: "origin", value: "app.example.com" });
    expect(await statusOf()).to.equal(200);
  });

  it("another address: 403", async () => {
    await activate("ip", "203.0.113.1");
    expect(await statusOf()).to.equal(403);
  });

  it("address of an active rule: allowed", async () => {
    await activate("ip", "203.0.113.1");
    await activate("ip", "127.0.0.1");
    expect(await statusOf()).to.equal(200);
  });

  it("address in another notation: allowed", async () => {
    await activate("ip", "::ffff:127.0.0.1");
    expect(await statusOf()).to.equal(200);
  });

  for (const [value, origin, expected] of [
    ["app.example.com", "https://app.example.com", 200],
    ["app.example.com", "https://App.Example.com:8443", 200],
    ["app.example.com", "https://other.example.com", 403],
    ["app.example.com", undefined, 403],
    ["*.example.com", "https://a.b.example.com", 200],
    ["*.example.com", "https://example.com", 403],
    ["*.example.com", "https://notexample.com", 403],
    ["*", "https://anything.test", 200],
    ["*", undefined, 403],
  ] as const) {
    it(`origin rule ${value}, ${origin ?? "no Origin header"}: ${expected}`, async () => {
      await activate("origin", value);
      expect(await statusOf(origin === undefined ? {} : { origin })).to.equal(expected);
    });
  }

  it("active rules of both types: both must match", async () => {
    await activate("ip", "127.0.0.1");
    await activate("origin", "app.example.com");
    expect(await statusOf()).to.equal(403);
    expect(await statusOf({ origin: "https://app.example.com" })).to.equal(200);
  });

  it("wrong token: 401, not 403", async () => {
    await activate("ip", "203.0.113.1");
    expect((await rpc(url.replace(/[^/]+$/, "00"), "eth_chainId")).status).to.equal(401);
  });

  it("WebSocket from another address: 403", async () => {
    await activate("ip", "203.0.113.1");
    const headers = { connection: "upgrade", upgrade: "websocket" };
    const status = await new Promise((resolve, reject) => {
      request(url, { headers }, (response) => resolve(response.statusCode))
        .once("error", reject)
        .end();
    });
    expect(status).to.equal(403);
  });

  it("management API: not affected", async () => {
    await activate("ip", "203.0.113.1");
    expect((await scene.api("GET", rules())).status).to.equal(200);
  });
});
