import { expect } from "chai";
import {
  head,
  type Json,
  type ManagementScene,
  openManagement,
  regtest,
  rpc,
  until,
} from "../../support/sandbox/management-scene";

describe("node modes", () => {
  let scene: ManagementScene;
  let evm: Json;
  let bitcoin: Json;
  before(async () => {
    scene = await openManagement({ nodeStart: "create" });
    const project = await scene.project();
    [evm, bitcoin] = [await scene.node(project), await scene.node(project, regtest)];
  });
  after(() => scene.sandbox.close());

  const set = (node: Json, mode: string, more: Record<string, unknown> = {}) =>
    scene.admin("POST", `/nodes/${node.id}/rpc`, { mode, ...more });
  const urlOf = (node: Json) => node.details?.https_endpoint ?? "";
  const chainId = async () => Number((await rpc(urlOf(evm), "eth_chainId")).body.result);
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const tip = async () => {
    const { result } = (await rpc(urlOf(bitcoin), "getblockchaininfo")).body;
    const header = (await rpc(urlOf(bitcoin), "getblockheader", [result?.bestblockhash])).body.result;
    return {
      chain: result?.chain,
      blocks: Number(result?.blocks),
      ageSeconds: Date.now() / 1000 - Number(header?.time),
    };
  };
  /** How a request without a response ends: the error code, or a timeout. */
  const outcome = (url: string, timeoutMs = 15_000) =>
    fetch(url, { method: "POST", body: "{}", signal: AbortSignal.timeout(timeoutMs) }).then(
      ({ status }) => String(status),
      (error: Error) => (error.cause as { code?: string } | undefined)?.code ?? error.name,
    );

  describe("EVM", () => {
    it("stale: the head is old, does not move, and is not lower than before", async () => {
      const before = await head(urlOf(evm));
      expect((await set(evm, "stale")).body).to.include({ mode: "stale", state: "running" });
      const first = await head(urlOf(evm));
      expect(first.ageSeconds).to.be.within(599, 659);
      expect(first.number).to.be.at.least(before.number);
      await pause(1100);
      expect((await head(urlOf(evm))).number).to.equal(first.number);
      await set(evm, "stale", { ageSeconds: 86_400 });
      expect((await head(urlOf(evm))).ageSeconds).to.be.within(86_399, 86_459);
    });

    it("behind: new blocks, each minutes old", async () => {
      await set(evm, "behind");
      const first = await head(urlOf(evm));
      const second = await until(async () => {
        const now = await head(urlOf(evm));
        return now.number > first.number ? now : undefined;
      });
      expect(second.ageSeconds).to.be.within(298, 359);
    });

    it("wrong-chain: another chain id, default or given", async () => {
      await set(evm, "wrong-chain");
      expect(await chainId()).to.equal(2);
      await set(evm, "wrong-chain", { chainId: 56 });
      expect(await chainId()).to.equal(56);
      expect(Number((await rpc(urlOf(evm), "net_version")).body.result)).to.equal(56);
    });

    it("silent, then normal: no response, then the same process resumes", async () => {
      await set(evm, "normal");
      const before = await head(urlOf(evm));
      const { body } = await set(evm, "silent");
      expect(await outcome(urlOf(evm), 300)).to.equal("TimeoutError");
      expect((await set(evm, "normal")).body.pid).to.equal(body.pid);
      const after = await head(urlOf(evm));
      expect(after.number).to.be.at.least(before.number);
      expect(after.ageSeconds).to.be.within(-1, 60);
    });

    it("refusing: the connection closes without a response, the process is gone", async () => {
      expect((await set(evm, "refusing")).body).to.include({ mode: "refusing", state: "stopped", pid: null });
      expect(await outcome(urlOf(evm))).to.match(/ECONNRESET|UND_ERR_SOCKET/);
      await set(evm, "normal");
      expect(await chainId()).to.equal(1);
    });
  });

  describe("Bitcoin", () => {
    it("stale: the tip is hours old and does not move", async () => {
      await set(bitcoin, "stale");
      expect((await tip()).ageSeconds).to.be.within(21_598, 21_659);
    });

    it("behind with ageSeconds: the tip has that age", async () => {
      await set(bitcoin, "behind", { ageSeconds: 5000 });
      expect((await tip()).ageSeconds).to.be.within(4998, 5059);
    });

    it("wrong-chain: simnet", async () => {
      await set(bitcoin, "wrong-chain");
      expect((await tip()).chain).to.equal("simnet");
    });

    it("silent and refusing: no response, and a closed connection", async () => {
      await set(bitcoin, "silent");
      expect(await outcome(urlOf(bitcoin), 300)).to.equal("TimeoutError");
      await set(bitcoin, "refusing");
      expect(await outcome(urlOf(bitcoin))).to.match(/ECONNRESET|UND_ERR_SOCKET/);
    });

    it("normal: regtest with a fresh tip, not lower than before", async () => {
      await set(bitcoin, "normal");
      const now = await tip();
      expect(now.chain).to.equal("regtest");
      expect(now.ageSeconds).to.be.within(-2, 20);
    });
  });

  for (const [what, body, message] of [
    ["an unknown mode", { mode: "sleepy" }, /mode must be one of/],
    ["ageSeconds for another mode", { mode: "silent", ageSeconds: 5 }, /ageSeconds belongs to/],
    ["chainId for another mode", { mode: "stale", chainId: 5 }, /chainId belongs to/],
    ["a body that is not an object", [], /must be an object/],
  ] as const) {
    it(`${what}: rejected`, async () => {
      const answer = await scene.admin("POST", `/nodes/${evm.id}/rpc`, body);
      expect(answer.status).to.equal(400);
      expect(answer.body.error).to.match(message);
    });
  }

  it("chainId for Bitcoin, or a deleted node: rejected", async () => {
    expect((await set(bitcoin, "wrong-chain", { chainId: 5 })).status).to.equal(400);
    expect((await scene.admin("POST", "/nodes/ND-1/rpc", { mode: "normal" })).status).to.equal(404);
  });
});
