import { expect } from "chai";
import {
  ethereum,
  globalCloud,
  london,
  type ManagementScene,
  openManagement,
} from "../../support/sandbox/management-scene";

describe("lists", () => {
  let scene: ManagementScene;
  before(async () => {
    scene = await openManagement({ pageSize: 2 });
    for (const name of ["delta", "alpha", "Charlie", "bravo", "alphabet"]) {
      await scene.project(name);
    }
  });
  after(() => scene.sandbox.close());

  const names = async (query: string) =>
    ((await scene.api("GET", `/v1/projects/${query}`)).body.results ?? []).map(({ name }) => name);

  it("next links: absolute with every parameter, null on the last page", async () => {
    const first = (await scene.api("GET", "/v1/projects/?order_by=-name&type=public")).body;
    expect(first).to.include({ count: 5, previous: null });
    expect(first.next).to.equal(`${scene.sandbox.baseUrl}/v1/projects/?order_by=-name&type=public&page=2`);
    const second = (await scene.api("GET", first.next ?? "")).body;
    expect(second.previous).to.equal(`${scene.sandbox.baseUrl}/v1/projects/?order_by=-name&type=public&page=1`);
    const third = (await scene.api("GET", second.next ?? "")).body;
    expect(third.next).to.equal(null);
    const seen = [first, second, third].flatMap(({ results }) => (results ?? []).map(({ name }) => name));
    expect(seen).to.deep.equal(["delta", "bravo", "alphabet", "alpha", "Charlie"]);
  });

  it("default order: by creation", async () => {
    expect(await names("")).to.deep.equal(["delta", "alpha"]);
    expect(await names("?order_by=-created_at")).to.deep.equal(["alphabet", "bravo"]);
    expect((await scene.api("GET", "/v2/projects/?order_by=id")).status).to.equal(400);
  });

  for (const path of ["/v1/projects/", "/v2/projects/", "/v1/networks/", "/v1/nodes/", "/v2/nodes/"]) {
    it(`${path} with an unknown order_by: 400`, async () => {
      const { status, body } = await scene.api("GET", `${path}?order_by=-status`);
      expect(status).to.equal(400);
      expect(body.error?.fields).to.have.all.keys("order_by");
    });
  }

  for (const page of ["4", "0", "-1", "last", "1.5"]) {
    it(`page ${page}: 404`, async () => {
      expect((await scene.api("GET", `/v2/projects/?page=${page}`)).status).to.equal(404);
    });
  }

  it("empty list: page 1 exists", async () => {
    const { status, body } = await scene.api("GET", "/v2/nodes/?page=1");
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ count: 0, next: null, previous: null, results: [] });
  });

  it('name filter: substring, or exact with nameFilter "exact"', async () => {
    expect(await names("?name=ALPHA")).to.deep.equal(["alpha", "alphabet"]);
    await scene.admin("POST", "/settings", { nameFilter: "exact" });
    expect(await names("?name=alpha")).to.deep.equal(["alpha"]);
    await scene.admin("POST", "/settings", { nameFilter: "substring" });
  });

  it("nextLinks: another origin, or only the page", async () => {
    await scene.admin("POST", "/settings", { nextLinks: "foreign" });
    expect((await scene.api("GET", "/v2/projects/")).body.next).to.match(
      /^http:\/\/other-origin\.invalid\/v2\/projects/,
    );
    await scene.admin("POST", "/settings", { nextLinks: "page-only" });
    expect((await scene.api("GET", "/v2/projects/?type=public")).body.next).to.match(/\/v2\/projects\/\?page=2$/);
    await scene.admin("POST", "/settings", { nextLinks: "absolute" });
  });

  it("listLagMs: writes and deletions appear late", async () => {
    await scene.admin("POST", "/settings", { pageSize: 100 });
    const id = await scene.project("late");
    await scene.admin("POST", "/settings", { listLagMs: 60_000, deleteDelayMs: 0 });
    await scene.api("PATCH", `/v1/projects/${id}/`, { name: "later" });
    const lagging = await names("");
    expect(lagging).not.to.include("later");
    expect((await scene.api("GET", `/v1/projects/${id}/`)).body.name).to.equal("later");
    scene.pass(60_000);
    expect(await names("")).to.include("later");
    await scene.api("DELETE", `/v1/projects/${id}/`);
    expect(await names("")).to.include("later");
    await scene.admin("POST", "/settings", { listLagMs: 0 });
    expect(await names("")).not.to.include("later");
  });
});

