import { expect } from "chai";
import {
  ethereum,
  globalCloud,
  type Json,
  london,
  type ManagementScene,
  openManagement,
  regtest,
  until,
} from "../../support/sandbox/management-scene";

describe("nodes v2", () => {
  let scene: ManagementScene;
  let project: string;
  before(async () => {
    scene = await openManagement();
    project = await scene.project();
  });
  after(() => scene.sandbox.close());

  it("create on the global cloud: running at once, token in the URLs, no v1 fields", async () => {
    const node = await scene.node(project);
    expect(node).to.have.all.keys(
      ...["id", "name", "network", "protocol", "project", "cloud", "region", "provider"],
      ...["status", "blockchain", "details"],
    );
    expect(node).to.include({ network: "ethereum-mainnet", status: "running", region: "global1", cloud: globalCloud });
    const base = scene.sandbox.baseUrl.replace("http", "(http|ws)");
    expect(node.details?.https_endpoint).to.match(new RegExp(`^${base}/rpc/${node.id}/[0-9a-f]{32}$`));
    expect(node.details?.wss_endpoint).to.match(new RegExp(`^${base}/rpc/${node.id}/[0-9a-f]{32}$`));
    expect(node.details).to.have.all.keys("api_namespaces", "https_endpoint", "wss_endpoint", "beacon_endpoint");
  });

  it("Bitcoin: no WebSocket endpoint", async () => {
    expect((await scene.node(project, regtest)).details).to.have.all.keys("https_endpoint");
  });

  it("create on a regional cloud: pending with empty details, then running", async () => {
    const node = await scene.node(project, ethereum, london);
    expect(node).to.include({ status: "pending", region: "lon1", provider: "chainstack_managed" });
    expect(node.details).to.deep.equal({});
    const path = `/v2/nodes/${node.id}/`;
    const running = await until(async () => {
      const { body } = await scene.api("GET", path);
      return body.status === "running" ? body : undefined;
    });
    expect(running.details).to.have.property("https_endpoint");
  });

  for (const [form, expected] of [
    ["null", null],
    ["blank", { https_endpoint: "", wss_endpoint: "", beacon_endpoint: "", api_namespaces: "" }],
    ["null-keys", { https_endpoint: null, wss_endpoint: null, beacon_endpoint: null, api_namespaces: null }],
  ] as const) {
    it(`pendingDetails "${form}": applied while pending`, async () => {
      await scene.admin("POST", "/settings", { pendingDetails: form });
      expect((await scene.node(project, ethereum, london)).details).to.deep.equal(expected);
      await scene.admin("POST", "/settings", { pendingDetails: "empty" });
    });
  }

  it("rename and delete: other fields ignored, 404 afterwards", async () => {
    const path = `/v2/nodes/${(await scene.node(project)).id}/`;
    const renamed = await scene.api("PATCH", path, { name: "rpc-z", cloud: london });
    expect(renamed.body).to.include({ name: "rpc-z", cloud: globalCloud });
    expect((await scene.api("PATCH", path, { name: null })).status).to.equal(400);
    expect((await scene.api("DELETE", path)).status).to.equal(204);
    expect((await scene.api("GET", path)).status).to.equal(404);
    expect((await scene.api("PATCH", path, { name: "late" })).status).to.equal(404);
  });

  for (const [what, change, fields] of [
    ["a missing name", { name: undefined }, ["name"]],
    ["a blank name", { name: "" }, ["name"]],
    ["an unknown project", { project: "PR-1-2-3" }, ["project"]],
    ["an unknown cloud", { cloud: "CC-9999" }, ["cloud"]],
    ["an unknown blockchain", { blockchain: "BC-1" }, ["blockchain"]],
    ["a cloud that does not offer the chain", { cloud: "CC-0022" }, ["cloud"]],
  ] as const) {
    it(`create with ${what}: rejected`, async () => {
      const body = { name: "rpc-a", project, cloud: globalCloud, blockchain: ethereum, ...change };
      const answer = await scene.api("POST", "/v2/nodes/", body);
      expect(answer.status).to.equal(400);
      expect(answer.body.error).to.include.all.keys("code", "message", "fields");
      expect(Object.keys(answer.body.error?.fields ?? {})).to.deep.equal(fields);
    });
  }

  it("node limit reached: quota_exceeded, until a node is deleted", async () => {
    const node = await scene.node(project);
    const total = (await scene.api("GET", "/v2/nodes/")).body.count;
    await scene.admin("POST", "/settings", { nodeLimit: total });
    const wanted = { name: "more", project, cloud: globalCloud, blockchain: ethereum };
    const refused = await scene.api("POST", "/v2/nodes/", wanted);
    expect(refused.status).to.equal(403);
    expect(refused.body.error?.code).to.equal("quota_exceeded");
    await scene.api("DELETE", `/v2/nodes/${node.id}/`);
    expect((await scene.api("POST", "/v2/nodes/", wanted)).status).to.equal(201);
    await scene.admin("POST", "/settings", { nodeLimit: null });
  });
});

