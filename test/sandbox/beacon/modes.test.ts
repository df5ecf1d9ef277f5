import { expect } from "chai";
import { beacon, later } from "../../support/sandbox/beacon-client";
import { type Json, type ManagementScene, openManagement } from "../../support/sandbox/management-scene";

describe("beacon modes", () => {
  let scene: ManagementScene;
  let node: Json;
  let url: string;
  before(async () => {
    scene = await openManagement();
    node = await scene.node(await scene.project());
    url = node.details?.beacon_endpoint ?? "";
  });
  after(() => scene.sandbox.close());

  const set = (mode: string, more: object = {}) => scene.admin("POST", `/nodes/${node.id}/rpc`, { mode, ...more });
  const get = (path: string) => beacon(url, path);
  const syncing = async () => {
    const { data } = (await get("/node/syncing")).body as unknown as { data: Record<string, unknown> };
    return { head: Number(data.head_slot), distance: Number(data.sync_distance), isSyncing: data.is_syncing };
  };
  const attest = async () =>
    (await get(`/validator/attestation_data?slot=${(await syncing()).head}&committee_index=0`)).body;
  const health = async () => {
    const usual = (await get("/node/health")).status;
    await scene.admin("POST", "/settings", { beaconHealth: "truthful" });
    const truth = (await get("/node/health")).status;
    await scene.admin("POST", "/settings", { beaconHealth: "always-200" });
    return [usual, truth];
  };
  const outcome = (timeoutMs = 15_000) =>
    fetch(`${url}/eth/v1/node/health`, { signal: AbortSignal.timeout(timeoutMs) }).then(
      ({ status }) => String(status),
      (error: Error) => (error.cause as { code?: string } | undefined)?.code ?? error.name,
    );
  const refused = {
    statusCode: 503,
    error: "Service Unavailable",
    message: "Node is syncing - waiting for peers",
  };
  it("normal: in sync, the head follows the clock", async () => {
    const now = await syncing();
    expect(now).to.include({ distance: 0, isSyncing: false });
    expect(await health()).to.deep.equal([200, 200]);
    const moved = await later(120_000, syncing);
    expect(moved.head - now.head).to.be.within(10, 11);
    expect(moved).to.include({ distance: 0, isSyncing: false });
  });

  it("stale: the head does not move, no peers, no attestation data", async () => {
    await set("stale", { ageSeconds: 1200 });
    const now = await syncing();
    expect(now.isSyncing).to.equal(true);
    expect(now.distance).to.be.within(100, 101);
    const after = await later(120_000, syncing);
    expect(after.head).to.equal(now.head);
    expect(after.distance - now.distance).to.be.within(10, 11);
    expect(await attest()).to.deep.equal(refused);
    expect((await get("/node/peer_count")).body.data.connected).to.equal("0");
    expect(await health()).to.deep.equal([200, 503]);
  });

  it("behind: syncing, the head moves", async () => {
    await set("behind");
    const now = await syncing();
    expect(now.isSyncing).to.equal(true);
    expect(now.distance).to.be.within(25, 26);
    const after = await later(120_000, syncing);
    expect(after.head - now.head).to.be.within(10, 11);
    expect(after.distance).to.be.within(25, 26);
    expect(await attest()).to.deep.equal(refused);
    expect(await health()).to.deep.equal([200, 206]);
  });

  it("wrong-chain: another DEPOSIT_CHAIN_ID, genesis root and block roots, default or given", async () => {
    await set("normal");
    const identity = async () => ({
      chainId: (await get("/config/spec")).body.data.DEPOSIT_CHAIN_ID,
      genesis: (await get("/beacon/genesis")).body.data.genesis_validators_root,
      block: (await get("/beacon/headers/genesis")).body.data.root,
    });
    const own = await identity();
    await set("wrong-chain");
    const other = await identity();
    await set("wrong-chain", { chainId: 56 });
    const told = await identity();
    expect([own.chainId, other.chainId, told.chainId]).to.deep.equal(["1", "2", "56"]);
    expect(new Set([own.genesis, other.genesis, told.genesis]).size).to.equal(3);
    expect(new Set([own.block, other.block, told.block]).size).to.equal(3);
    expect(await syncing()).to.include({ distance: 0, isSyncing: false });
    expect(await health()).to.deep.equal([200, 200]);
  });

  it("silent and refusing: no response, and a reset connection", async () => {
    await set("silent");
    expect(await outcome(300)).to.equal("TimeoutError");
    await set("refusing");
    expect(await outcome()).to.match(/ECONNRESET|UND_ERR_SOCKET/);
    const { body } = await scene.admin("GET", `/requests?kind=rpc&node=${node.id}`);
    const outcomes = (body as unknown as { outcome: string }[]).map((entry) => entry.outcome);
    expect(outcomes.slice(-2)).to.deep.equal(["hung", "dropped"]);
    await set("normal");
    expect(await outcome()).to.equal("200");
  });
});