describe("node list v1", () => {
  let scene: ManagementScene;
  before(async () => {
    scene = await openManagement({ regionalSeconds: 60 });
    const [one, two] = [await scene.project("one"), await scene.project("two")];
    await scene.node(one, ethereum, globalCloud, "rpc-a");
    await scene.node(one, ethereum, london, "rpc-b");
    await scene.node(two, "BC-000-000-010", globalCloud, "rpc-c");
    await scene.node(two, "BC-000-000-091", globalCloud, "btc-d");
  });
  after(() => scene.sandbox.close());

  for (const [query, expected] of [
    ["region=lon1", ["rpc-b"]],
    ["provider=chainstack_global", ["rpc-a", "rpc-c", "btc-d"]],
    ["status=pending", ["rpc-b"]],
    ["status=running&protocol=ethereum", ["rpc-a"]],
    ["public_network=polygon-pos-mainnet", ["rpc-c"]],
    ["type=dedicated", []],
    ["type=shared&role=peer&project_type=public&name=btc", ["btc-d"]],
    ["archive=false", ["rpc-a", "rpc-b", "rpc-c"]],
    ["archive=true", []],
    ["organization=RG-1", []],
    ["project=PR-1", []],
    ["network=NW-1", []],
    ["unknown=parameter", ["rpc-a", "rpc-b", "rpc-c", "btc-d"]],
  ] as const) {
    it(`${query}: filtered`, async () => {
      const { body } = await scene.api("GET", `/v1/nodes/?${query}`);
      expect((body.results ?? []).map(({ name }) => name)).to.deep.equal(expected);
    });
  }

  it("organization, project and network: filtered", async () => {
    const node = (await scene.api("GET", "/v1/nodes/?name=rpc-c")).body.results?.[0];
    const [organization, network] = [node?.organization, node?.network];
    const project = (await scene.api("GET", "/v1/projects/?name=two")).body.results?.[0]?.id;
    const counts = [`organization=${organization}`, `project=${project}`, `network=${network}`].map(
      async (query) => (await scene.api("GET", `/v1/nodes/?${query}`)).body.count,
    );
    expect(await Promise.all(counts)).to.deep.equal([4, 2, 1]);
  });

  it("archive not a boolean: 400", async () => {
    expect((await scene.api("GET", "/v1/nodes/?archive=maybe")).body.error?.fields).to.have.all.keys("archive");
  });

  it("order_by: name or created_at, in v2 too", async () => {
    const names = async (query: string) =>
      ((await scene.api("GET", `/v2/nodes/?order_by=${query}`)).body.results ?? []).map(({ name }) => name);
    expect(await names("name")).to.deep.equal(["btc-d", "rpc-a", "rpc-b", "rpc-c"]);
    expect(await names("-created_at")).to.deep.equal(["btc-d", "rpc-c", "rpc-b", "rpc-a"]);
  });

  it("v2: filters ignored", async () => {
    expect((await scene.api("GET", "/v2/nodes/?region=lon1&status=pending&name=x&project=PR-1")).body.count).to.equal(
      4,
    );
  });

  for (const [query, expected] of [
    ["protocol=bitcoin", 1],
    ["public_network=ethereum-mainnet", 1],
    ["status=ok", 3],
    ["status=pending", 0],
    ["name=main", 2],
    ["project_type=consortium", 0],
  ] as const) {
    it(`network list with ${query}: filtered`, async () => {
      expect((await scene.api("GET", `/v1/networks/?${query}`)).body.count).to.equal(expected);
    });
  }
});