describe("nodes v1", () => {
  let scene: ManagementScene;
  let network: Json;
  before(async () => {
    scene = await openManagement();
    const node = await scene.node(await scene.project());
    network = (await scene.api("GET", `/v1/nodes/${node.id}/`)).body;
  });
  after(() => scene.sandbox.close());

  const create = (change: Record<string, unknown>) =>
    scene.api("POST", "/v1/nodes/", {
      ...{ name: "rpc-b", network: network.network, type: "shared", role: "peer" },
      ...{ provider: "chainstack_managed", region: "lon1", configuration: { archive: true } },
      ...change,
    });

  it("v2 node: bare URLs and separate credentials", async () => {
    const other = (await scene.api("GET", `/v2/nodes/${network.id}/`)).body;
    const { details } = network;
    expect(network.network).to.match(/^NW-/);
    expect(network).to.include({ type: "shared", role: "peer", name: other.name, status: "running" });
    expect(network).to.have.all.keys(
      ...["id", "name", "network", "organization", "type", "role", "provider", "region", "status"],
      ...["configuration", "details", "created_at", "creator"],
    );
    expect(details?.https_endpoint).to.equal(`${scene.sandbox.baseUrl}/rpc/${network.id}`);
    expect(details?.auth_key).to.match(/^[0-9a-f]{32}$/);
    const joined = `${details?.https_endpoint}/${details?.auth_key}`;
    expect(other.details?.https_endpoint).to.equal(joined);
    expect(details).to.include.all.keys("mode", "version", "api_namespaces", "auth_username", "auth_password");
  });

  it("create in an existing network: a regional archive node reports archive mode", async () => {
    const { status, body } = await create({});
    expect(status).to.equal(201);
    expect(body).to.include({ network: network.network, status: "pending" });
    expect(body.configuration).to.deep.equal({ archive: true });
    const running = await until(async () => {
      const read = (await scene.api("GET", `/v1/nodes/${body.id}/`)).body;
      return read.status === "running" ? read : undefined;
    });
    expect(running.details?.mode).to.equal("archive");
  });

  it("archive on the global cloud: always false", async () => {
    const { body } = await create({ provider: "chainstack_global", region: "global1" });
    expect(body.configuration).to.deep.equal({ archive: false });
  });

  it("dedicated node in v2: cloud and blockchain null", async () => {
    const { body } = await create({ type: "dedicated", provider: "aws", region: "us-east-1" });
    const other = (await scene.api("GET", `/v2/nodes/${body.id}/`)).body;
    expect(other).to.include({ cloud: null, blockchain: null, status: "pending", region: "us-east-1" });
  });

  for (const [what, change, fields] of [
    ["an unknown network", { network: "NW-1-2-3" }, ["network"]],
    ["a role other than peer", { role: "full" }, ["role"]],
    ["an unknown type", { type: "elastic" }, ["type"]],
    ["an unknown provider", { provider: "nowhere" }, ["provider"]],
    ["a region of another provider", { region: "global1" }, ["region"]],
    ["a missing archive flag", { configuration: {} }, ["configuration.archive"]],
    ["an archive flag that is not a boolean", { configuration: { archive: "yes" } }, ["configuration.archive"]],
    ["a missing configuration", { configuration: undefined }, ["configuration"]],
  ] as const) {
    it(`create with ${what}: rejected`, async () => {
      const { status, body } = await create(change);
      expect(status).to.equal(400);
      expect(Object.keys(body.error?.fields ?? {})).to.deep.equal(fields);
    });
  }

  it("rename and delete: gone in both versions", async () => {
    const { body } = await create({});
    const path = `/v1/nodes/${body.id}/`;
    expect((await scene.api("PATCH", path, { name: "other" })).body.name).to.equal("other");
    expect((await scene.api("DELETE", path)).status).to.equal(204);
    expect((await scene.api("GET", path.replace("v1", "v2"))).status).to.equal(404);
  });
});

describe("deployment options", () => {
  let scene: ManagementScene;
  before(async () => {
    scene = await openManagement();
  });
  after(() => scene.sandbox.close());

  it("list: every chain with its clouds, one chain regional only", async () => {
    const { body } = await scene.api("GET", "/v2/deployment-options/");
    const options = body.options ?? [];
    expect(options.find((row) => row.blockchain === ethereum && row.cloud === globalCloud)).to.deep.equal({
      blockchain: ethereum,
      cloud: globalCloud,
      region: "global1",
      provider: "chainstack_global",
      protocol: "ethereum",
      network: "ethereum-mainnet",
      features: ["full"],
    });
    const slugs = new Set(options.map((row) => row.network));
    const withoutGlobal = [...slugs].filter(
      (slug) => !options.some((row) => row.network === slug && row.region === "global1"),
    );
    expect(withoutGlobal).to.deep.equal(["gnosis-mainnet"]);
    expect(options.filter((row) => row.network === "gnosis-mainnet")).to.have.length(1);
    expect(slugs.size).to.equal(26);
  });
});
