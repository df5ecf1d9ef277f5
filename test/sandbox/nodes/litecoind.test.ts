import { expect } from "chai";
import { type ChainPlan, normalPlan, type Rpc } from "../../../sandbox/nodes/kind";
import { litecoind as kind } from "../../../sandbox/nodes/software/litecoind";
import { type Chain, chainOf } from "../../../sandbox/state/catalogue";
import { litecoindPath, startLitecoind } from "../../support/nodes/litecoind";
import { type Json, type ManagementScene, openManagement, rpc } from "../../support/sandbox/management-scene";

const litecoin = "BC-000-000-093";
const path = litecoindPath();

describe("litecoind", () => {
  it("REQUIRE_LITECOIND=1: installed", () => {
    expect(process.env.REQUIRE_LITECOIND === "1" && path === undefined).to.equal(false);
  });

  describe("not installed", () => {
    const configured = process.env.LITECOIND;
    let scene: ManagementScene;
    before(async () => {
      process.env.LITECOIND = "/nowhere/litecoind";
      scene = await openManagement();
    });
    after(async () => {
      delete process.env.LITECOIND;
      Object.assign(process.env, configured !== undefined && { LITECOIND: configured });
      await scene.sandbox.close();
    });

    it("first request: 502, the reason names the package", async () => {
      const node = await scene.node(await scene.project(), litecoin);
      expect(node.status).to.equal("running");
      const answer = await rpc(node.details?.https_endpoint ?? "", "getblockcount");
      expect(answer).to.include({ status: 502, text: "Bad Gateway" });
      const { nodes } = (await scene.admin("GET", "/objects")).body;
      expect(nodes?.[0]?.process?.state).to.equal(
        "no litecoind at /nowhere/litecoind; install the Debian package litecoind, or name its path in LITECOIND",
      );
    });
  });

  if (path !== undefined) {
    withLitecoind();
  }
});

function withLitecoind(): void {
  describe("node on regtest", () => {
    let scene: ManagementScene;
    let node: Json;
    let url: string;
    before(async () => {
      scene = await openManagement();
      node = await scene.node(await scene.project(), litecoin);
      url = node.details?.https_endpoint ?? "";
    });
    after(() => scene.sandbox.close());

    const set = (mode: string, more: object = {}) => scene.admin("POST", `/nodes/${node.id}/rpc`, { mode, ...more });
    const tip = async () => {
      const { result } = (await rpc(url, "getblockchaininfo")).body;
      const header = (await rpc(url, "getblockheader", [result?.bestblockhash])).body.result;
      const ageSeconds = Date.now() / 1000 - Number(header?.time);
      return { chain: result?.chain, blocks: Number(result?.blocks), ageSeconds };
    };

    it("endpoints: HTTP only", () => {
      expect(node).to.include({ network: "litecoin-regtest", protocol: "litecoin" });
      expect(node.details).to.have.all.keys("https_endpoint");
    });

    it("first request: the Litecoin genesis and a fresh tip", async () => {
      const genesis = (await rpc(url, "getblockhash", [0])).body.result;
      expect(genesis).to.equal("530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9");
      const { blocks, ageSeconds } = await tip();
      expect(blocks).to.be.at.least(13);
      expect(ageSeconds).to.be.within(-2, 60);
    });

    it("responses: passed through, JSON-RPC 1.0 and errors with HTTP 500", async () => {
      const { status, body } = await rpc(url, "getmempooldescendants", ["00".repeat(32)]);
      expect(status).to.equal(500);
      expect(body).to.deep.equal({ result: null, error: { code: -5, message: "Transaction not in mempool" }, id: 1 });
      expect((await fetch(`${url}/rest/chaininfo.json`)).status).to.equal(404);
    });

    it("stale: the tip has the given age, the chain is not shorter", async () => {
      const before = await tip();
      await set("stale", { ageSeconds: 5000 });
      const now = await tip();
      expect(now.ageSeconds).to.be.within(4998, 5059);
      expect(now.blocks).to.be.at.least(before.blocks);
    });

    it("behind: the tip is hours old", async () => {
      await set("behind");
      expect((await tip()).ageSeconds).to.be.within(7198, 7259);
    });

    it("wrong-chain: testnet without peers, at genesis", async () => {
      await set("wrong-chain");
      expect(await tip()).to.include({ chain: "test", blocks: 0 });
      expect((await set("wrong-chain", { chainId: 5 })).status).to.equal(400);
    });

    it("normal: regtest again, not shorter than before the wrong chain", async () => {
      await set("normal");
      const now = await tip();
      expect(now).to.include({ chain: "regtest" });
      expect(now.blocks).to.be.at.least(15);
      expect(now.ageSeconds).to.be.within(-2, 60);
    });
  });

  describe("mining", () => {
    const chain = chainOf("litecoin-regtest") as Chain;

    /** Age in seconds of a block mined an hour after the initial ones. */
    const minedAge = async (plan: ChainPlan) => {
      const litecoind = await startLitecoind();
      const rpc: Rpc = (method, ...params) => litecoind.rpc(method, params);
      const now = Date.now;
      try {
        Date.now = () => now() - 3_600_000;
        await kind.prepareChain(rpc, { plan, height: 0, folder: "", password: "", chain });
        Date.now = now;
        await kind.miner?.mine(rpc, plan);
        const header = (await rpc("getblockheader", await rpc("getbestblockhash"))) as { readonly time: number };
        return now() / 1000 - header.time;
      } finally {
        Date.now = now;
        await litecoind.stop();
      }
    };

    it("normal chain: fresh blocks", async () => {
      expect(await minedAge(normalPlan)).to.be.within(-2, 5);
    });

    it("chain behind: old blocks", async () => {
      expect(await minedAge({ ...normalPlan, ageSeconds: 5000 })).to.be.within(4998, 5005);
    });

    it("wrong chain: no blocks", async () => {
      const calls: string[] = [];
      const rpc: Rpc = (method) => Promise.resolve(calls.push(method));
      await kind.miner?.mine(rpc, { ...normalPlan, isWrongChain: true });
      expect(calls).to.deep.equal([]);
    });
  });

  describe("startLitecoind", () => {
    it("start and stop: a wallet works, no process or folder left", async () => {
      const litecoind = await startLitecoind();
      try {
        await litecoind.rpc("createwallet", ["w"]);
        const address = await litecoind.rpc("getnewaddress", ["", "bech32"]);
        await litecoind.rpc("generatetoaddress", [101, address]);
        expect(await litecoind.rpc("listunspent", [1])).to.have.length(1);
      } finally {
        await litecoind.stop();
      }
      const gone = await fetch(litecoind.url).catch(({ cause }: Error) => (cause as { code?: string }).code);
      expect(gone).to.equal("ECONNREFUSED");
    });
  });
}
