import { expect } from "chai";
import { wallClock } from "../../../sandbox/base/clock";
import { type ManagementScene, openManagement } from "../../support/sandbox/management-scene";
import { recordedSamples } from "../../support/sandbox/recorded-chains";

describe("recorded chains", () => {
  let scene: ManagementScene;
  let project: string;
  let passedMs = 0;
  before(async () => {
    scene = await openManagement();
    project = await scene.project();
  });
  after(() => scene.sandbox.close());

  const pass = (ms: number) => {
    passedMs += ms;
    scene.pass(ms);
  };
  const now = () => wallClock() + passedMs;

  it("deployment options: one row of each chain", async () => {
    const { body } = await scene.api("GET", "/v2/deployment-options/");
    for (const { chain, blockchain } of recordedSamples) {
      const protocol = chain.replace("-mainnet", "");
      const option = { blockchain, cloud: "CC-0016", region: "global1", provider: "chainstack_global", protocol };
      expect(body.options).to.deep.include({ ...option, network: chain, features: ["full"] });
    }
  });

  for (const {
    chain,
    blockchain,
    identity,
    wrongIdentity,
    blockMs,
    rpcPath = "",
    hasWebSocket,
    show,
  } of recordedSamples) {
    describe(chain, () => {
      let id: string;
      let url: string;
      let usualFlag: boolean | undefined;
      before(async () => {
        const node = await scene.node(project, blockchain);
        id = node.id ?? "";
        url = `${node.details?.https_endpoint}${rpcPath}`;
        expect(node.details).to.have.all.keys("https_endpoint", ...(hasWebSocket === true ? ["wss_endpoint"] : []));
      });
      const set = (mode: string, more: object = {}) => scene.admin("POST", `/nodes/${id}/rpc`, { mode, ...more });
      const ageOf = (atMs: number | undefined) => (now() - (atMs ?? Number.NaN)) / 1000;
      const tolerance = 2 + blockMs / 1000;

      it("normal: the public network's identity, a fresh head that follows the clock, in sync", async () => {
        const first = await show(url);
        usualFlag = first.isSyncing;
        expect(first.identity).to.equal(identity);
        expect(usualFlag).to.not.equal(true);
        if (first.atMs !== undefined) {
          expect(ageOf(first.atMs)).to.be.within(-1, tolerance);
        }
        pass(100 * blockMs);
        const blocks = (await show(url)).height - first.height;
        expect(blocks).to.be.within(100, 100 + Math.ceil(3_000 / blockMs));
      });

      it("stale: an old head that does not move, and still in sync by its own word", async () => {
        await set("stale", { ageSeconds: 7_200 });
        const first = await show(url);
        pass(100 * blockMs);
        const second = await show(url);
        expect(second.height).to.equal(first.height);
        expect(second.isSyncing).to.equal(usualFlag);
        if (second.atMs !== undefined) {
          expect(ageOf(second.atMs) - (100 * blockMs) / 1000).to.be.within(7_199, 7_200 + tolerance);
        }
      });

      it("behind: an old head that moves, and syncing by its own word", async () => {
        await set("behind", { ageSeconds: 3_600 });
        const first = await show(url);
        if (first.atMs !== undefined) {
          expect(ageOf(first.atMs)).to.be.within(3_599, 3_600 + tolerance);
        }
        expect(first.isSyncing).to.equal(usualFlag === undefined ? undefined : true);
        pass(100 * blockMs);
        expect((await show(url)).height - first.height).to.be.at.least(100);
      });

      it("wrong-chain: a test network's identity, everything else in order", async () => {
        await set("wrong-chain");
        const shown = await show(url);
        expect(shown.identity).to.equal(wrongIdentity);
        expect(shown.isSyncing).to.equal(usualFlag);
        await set("normal");
        expect((await show(url)).identity).to.equal(identity);
      });
    });
  }

  it("hashes: the same on two nodes of a chain, another on the wrong chain", async () => {
    const nodes = [await scene.node(project, "BC-000-000-078"), await scene.node(project, "BC-000-000-078")];
    const digest = async (index: number) => {
      const body = { jsonrpc: "2.0", id: 1, method: "sui_getCheckpoint", params: ["123456"] };
      return (await scene.api("POST", nodes[index]?.details?.https_endpoint ?? "", body)).body.result?.digest;
    };
    expect(await digest(0)).to.equal(await digest(1));
    await scene.admin("POST", `/nodes/${nodes[1]?.id}/rpc`, { mode: "wrong-chain" });
    expect(await digest(0)).to.not.equal(await digest(1));
  });

  it("chainId: rejected, since the wrong chain is a test network", async () => {
    const { id } = await scene.node(project, "BC-000-000-076");
    const answer = await scene.admin("POST", `/nodes/${id}/rpc`, { mode: "wrong-chain", chainId: 5 });
    expect(answer.status).to.equal(400);
    expect(answer.body.error).to.match(/any other to a test network/);
  });
});
