import { expect } from "chai";
import { beacon, block } from "../../support/sandbox/beacon-client";
import { london, type ManagementScene, openManagement, until } from "../../support/sandbox/management-scene";

const sepolia = "BC-000-000-017";
const gnosis = "BC-000-000-028";

describe("beacon chain", () => {
  let scene: ManagementScene;
  let project: string;
  let url: string;
  before(async () => {
    scene = await openManagement();
    project = await scene.project();
    url = (await scene.node(project)).details?.beacon_endpoint ?? "";
  });
  after(() => scene.sandbox.close());

  const get = (path: string, endpoint = url, init: RequestInit = {}) => beacon(endpoint, path, init);
  const headOf = (id = "head", endpoint = url) => block(endpoint, id);

  for (const [what, blockchain, cloud, facts] of [
    ["Ethereum", undefined, undefined, { id: "1", seconds: 12, slots: "32", genesis: "1606824023", above: 13e6 }],
    ["Sepolia", sepolia, undefined, { id: "11155111", seconds: 12, slots: "32", genesis: "1655733600", above: 9e6 }],
    ["Gnosis", gnosis, london, { id: "100", seconds: 5, slots: "16", genesis: "1638993340", above: 23e6 }],
  ] as const) {
    it(`${what}: slots follow the wall clock`, async () => {
      const { id } = await scene.node(project, blockchain, cloud);
      const base = await until(
        async () => (await scene.api("GET", `/v2/nodes/${id}/`)).body.details?.beacon_endpoint ?? undefined,
      );
      const { data: spec } = (await get("/config/spec", base)).body;
      expect(spec).to.include({
        ...{ DEPOSIT_CHAIN_ID: facts.id, SLOTS_PER_EPOCH: facts.slots, SECONDS_PER_SLOT: String(facts.seconds) },
      });
      expect(Object.values(spec).every((value) => typeof value === "string")).to.equal(true);
      const { data: genesis } = (await get("/beacon/genesis", base)).body;
      expect(genesis).to.include({ genesis_time: facts.genesis });
      expect(genesis).to.have.all.keys("genesis_time", "genesis_validators_root", "genesis_fork_version");
      const wall = () => (Date.now() / 1000 - Number(facts.genesis)) / facts.seconds;
      const earliest = Math.floor(wall() - 0.1);
      const { slot } = await headOf("head", base);
      expect(slot).to.be.within(earliest, wall() + 0.1);
      expect(slot).to.be.greaterThan(facts.above);
    });
  }

  it("roots: the public genesis root, block roots shared by all nodes", async () => {
    const root = "0x4b363db94e286120d76eb905340fdd4e54bfe9f06bf33ff6cf5ad27f511bfe95";
    expect((await get("/beacon/genesis")).body.data.genesis_validators_root).to.equal(root);
    const { slot, root: head } = await headOf();
    const twin = (await scene.node(project)).details?.beacon_endpoint;
    expect(await headOf(String(slot), twin)).to.deep.equal({ slot, root: head });
  });

  it("healthy node: in sync, with peers, in decimal strings", async () => {
    const { slot } = await headOf();
    const { data } = (await get("/node/syncing")).body;
    expect(Number(data.head_slot)).to.be.within(slot, slot + 1);
    expect(data).to.deep.equal({
      ...{ head_slot: data.head_slot, sync_distance: "0", is_syncing: false, is_optimistic: false },
    });
    const { data: peers } = (await get("/node/peer_count")).body;
    expect(peers).to.deep.equal({ disconnected: "0", connecting: "0", connected: "64", disconnecting: "0" });
    expect((await get("/node/version")).body).to.deep.equal({ data: { version: "Lodestar/v1.5.1/2115aa7" } });
    expect(await get("/node/health")).to.include({ status: 200, text: "" });
  });

  it("headers: found by name, slot and root, linked by parent root", async () => {
    const head = (await get("/beacon/headers/head")).body;
    expect(head).to.have.all.keys("data", "execution_optimistic");
    expect(head.data).to.have.all.keys("root", "canonical", "header");
    const { message } = head.data.header as unknown as { message: Record<string, string> };
    expect(Object.keys(message)).to.deep.equal(["slot", "proposer_index", "parent_root", "state_root", "body_root"]);
    const parent = { slot: Number(message.slot) - 1, root: message.parent_root };
    expect(await headOf(message.parent_root)).to.deep.equal(parent);
    expect(await headOf(String(parent.slot))).to.deep.equal(parent);
    expect((await headOf("genesis")).slot).to.equal(0);
    const final = await headOf("finalized");
    expect(final.slot % 32).to.equal(0);
    expect(Math.floor(Number(message.slot) / 32) - final.slot / 32).to.be.within(2, 3);
  });

  it("finality checkpoints: finalized two epochs behind, justified one", async () => {
    const { slot } = await headOf();
    const path = `/beacon/states/${slot}/finality_checkpoints`;
    const { data } = (await get(path)).body as unknown as { data: Record<string, { epoch: string; root: string }> };
    const epoch = Math.floor(slot / 32);
    expect(data).to.have.all.keys("previous_justified", "current_justified", "finalized");
    expect([data.previous_justified?.epoch, data.current_justified?.epoch, data.finalized?.epoch]).to.deep.equal(
      [epoch - 2, epoch - 1, epoch - 2].map(String),
    );
    expect(data.finalized?.root).to.equal((await headOf(String((epoch - 2) * 32))).root);
  });

  for (const [path, status, error, message] of [
    ["/beacon/headers/foo", 400, "Bad Request", "Invalid block id 'foo'"],
    ["/beacon/headers/999999999", 404, "Not Found", "No block found for id '999999999'"],
    ["/beacon/headers/0x00", 404, "Not Found", "No block found for id '0x00'"],
    ["/beacon/states/foo/finality_checkpoints", 400, "Bad Request", "Invalid block id 'foo'"],
    ["/beacon/states/999999999/finality_checkpoints", 404, "Not Found", "No state found for id '999999999'"],
  ] as const) {
    it(`${path}: ${status}`, async () => {
      expect(await get(path)).to.deep.include({ status, body: { statusCode: status, error, message } });
    });
  }

  it("unknown paths and methods: 404, not 405", async () => {
    const found = await get("/nope?x=1");
    expect(found).to.deep.include({
      status: 404,
      body: { message: "Route GET:/eth/v1/nope?x=1 not found", error: "Not Found", statusCode: 404 },
    });
    expect((await get("/node/syncing", url, { method: "POST" })).body.message).to.equal(
      "Route POST:/eth/v1/node/syncing not found",
    );
    expect((await fetch(url)).status).to.equal(404);
    expect((await fetch(`${url}//`)).status).to.equal(404);
  });
});
