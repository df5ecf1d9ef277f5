import { expect } from "chai";
import { examine } from "../../provider/health/examine";
import { capableMethods } from "../support/health/capable-node";
import { useProbes } from "../support/health/probe-scene";
import { answerRpc, evmMethods, type StubMethods, steadyChain, TestClock } from "../support/health/stub-chain";
import { type StubNode, startStub } from "../support/nodes/nodes";

describe("examine", () => {
  const { started } = useProbes();
  const chain = "ethereum-mainnet";
  /** One look at the head by each probe, so that a probe is a batch and a call. */
  const look = { maxWaitForAdvanceMs: 0 };

  /** What the node does in each probe: a probe begins with the chain id. */
  type Script = readonly ("good" | "stale" | "throttled" | "down" | "elsewhere")[];

  function scripted(clock: TestClock, script: Script): Promise<StubNode> {
    const [good, stale] = [steadyChain(clock, 1, 12), steadyChain(clock, 1, 12, 600)];
    const tables: Readonly<Record<Script[number], StubMethods>> = {
      good: capableMethods(good),
      stale: capableMethods(stale),
      throttled: Object.fromEntries(
        Object.keys(evmMethods(good)).map((method) => [method, () => ({ error: { code: -32_005, message: "limit" } })]),
      ),
      down: {},
      elsewhere: evmMethods({ ...good, chainId: 5 }),
    };
    let probe = -1;
    return started(
      startStub((seen, response) => {
        probe += seen.calls.some(({ method }) => method === "eth_chainId") && seen.isBatch ? 1 : 0;
        const act = script[Math.min(probe, script.length - 1)] ?? "good";
        // A status after which the calls are not repeated one by one.
        return act === "down"
          ? void response.writeHead(429, { "content-type": "text/plain" }).end("Too Many Requests")
          : answerRpc(tables[act], seen, response);
      }),
    );
  }

  const probesOf = (stub: StubNode) =>
    stub.seen.filter(({ isBatch, calls }) => isBatch && calls.some(({ method }) => method === "eth_chainId")).length;

  for (const [script, verdict, probes] of [
    [["good"], "healthy", 1],
    [["stale"], "unhealthy", 3],
    [["stale", "good"], "healthy", 2],
    [["stale", "stale", "good"], "healthy", 3],
    [["elsewhere"], "unhealthy", 1],
    [["stale", "elsewhere"], "unhealthy", 2],
    [["throttled", "good"], "healthy", 2],
    [["throttled"], "unknown", 3],
    [["throttled", "throttled", "stale", "throttled", "throttled", "stale"], "unhealthy", 6],
    [["throttled", "stale", "stale", "stale"], "unhealthy", 4],
    [["stale", "throttled", "stale", "stale", "stale"], "unhealthy", 5],
    [["down", "good"], "healthy", 2],
  ] as const satisfies readonly (readonly [Script, string, number])[]) {
    it(`probes find ${script.join(", ")}: ${verdict} after ${probes}`, async () => {
      const clock = new TestClock();
      const stub = await scripted(clock, script);
      const report = await examine({ endpoints: { https: stub.url }, chain }, { clock, maxCost: 100, ...look });
      expect(report.verdict).to.equal(verdict);
      expect(probesOf(stub)).to.equal(probes);
      expect(clock.slept.length).to.equal(probes - 1);
    });
  }

  it("failure in depth capabilities: confirmed by looks at the basics, with all evidence in the report", async () => {
    const clock = new TestClock();
    const stub = await scripted(clock, ["stale"]);
    const report = await examine({ endpoints: { https: stub.url }, chain }, { clock, depth: "capabilities", ...look });
    expect(report).to.include({ verdict: "unhealthy", decidedBy: "head", maxCost: 60 });
    expect(probesOf(stub)).to.equal(3);
    expect(stub.seen.filter(({ body }) => body.includes("debug_")).length).to.equal(1);
    expect(report.checks.filter(({ check }) => check === "debug" || check === "archive").length).to.equal(2);
    expect(report.checks.filter(({ check }) => check === "head").length).to.equal(1);
    expect(report.cost).to.equal(stub.seen.flatMap(({ calls }) => calls).length + doubled(stub));
  });

  it("failure that a second look does not find: the evidence of the first is kept where it is not decisive", async () => {
    const clock = new TestClock();
    const stub = await scripted(clock, ["stale", "good"]);
    const report = await examine({ endpoints: { https: stub.url }, chain }, { clock, depth: "capabilities", ...look });
    expect(report.verdict).to.equal("healthy");
    expect(report.checks.find(({ check }) => check === "archive")?.observed).to.equal("archive");
  });

  it("deadline before the next look: the verdict so far", async () => {
    const clock = new TestClock();
    const stub = await scripted(clock, ["stale"]);
    const options = { clock, deadlineMs: 1_500, ...look };
    expect(await examine({ endpoints: { https: stub.url }, chain }, options)).to.include({ verdict: "unhealthy" });
    expect(probesOf(stub)).to.equal(2);
  });

  it("budget for one look: nothing beyond it is sent", async () => {
    const clock = new TestClock();
    const stub = await scripted(clock, ["stale"]);
    const report = await examine({ endpoints: { https: stub.url }, chain }, { clock, maxCost: 7, ...look });
    expect(report).to.include({ verdict: "unhealthy", cost: 5, maxCost: 7 });
    expect(probesOf(stub)).to.equal(1);
  });

  it("any budget, in depth full with a reference: never exceeded, and no worse verdict than unknown", async () => {
    const clock = new TestClock();
    const methods = capableMethods(steadyChain(clock, 1, 12), { stateBlocks: 500 });
    const answer = () => startStub((seen, response) => answerRpc(methods, seen, response));
    const [stub, reference] = [await started(answer()), await started(answer())];
    const endpoints = { https: stub.url };
    const sent = () => [...stub.seen, ...reference.seen].flatMap(({ calls }) => calls).length;
    for (let maxCost = 0; maxCost <= 140; maxCost += maxCost < 40 ? 1 : 9) {
      const before = sent();
      const report = await examine(
        { endpoints, chain, isDedicated: true, reference: { https: reference.url } },
        { clock, maxCost, depth: "full", ...look },
      );
      expect(report.cost).to.be.at.most(maxCost);
      expect(report.verdict).to.equal(maxCost < 4 ? "unknown" : "healthy");
      expect(sent() - before, `budget ${maxCost}`).to.be.at.most(report.cost);
    }
  });

  it("signal aborts between two looks: its reason", async () => {
    const clock = new TestClock();
    const stop = new AbortController();
    clock.onSleep = () => stop.abort(new Error("enough"));
    const stub = await scripted(clock, ["stale"]);
    const outcome = await examine(
      { endpoints: { https: stub.url }, chain },
      { clock, signal: stop.signal, ...look },
    ).then(
      () => "resolved",
      (error: unknown) => (error instanceof Error ? error.message : "other"),
    );
    expect(outcome).to.equal("enough");
    expect(probesOf(stub)).to.equal(1);
  });

  /** Calls that cost a second unit: traces, and what reaches back. */
  function doubled(stub: StubNode): number {
    return stub.seen
      .flatMap(({ calls }) => calls)
      .filter(
        ({ method, params }) =>
          /^(?:debug_|trace_)/.test(method) ||
          method === "eth_getBalance" ||
          (method === "eth_getLogs" && JSON.stringify(params).includes('"0x1"')),
      ).length;
  }

  it("failure that only watching shows: confirmed by watching again", async () => {
    const clock = new TestClock();
    const steady = steadyChain(clock, 137, 2);
    let looks = 0;
    // Every other look finds a backend 5,000 blocks behind.
    const methods = evmMethods({ ...steady, head: () => steady.head() - (looks++ % 2 === 0 ? 0 : 5_000) });
    const stub = await started(startStub((seen, response) => answerRpc(methods, seen, response)));
    const report = await examine({ endpoints: { https: stub.url }, chain: "polygon-pos-mainnet" }, { clock });
    expect(report).to.include({ verdict: "unhealthy", decidedBy: "advance" });
  });
});
