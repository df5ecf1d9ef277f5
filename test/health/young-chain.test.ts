import { expect } from "chai";
import { probeEndpoints } from "../../provider/health/probe.js";
import { check, useProbes } from "../support/health/probe-scene.js";
import { evmMethods, type StubMethods, startRpcStub, steadyChain, TestClock } from "../support/health/stub-chain.js";

const genesis = { value: { number: "0x0", hash: `0x${"00".repeat(32)}`, timestamp: "0x0" } };

describe("probeEndpoints, finality of a young chain", () => {
  const { started } = useProbes();

  /** Probes a node at this height whose finalized and safe block is answered as given. */
  async function probe(height: number, tagged: ReturnType<NonNullable<StubMethods[string]>>) {
    const clock = new TestClock();
    const chain = steadyChain(clock, 1, 12);
    const skipped = chain.head() - height;
    const methods = evmMethods({
      chainId: 1,
      head: () => chain.head() - skipped,
      timeOf: (block) => chain.timeOf(block + skipped),
    });
    const blockAt = methods.eth_getBlockByNumber ?? (() => genesis);
    const stub = await started(
      startRpcStub({
        ...methods,
        eth_getBlockByNumber: (params) => (["finalized", "safe"].includes(`${params[0]}`) ? tagged : blockAt(params)),
      }),
    );
    const target = { endpoints: { https: stub.url }, chain: "ethereum-mainnet" };
    return await probeEndpoints(target, { clock, depth: "full", maxWaitForAdvanceMs: 0 });
  }

  it("only the genesis block, with timestamp 0, finalized at height 20: healthy by the blocks since", async () => {
    const report = await probe(20, genesis);
    expect(report).to.include({ verdict: "healthy" });
    expect(check(report, "finality")).to.include({
      verdict: "healthy",
      observed: "240 s",
      why: "only the genesis block is finalized, about 240 s old, 20 blocks below the head, limit 20 min",
    });
  });

  it("only the genesis block finalized at height 200: degraded", async () => {
    const report = await probe(200, genesis);
    expect(report).to.include({ verdict: "degraded", decidedBy: "finality" });
    expect(check(report, "finality")).to.include({ cause: "late", observed: "40 min" });
  });

  it("finalized block not found, as geth says before its first: healthy, and the tag is not called unknown", async () => {
    const report = await probe(20, { error: { code: -32_000, message: "finalized block not found" } });
    expect(report).to.include({ verdict: "healthy" });
    expect(check(report, "finality")).to.include({ observed: "none", why: "the node knows of no finalized block yet" });
  });
});
