import { expect } from "chai";
import { acceptUnknownIdentity } from "../../provider/health/decide.js";
import { probeEndpoints } from "../../provider/health/probe.js";
import { check, useProbes } from "../support/health/probe-scene.js";
import { answerRpc, evmMethods, hex, startRpcStub, steadyChain, TestClock } from "../support/health/stub-chain.js";
import { startStub } from "../support/nodes/nodes.js";

describe("probeEndpoints, EVM against stub nodes", () => {
  const { probe, started } = useProbes();

  it("right chain with a fresh head that moves: healthy, for six request units", async () => {
    const clock = new TestClock();
    const stub = await started(startRpcStub(evmMethods(steadyChain(clock, 1, 12))));
    const report = await probeEndpoints({ endpoints: { https: stub.url }, chain: "ethereum-mainnet" }, { clock });
    expect(report).to.include({
      verdict: "healthy",
      decidedBy: "head",
      cost: 6,
      isUnreachable: false,
      isWrongChain: false,
      observedIdentity: "1",
    });
    expect(report.why).to.equal("head 12:00:12Z is 0 s old, limit 180 s");
    expect(stub.seen.map(({ calls }) => calls.map(({ method }) => method))).to.deep.equal([
      ["eth_chainId", "eth_getBlockByNumber", "eth_syncing", "web3_clientVersion"],
      ["eth_getBlockByNumber"],
      ["eth_getBlockByNumber"],
    ]);
    expect(check(report, "client")?.observed).to.equal("Geth/v1.14.8");
  });

  it("wrong chain: unhealthy at once, even if everything else is perfect", async () => {
    const clock = new TestClock();
    const stub = await started(startRpcStub(evmMethods(steadyChain(clock, 11_155_111, 12))));
    const report = await probeEndpoints({ endpoints: { https: stub.url }, chain: "ethereum-mainnet" }, { clock });
    expect(report).to.include({
      verdict: "unhealthy",
      decidedBy: "identity",
      isWrongChain: true,
      observedIdentity: "11155111",
    });
    expect(report.why).to.equal("wrong chain: chain id 11155111, expected 1");
    expect(stub.seen).to.have.length(1);
  });

  it("unknown chain: unknown, and the report shows its identity for acceptance", async () => {
    const clock = new TestClock();
    const report = await probe(evmMethods(steadyChain(clock, 4242, 2)), clock, "newcomer-mainnet");
    expect(report).to.include({ verdict: "unknown", decidedBy: "identity", observedIdentity: "4242" });
    expect(check(report, "identity")?.cause).to.equal("no-expectation");
    expect(acceptUnknownIdentity(report)).to.include({ verdict: "healthy", decidedBy: "head", cost: report.cost });
  });

  it("unknown identity accepted: a failing head still fails", async () => {
    const clock = new TestClock();
    const report = await probe(evmMethods({ ...steadyChain(clock, 4242, 2, 8 * 86_400) }), clock, "newcomer-mainnet");
    expect(report.verdict).to.equal("unhealthy");
    expect(acceptUnknownIdentity(report).verdict).to.equal("unhealthy");
  });

  it("identity expected by the caller: overrides the table's", async () => {
    const clock = new TestClock();
    const stub = await started(startRpcStub(evmMethods(steadyChain(clock, 31_337, 12))));
    const target = { endpoints: { https: stub.url }, chain: "ethereum-mainnet", expected: "31337" };
    expect(await probeEndpoints(target, { clock })).to.include({ verdict: "healthy" });
  });

  describe("innocent oddities", () => {
    for (const [step, verdict] of [
      [3, "healthy"],
      [16, "healthy"],
      [17, "degraded"],
      [1025, "unhealthy"],
    ] as const) {
      it(`head steps back by ${step} between two calls: ${verdict}`, async () => {
        const clock = new TestClock();
        const chain = steadyChain(clock, 1, 12);
        const height = chain.head();
        const report = await probe(
          evmMethods({ ...chain, head: () => height - (clock.slept.length === 1 ? step : 0) }),
          clock,
        );
        expect(report.verdict).to.equal(verdict);
      });
    }

    it("timestamps in milliseconds and numbers as decimal strings: parsed", async () => {
      const clock = new TestClock();
      const chain = steadyChain(clock, 1, 12);
      const methods = evmMethods({ ...chain, timeOf: (block) => chain.timeOf(block) * 1000 });
      expect(await probe({ ...methods, eth_chainId: () => ({ value: "1" }) }, clock)).to.include({
        verdict: "healthy",
      });
      const old = steadyChain(clock, 1, 12, 7200);
      expect(await probe(evmMethods({ ...old, timeOf: (block) => old.timeOf(block) * 1000 }), clock)).to.include({
        verdict: "unhealthy",
      });
    });

    it("idle on-demand chain: only a warning, without waiting for a block", async () => {
      const clock = new TestClock();
      const chain = steadyChain(clock, 42_161, 1, 2400);
      const height = chain.head();
      const report = await probe(evmMethods({ ...chain, head: () => height }), clock, "arbitrum-mainnet");
      expect(report).to.include({ verdict: "degraded", decidedBy: "head" });
      expect(report.why).to.include("40 min old").and.include("on demand");
      expect(clock.slept).to.deep.equal([]);
    });

    it("sync object at a fresh head: passes without block numbers, degraded with a gap", async () => {
      const clock = new TestClock();
      const methods = evmMethods(steadyChain(clock, 1, 12));
      const nitro = await probe(
        { ...methods, eth_syncing: () => ({ value: { batchProcessed: 12, msgCount: 4 } }) },
        clock,
      );
      expect(nitro.verdict).to.equal("healthy");
      const far = await probe(
        { ...methods, eth_syncing: () => ({ value: { currentBlock: "0x10", highestBlock: "0xff" } }) },
        clock,
      );
      expect(far).to.include({ verdict: "degraded", decidedBy: "sync" });
      const near = await probe(
        { ...methods, eth_syncing: () => ({ value: { currentBlock: "0x10", highestBlock: "0x12" } }) },
        clock,
      );
      expect(near.verdict).to.equal("healthy");
    });

    it("node without eth_syncing and web3_clientVersion: passes", async () => {
      const clock = new TestClock();
      const { eth_chainId, eth_getBlockByNumber } = evmMethods(steadyChain(clock, 1, 12));
      const report = await probe(
        { ...(eth_chainId && { eth_chainId }), ...(eth_getBlockByNumber && { eth_getBlockByNumber }) },
        clock,
      );
      expect(report.verdict).to.equal("healthy");
      expect(check(report, "sync")).to.equal(undefined);
    });

    for (const offMs of [900_000, -900_000]) {
      it(`our clock ${Math.abs(offMs) / 60_000} min ${offMs < 0 ? "behind" : "ahead"}: uses and reports the server's clock`, async () => {
        const truth = new TestClock();
        const clock = new TestClock();
        clock.nowMs += offMs;
        clock.onSleep = (ms) => truth.sleep(ms);
        const methods = evmMethods(steadyChain(truth, 1, 12));
        const stub = await started(
          startStub((seen, response) => {
            response.setHeader("date", new Date(truth.nowMs).toUTCString());
            answerRpc(methods, seen, response);
          }),
        );
        const report = await probeEndpoints({ endpoints: { https: stub.url }, chain: "ethereum-mainnet" }, { clock });
        expect(report.verdict).to.equal("healthy");
        expect(check(report, "clock")).to.include({ cause: "clock-skew", verdict: "healthy" });
        expect(check(report, "clock")?.why).to.match(offMs > 0 ? /15 min ahead of/ : /15 min behind/);
      });
    }

    it("measured block time: sets the limits", async () => {
      const clock = new TestClock();
      const chain = steadyChain(clock, 1, 6, 100);
      const height = chain.head();
      // At 12 s a block an age of 136 s would warn; at the measured 6 s it fails.
      expect((await probe(evmMethods({ ...chain, head: () => height }), clock)).why).to.include("limit 90 s");
    });

    it("young chain: measured back to block 1, never to genesis", async () => {
      const clock = new TestClock();
      const nowSeconds = Math.floor(clock.nowMs / 1000);
      const chain = {
        chainId: 1,
        head: () => 5,
        timeOf: (block: number) => (block === 0 ? 0 : nowSeconds - (5 - block) * 12),
      };
      const stub = await started(startRpcStub(evmMethods(chain)));
      await probeEndpoints({ endpoints: { https: stub.url }, chain: "ethereum-mainnet" }, { clock });
      expect(stub.seen[1]?.calls[0]?.params[0]).to.equal(hex(1));
    });
  });

  it("signal aborts during a wait: its reason", async () => {
    const clock = new TestClock();
    const stop = new AbortController();
    clock.onSleep = () => stop.abort(new Error("enough"));
    const stub = await started(startRpcStub(evmMethods(steadyChain(clock, 1, 12))));
    const target = { endpoints: { https: stub.url }, chain: "ethereum-mainnet" };
    const outcome = await probeEndpoints(target, { clock, signal: stop.signal }).then(
      () => "resolved",
      (error: unknown) => (error instanceof Error ? error.message : "other"),
    );
    expect(outcome).to.equal("enough");
  });

  it("beacon endpoint that cannot be called: unknown, but a wrong chain still shows", async () => {
    const clock = new TestClock();
    for (const [chainId, verdict] of [
      [1, "unknown"],
      [5, "unhealthy"],
    ] as const) {
      const stub = await started(startRpcStub(evmMethods(steadyChain(clock, chainId, 12))));
      const endpoints = { https: stub.url, beacon: "http://beacon.example/y" };
      const report = await probeEndpoints({ endpoints, chain: "ethereum-mainnet" }, { clock, depth: "capabilities" });
      expect(report).to.include({ verdict, isWrongChain: chainId === 5 });
      expect(check(report, "beacon-identity")?.cause).to.equal("config");
    }
  });

  it("no probe for the chain, or no callable endpoint: nothing is sent", async () => {
    expect(await probeEndpoints({ endpoints: { https: "https://127.0.0.1:1" }, chain: "cardano-mainnet" })).to.include({
      verdict: "unknown",
      why: "no probe for this protocol yet",
      cost: 0,
    });
    const plain = await probeEndpoints({
      endpoints: { https: "http://node.example/0f1e2d3c4b5a69788796a5b4c3d2e1f0" },
      chain: "ethereum-mainnet",
    });
    expect(plain).to.include({ verdict: "unknown", cost: 0, isUnreachable: false });
    expect(plain.why).to.include("node.example").and.not.include("0f1e2d");
    expect((await probeEndpoints({ endpoints: {}, chain: "ethereum-mainnet" })).checks[0]?.cause).to.equal("config");
  });
});
