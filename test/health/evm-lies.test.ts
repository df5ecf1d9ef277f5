import { expect } from "chai";
import { probeEndpoints } from "../../provider/health/probe.js";
import { check, useProbes } from "../support/health/probe-scene.js";
import {
  answerRpc,
  evmMethods,
  type PretendedChain,
  startRpcStub,
  steadyChain,
  TestClock,
} from "../support/health/stub-chain.js";
import { startStub } from "../support/nodes/nodes.js";

describe("probeEndpoints, EVM against stub nodes", () => {
  const { probe, started } = useProbes();

  describe("lies", () => {
    it("head 8 days old, eth_syncing false: unhealthy", async () => {
      const clock = new TestClock();
      const report = await probe(evmMethods(steadyChain(clock, 1, 12, 8 * 86_400)), clock);
      expect(report).to.include({ verdict: "unhealthy", decidedBy: "head" });
      expect(report.why).to.equal("head 2026-02-24T12:00:36Z is 8 d old, limit 180 s");
    });

    it("head 8 days old, eth_syncing an object: syncing, without waiting for blocks", async () => {
      const clock = new TestClock();
      const methods = evmMethods(steadyChain(clock, 1, 12, 8 * 86_400));
      const syncing = () => ({ value: { currentBlock: "0x10", highestBlock: "0xe110" } });
      const report = await probe({ ...methods, eth_syncing: syncing }, clock);
      expect(report).to.include({ verdict: "syncing", decidedBy: "head" });
      expect(report.why).to.include("8 d old").and.include("the node reports that it is 57600 blocks behind");
      expect(clock.slept).to.deep.equal([]);
    });

    it("old head that advances faster than the chain produces blocks: syncing", async () => {
      const clock = new TestClock();
      const startMs = clock.nowMs;
      const chain: PretendedChain = {
        chainId: 1,
        head: () => 1_000_000 + Math.floor((clock.nowMs - startMs) / 200),
        timeOf: (block) => startMs / 1000 - 7200 + (block - 1_000_000) * 12,
      };
      const report = await probe(evmMethods(chain), clock);
      expect(report).to.include({ verdict: "syncing", decidedBy: "head" });
      expect(report.why).to.include("advances faster");
    });

    for (const maxWaitForAdvanceMs of [700, 13_000, 40_000]) {
      it(`old head that moves only as fast as the chain, watched for ${maxWaitForAdvanceMs} ms at any phase: unhealthy`, async () => {
        for (const phaseMs of [0, 1, 5_999, 11_500, 11_999]) {
          const clock = new TestClock();
          const chain = steadyChain(clock, 1, 12, 7200);
          clock.nowMs += phaseMs;
          const stub = await started(startRpcStub(evmMethods(chain)));
          const target = { endpoints: { https: stub.url }, chain: "ethereum-mainnet" };
          const report = await probeEndpoints(target, { clock, maxWaitForAdvanceMs });
          expect(report).to.include({ verdict: "unhealthy", decidedBy: "head" });
        }
      });
    }

    it("frozen, old head: unhealthy", async () => {
      const clock = new TestClock();
      const old = steadyChain(clock, 1, 12, 600);
      const height = old.head();
      const report = await probe(evmMethods({ ...old, head: () => height }), clock);
      expect(report).to.include({ verdict: "unhealthy", decidedBy: "head" });
      expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).to.equal(36_000);
    });

    it("frozen, fresh head on a slow chain: healthy", async () => {
      const clock = new TestClock();
      const chain = steadyChain(clock, 1, 12);
      const height = chain.head();
      const report = await probe(evmMethods({ ...chain, head: () => height }), clock);
      expect(report).to.include({ verdict: "healthy" });
      expect(check(report, "advance")?.why).to.equal("no new block in 36 s");
    });

    it("frozen, fresh head on a fast chain: degraded", async () => {
      const clock = new TestClock();
      const chain = steadyChain(clock, 8453, 2);
      const height = chain.head();
      const report = await probe(evmMethods({ ...chain, head: () => height }), clock, "base-mainnet");
      expect(report).to.include({ verdict: "degraded", decidedBy: "advance" });
    });

    it("frozen head, watched too briefly: no evidence", async () => {
      const clock = new TestClock();
      const chain = steadyChain(clock, 8453, 2);
      const height = chain.head();
      const stub = await started(startRpcStub(evmMethods({ ...chain, head: () => height })));
      const target = { endpoints: { https: stub.url }, chain: "base-mainnet" };
      expect(await probeEndpoints(target, { clock, maxWaitForAdvanceMs: 1000 })).to.include({ verdict: "healthy" });
      expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).to.equal(1000);
    });

    for (const [what, block, verdict, cause] of [
      ["null", null, "unhealthy", "no-head"],
      ["height 0", { number: "0x0", hash: "0xab", timestamp: "0x65000000" }, "unhealthy", "no-head"],
      ["no hash", { number: "0x10", hash: null, timestamp: "0x65000000" }, "unhealthy", "no-head"],
      ["a text", "ok", "unknown", "shape"],
      ["an object of another shape", { status: "up" }, "unknown", "shape"],
      [
        "a timestamp beyond any date",
        { number: "0x10", hash: "0xab", timestamp: `0x${"f".repeat(16)}` },
        "unknown",
        "shape",
      ],
    ] as const) {
      it(`head ${what}: ${verdict}`, async () => {
        const clock = new TestClock();
        const methods = { ...evmMethods(steadyChain(clock, 1, 12)), eth_getBlockByNumber: () => ({ value: block }) };
        const report = await probe(methods, clock);
        expect(report).to.include({ verdict, decidedBy: "head" });
        expect(check(report, "head")?.cause).to.equal(cause);
        const syncing = await probe(
          { ...methods, eth_syncing: () => ({ value: { currentBlock: "0x0", highestBlock: "0xff" } }) },
          clock,
        );
        expect(syncing.verdict).to.equal(verdict === "unhealthy" ? "syncing" : "unknown");
      });
    }

    it("every item of a batch throttled: unknown, with the requested wait", async () => {
      const clock = new TestClock();
      const throttled = () => ({ error: { code: -32005, message: "rate limit", data: { try_again_in: "123.4ms" } } });
      const all = {
        eth_chainId: throttled,
        eth_getBlockByNumber: throttled,
        eth_syncing: throttled,
        web3_clientVersion: throttled,
      };
      const report = await probe(all, clock);
      expect(report).to.include({
        verdict: "unknown",
        decidedBy: "identity",
        isUnreachable: false,
        cost: 4,
        retryAfterMs: 123.4,
      });
      expect(report.checks.map(({ cause }) => cause)).to.deep.equal([
        "throttled",
        "throttled",
        "throttled",
        "throttled",
      ]);
    });

    it("one supporting item throttled: only that check is unknown", async () => {
      const clock = new TestClock();
      const throttled = () => ({ error: { code: -32005, message: "limit" } });
      const report = await probe({ ...evmMethods(steadyChain(clock, 1, 12)), web3_clientVersion: throttled }, clock);
      expect(report.verdict).to.equal("healthy");
      expect(check(report, "client")).to.include({ verdict: "unknown", cause: "throttled" });
    });

    it("second sample of the head without an answer: unknown", async () => {
      const clock = new TestClock();
      const methods = evmMethods(steadyChain(clock, 1, 12));
      const stub = await started(
        startStub((seen, response) =>
          seen.isBatch ? answerRpc(methods, seen, response) : void response.writeHead(502).end(),
        ),
      );
      const report = await probeEndpoints({ endpoints: { https: stub.url }, chain: "ethereum-mainnet" }, { clock });
      expect(report).to.include({ verdict: "unknown", decidedBy: "advance" });
    });
  });
});
