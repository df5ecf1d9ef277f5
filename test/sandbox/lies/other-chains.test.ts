import { expect } from "chai";
import { type LyingNode, type LyingScene, openLies } from "../../support/sandbox/lying-node";
import { recordedSamples } from "../../support/sandbox/recorded-chains";

describe("lies of other chains", () => {
  let lies: LyingScene;
  before(async () => {
    lies = await openLies();
  });
  after(() => lies.scene.sandbox.close());

  describe("Bitcoin", () => {
    let node: LyingNode;
    before(async () => {
      node = await lies.node("bitcoin");
    });
    const info = () => node.result("getblockchaininfo");

    it("syncing-true, syncing-false, ibd-missing: initialblockdownload", async () => {
      await node.tell("syncing-true");
      const usual = await info();
      const hasFlag = "initialblockdownload" in usual;
      expect(usual.initialblockdownload).to.equal(hasFlag ? true : undefined);
      await node.tell("syncing-false");
      expect((await info()).initialblockdownload).to.equal(hasFlag ? false : undefined);
      await node.tell("ibd-missing");
      expect(await info()).to.not.have.property("initialblockdownload");
    });

    it("progress-98, headers-ahead, warnings-text, warnings-list: fields of getblockchaininfo", async () => {
      await node.tell(["progress-98", "headers-ahead", "warnings-text"]);
      const told = await info();
      expect(told).to.include({ verificationprogress: 0.98 });
      expect(Number(told.headers) - Number(told.blocks)).to.equal(10);
      expect(told.warnings).to.be.a("string");
      await node.tell("warnings-list");
      expect((await info()).warnings)
        .to.be.an("array")
        .with.length(1);
    });

    it("tip-in-future: the header is dated 90 minutes ahead", async () => {
      await node.tell("tip-in-future");
      const { time } = await node.result("getblockheader", [(await info()).bestblockhash]);
      expect(Number(time) - Date.now() / 1000).to.be.within(5_390, 5_410);
    });

    it("no-peers: no connections", async () => {
      await node.tell("no-peers");
      expect(await node.result("getnetworkinfo")).to.include({ connections: 0 });
    });

    it("errors-500, errors-404, errors-200: the status of an error, and of nothing else", async () => {
      for (const status of [500, 404, 200]) {
        await node.tell(`errors-${status}`);
        const failed = await node.post({ id: 1, method: "getblockhash", params: [999_999] });
        expect(failed.status).to.equal(status);
        expect(failed.body.error).to.have.keys("code", "message");
        expect((await node.post({ id: 1, method: "getblockcount", params: [] })).status).to.equal(200);
      }
    });

    it("warming-up, twice: -28 with 500, then it works", async () => {
      await node.tell("warming-up", 2);
      for (const _turn of [1, 2]) {
        const { status, body } = await node.post({ id: 1, method: "getblockchaininfo", params: [] });
        expect({ status, code: body.error?.code, result: body.result }).to.deep.equal({
          status: 500,
          code: -28,
          result: null,
        });
      }
      expect(await info()).to.include.keys("bestblockhash");
    });
  });

  describe("beacon", () => {
    let node: LyingNode;
    before(async () => {
      node = await lies.node("evm");
    });
    const set = (mode: string) => lies.scene.admin("POST", `/nodes/${node.id}/rpc`, { mode });
    const syncing = async () => (await node.read("/node/syncing")).data;

    it("distance-133, el-offline, optimistic: node/syncing", async () => {
      await node.tell("distance-133");
      expect(await syncing()).to.include({ sync_distance: "133", is_syncing: false });
      await node.tell(["el-offline", "optimistic"]);
      expect(await syncing()).to.include({ el_offline: true, is_optimistic: true, sync_distance: "0" });
    });

    it("distance-zero on a node that is behind: the head alone tells", async () => {
      await set("behind");
      const before = Number((await syncing())?.head_slot);
      await node.tell("distance-zero");
      expect(await syncing()).to.include({ sync_distance: "0", is_syncing: false });
      expect(Number((await syncing())?.head_slot)).to.be.within(before, before + 1);
      await set("normal");
    });

    it("health-200: also with truthful health", async () => {
      await lies.scene.admin("POST", "/settings", { beaconHealth: "truthful" });
      await set("stale");
      const health = async () => (await fetch(`${node.beacon}/eth/v1/node/health`)).status;
      await node.tell([]);
      expect(await health()).to.equal(503);
      await node.tell("health-200");
      expect(await health()).to.equal(200);
      await set("normal");
    });

    it("before-genesis: genesis ahead, head slot 0", async () => {
      await node.tell("before-genesis");
      const { data } = await node.read("/beacon/genesis");
      expect(Number(data?.genesis_time) - Date.now() / 1000).to.be.within(3_590, 3_610);
      expect(await syncing()).to.include({ head_slot: "0", sync_distance: "0", is_syncing: false });
    });

    it("finality-late, no-peers, syncing-true: the last finalized epoch, the peers, the flag", async () => {
      const finalized = async () =>
        Number((await node.read("/beacon/states/head/finality_checkpoints")).data?.finalized?.epoch);
      await node.tell([]);
      const truth = await finalized();
      await node.tell(["finality-late", "no-peers", "syncing-true"]);
      expect(truth - (await finalized())).to.be.within(9, 10);
      expect((await node.read("/node/peer_count")).data).to.include({ connected: "0" });
      expect(await syncing()).to.include({ is_syncing: true });
    });
  });

  describe("Solana", () => {
    let node: LyingNode;
    before(async () => {
      node = await lies.node("BC-000-000-015");
    });

    it("shreds-ahead: 5000 slots received and not processed, healthy", async () => {
      await node.tell("shreds-ahead");
      const slot = Number(await node.result("getSlot", [{ commitment: "processed" }]));
      expect(Number(await node.result("getMaxShredInsertSlot")) - slot).to.be.within(5_000, 5_010);
      expect(await node.result("getHealth")).to.equal("ok");
    });

    it("skipped-slot: -32004", async () => {
      await node.tell("skipped-slot");
      const slot = Number(await node.result("getSlot"));
      expect(await node.error("getBlockTime", [slot])).to.include({ code: -32004 });
    });

    it("syncing-true: -32005 with numSlotsBehind; syncing-false on a node that is behind: ok", async () => {
      await node.tell("syncing-true");
      expect(await node.error("getHealth")).to.deep.include({ code: -32005, data: { numSlotsBehind: 42 } });
      await lies.scene.admin("POST", `/nodes/${node.id}/rpc`, { mode: "behind" });
      await node.tell("syncing-false");
      expect(await node.result("getHealth")).to.equal("ok");
    });
  });

  describe("sync flags", () => {
    for (const { chain, blockchain, rpcPath = "", show } of recordedSamples) {
      const hasFlag = !/^(?:aptos|sui|ton)-/.test(chain);
      // Filecoin's flag is read from two methods, of which the lie is about one.
      if (hasFlag && !chain.startsWith("filecoin")) {
        it(`${chain}: syncing-true at the head, syncing-false far behind it`, async () => {
          const node = await lies.node(blockchain);
          await node.tell("syncing-true");
          expect((await show(node.url + rpcPath)).isSyncing).to.equal(true);
          await lies.scene.admin("POST", `/nodes/${node.id}/rpc`, { mode: "behind" });
          await node.tell([]);
          expect((await show(node.url + rpcPath)).isSyncing).to.equal(true);
          await node.tell("syncing-false");
          expect((await show(node.url + rpcPath)).isSyncing).to.equal(false);
        });
      }
    }

    it("by GET: cosmos, near", async () => {
      const cosmos = await lies.node("BC-000-000-073");
      await cosmos.tell("syncing-true");
      const get = async (url: string) => (await (await fetch(url)).json()) as { readonly [key: string]: unknown };
      expect(await get(`${cosmos.url}/status`)).to.have.nested.property("result.sync_info.catching_up", true);
      const near = await lies.node("BC-000-000-071");
      await near.tell("syncing-true");
      expect(await get(`${near.url}/status`)).to.have.nested.property("sync_info.syncing", true);
    });
  });
});
