import { expect } from "chai";
import { type Json, type ManagementScene, openManagement, regtest } from "../../support/sandbox/management-scene";

const globalNode = { name: "rpc-a", type: "shared", role: "peer", provider: "chainstack_global", region: "global1" };
const archive = { configuration: { archive: false } };

describe("networks", () => {
  let scene: ManagementScene;
  let project: string;
  before(async () => {
    scene = await openManagement();
    project = await scene.project();
  });
  after(() => scene.sandbox.close());

  const create = (nodes: unknown, more: Record<string, unknown> = {}) =>
    scene.api("POST", "/v1/networks/", {
      project,
      protocol: "ethereum",
      configuration: { network: "ethereum-mainnet" },
      nodes,
      ...more,
    });
  const fieldsOf = (body: Json) => Object.keys(body.error?.fields ?? {}).sort();

  it("create: the initial nodes in order", async () => {
    const { status, body } = await create([
      { ...globalNode, ...archive },
      { ...globalNode, name: "rpc-b", type: "dedicated", provider: "aws", region: "us-east-1", ...archive },
    ]);
    expect(status).to.equal(201);
    expect(body).to.include({ name: "Mainnet", project, protocol: "ethereum", status: "ok" });
    expect(body.id).to.match(/^NW-\d{3}-\d{3}-\d+$/);
    expect(body.configuration).to.deep.equal({ network: "ethereum-mainnet" });
    const [first, second] = body.nodes ?? [];
    expect(first).to.include({ name: "rpc-a", status: "running", network: body.id, role: "peer" });
    expect(second).to.include({ name: "rpc-b", status: "pending", type: "dedicated" });
    expect(second?.details).to.deep.equal({});
  });

  it("create without nodes: 400", async () => {
    const { status, body } = await create([]);
    expect(status).to.equal(400);
    expect(fieldsOf(body)).to.deep.equal(["nodes"]);
  });

  it("create with several invalid fields: all reported", async () => {
    const { body } = await create([{ ...globalNode, name: "", role: "miner", configuration: {} }], {
      project: "PR-1",
      configuration: { network: "ethereum-nowhere" },
    });
    expect(fieldsOf(body)).to.deep.equal([
      "configuration.network",
      "nodes.0.configuration.archive",
      "nodes.0.name",
      "nodes.0.role",
      "project",
    ]);
  });

  it("create with another protocol's slug or an unavailable region: 400", async () => {
    const other = await create([{ ...globalNode, ...archive }], { configuration: { network: "bsc-mainnet" } });
    expect(fieldsOf(other.body)).to.deep.equal(["configuration.network"]);
    const place = await create([{ ...globalNode, ...archive, provider: "chainstack_managed", region: "sgp1" }]);
    expect(fieldsOf(place.body)).to.deep.equal(["nodes.0.region"]);
  });

  it("create for a protocol without archive flag: accepted without it", async () => {
    const { status, body } = await create([{ ...globalNode, configuration: {} }], {
      protocol: "bitcoin",
      configuration: { network: "bitcoin-regtest" },
    });
    expect(status).to.equal(201);
    expect(body.nodes?.[0]?.configuration).to.deep.equal({});
    expect(body.nodes?.[0]?.details).to.have.all.keys(
      "version",
      "https_endpoint",
      "auth_username",
      "auth_password",
      "auth_key",
    );
  });

  it("rename: rejected in a public project, accepted in a consortium", async () => {
    const { body } = await create([{ ...globalNode, ...archive }]);
    const path = `/v1/networks/${body.id}/`;
    const refused = await scene.api("PATCH", path, { name: "mine" });
    expect(refused.status).to.equal(400);
    expect(fieldsOf(refused.body)).to.deep.equal(["name"]);
    expect((await scene.api("PATCH", path, {})).status).to.equal(200);
    await scene.admin("PATCH", `/objects/${project}`, { type: "consortium" });
    expect((await scene.api("PATCH", path, { name: "mine" })).body.name).to.equal("mine");
    await scene.admin("PATCH", `/objects/${project}`, { type: "public" });
  });

  it("last node deleted: the network is gone, the project deletable", async () => {
    const own = await scene.project("short-lived");
    const { body } = await create(
      [
        { ...globalNode, ...archive },
        { ...globalNode, ...archive },
      ],
      { project: own },
    );
    const path = `/v1/networks/${body.id}/`;
    expect((await scene.api("GET", `/v1/projects/${own}/`)).body.networks).to.equal(1);
    expect((await scene.api("DELETE", path)).status).to.equal(400);
    expect((await scene.api("DELETE", `/v2/projects/${own}/`)).status).to.equal(400);
    for (const node of body.nodes ?? []) {
      expect((await scene.api("GET", path)).status).to.equal(200);
      expect((await scene.api("DELETE", `/v1/nodes/${node.id}/`)).status).to.equal(204);
    }
    expect((await scene.api("GET", path)).status).to.equal(404);
    expect((await scene.api("DELETE", path)).status).to.equal(404);
    expect((await scene.api("DELETE", `/v2/projects/${own}/`)).status).to.equal(204);
  });

  for (const refusal of [403, 409]) {
    it(`delete a non-empty network with nonEmptyDelete ${refusal}: ${refusal}`, async () => {
      const { body } = await create([{ ...globalNode, ...archive }]);
      await scene.admin("POST", "/settings", { nonEmptyDelete: refusal });
      expect((await scene.api("DELETE", `/v1/networks/${body.id}/`)).status).to.equal(refusal);
      await scene.admin("DELETE", "/settings");
    });
  }

  it('delete with nonEmptyDelete "cascade": the nodes are deleted', async () => {
    const { body } = await create([{ ...globalNode, ...archive }]);
    await scene.admin("POST", "/settings", { nonEmptyDelete: "cascade" });
    expect((await scene.api("DELETE", `/v1/networks/${body.id}/`)).status).to.equal(204);
    expect((await scene.api("GET", `/v1/nodes/${body.nodes?.[0]?.id}/`)).status).to.equal(404);
    await scene.admin("DELETE", "/settings");
  });

  it("oneNetworkPerChain: one per chain and project", async () => {
    const own = (await scene.api("POST", "/v2/projects/", { name: "one" })).body.id;
    const place = { cloud: "CC-0016", blockchain: "BC-000-000-008" };
    const first = (await scene.api("POST", "/v2/nodes/", { name: "v2", project: own, ...place })).body;
    const holder = (await scene.api("GET", `/v1/nodes/${first.id}/`)).body.network;
    await scene.admin("POST", "/settings", { oneNetworkPerChain: true });
    const { body } = await create([{ ...globalNode, ...archive }], { project: own });
    expect(body.id).to.equal(holder);
    expect(body.nodes?.map(({ id }) => id))
      .to.include(first.id)
      .and.to.have.length(2);
    await scene.admin("DELETE", "/settings");
    expect((await create([{ ...globalNode, ...archive }], { project: own })).body.id).not.to.equal(holder);
  });

  it("status: derived from the nodes", async () => {
    const { body } = await create([
      { ...globalNode, ...archive },
      { ...globalNode, ...archive },
    ]);
    const [first, second] = body.nodes ?? [];
    const statusAfter = async (id: unknown, status: string) => {
      await scene.admin("PATCH", `/nodes/${id}`, { status });
      return (await scene.api("GET", `/v1/networks/${body.id}/`)).body.status;
    };
    expect(await statusAfter(first?.id, "failed")).to.equal("warning");
    expect(await statusAfter(second?.id, "failed")).to.equal("failed");
    expect(await statusAfter(first?.id, "pending")).to.equal("warning");
    expect(await statusAfter(second?.id, "pending")).to.equal("pending");
    expect(await statusAfter(second?.id, "running")).to.equal("ok");
  });

  it("v2 nodes: one network per project and chain", async () => {
    const own = await scene.project("implicit");
    const [a, b, c] = [await scene.node(own), await scene.node(own), await scene.node(own, regtest)];
    const { body } = await scene.api("GET", `/v1/networks/?project=${own}`);
    const members = (body.results ?? []).map((network) => (network.nodes ?? []).map((node) => node.id));
    expect(members).to.deep.equal([[a.id, b.id], [c.id]]);
  });
});
