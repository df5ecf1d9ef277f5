import { expect } from "chai";
import type { ProbeDepth } from "../../../provider/health/session/options.js";
import { check } from "../../support/health/probe-scene.js";
import { evmMethods, type StubMethods, startRpcStub, steadyChain, TestClock } from "../../support/health/stub-chain.js";
import { expectCheck, useRestNodes } from "../../support/health/stub-rest.js";

const sync = (Stage: number, target?: number | null) => ({
  WorkerID: 42,
  Stage,
  Height: 7,
  Base: null,
  Target: target === undefined ? undefined : target === null ? null : { Cids: [], Blocks: [], Height: target },
});

describe("probeEndpoints, Filecoin against stub nodes", () => {
  const nodes = useRestNodes();
  const probe = (native: StubMethods, depth: ProbeDepth = "capabilities") => {
    const clock = new TestClock();
    const start = startRpcStub({ ...evmMethods(steadyChain(clock, 314, 30)), ...native });
    const target = (url: string) => ({ endpoints: { https: url }, chain: "filecoin-mainnet" });
    return nodes.probe(start, clock, target, { depth, maxWaitForAdvanceMs: 0 });
  };
  const native = (...ActiveSyncs: unknown[]): StubMethods => ({
    "Filecoin.SyncState": () => ({ value: { ActiveSyncs, VMApplied: 42 } }),
    "Filecoin.ChainHead": () => ({ value: { Height: 1000, Blocks: [{ Timestamp: 1_795_229_703 }], Cids: [] } }),
  });
  const syncs = (checks: Awaited<ReturnType<typeof probe>>["checks"]) =>
    checks.filter((result) => result.check === "sync" && result.why.includes("Filecoin.SyncState"));

  for (const [name, active, verdict, gap] of [
    ["no sync", [], "healthy", 0],
    ["syncs complete, idle or failed", [sync(4, 9000), sync(0), sync(5, 9000)], "healthy", 0],
    ["next tipset in progress", [sync(4, 1000), sync(3, 1001)], "healthy", 1],
    ["target unknown", [sync(1, null)], "healthy", 0],
    ["headers far behind", [sync(4, 900), sync(1, 1021)], "degraded", 21],
    ["messages far behind", [sync(6, 5000)], "degraded", 4000],
  ] as const) {
    it(`${name}: ${verdict}`, async () => {
      const report = await probe(native(...active));
      expect(report.verdict).to.equal(verdict);
      const [own] = syncs(report.checks);
      expect(own).to.include({ verdict, value: gap, cost: 2 });
    });
  }

  it("native methods not offered: no evidence", async () => {
    const report = await probe({});
    expect(report.verdict).to.equal("healthy");
    expect(syncs(report.checks)).to.deep.equal([]);
  });

  for (const value of [null, {}, { ActiveSyncs: null }, { ActiveSyncs: [{ Stage: "?" }] }]) {
    it(`sync state ${JSON.stringify(value)}: its check alone unknown`, async () => {
      const report = await probe({ ...native(), "Filecoin.SyncState": () => ({ value }) });
      expect(report.verdict).to.equal("healthy");
      expect(report.checks.filter(({ cause }) => cause === "shape").map((result) => result.check)).to.deep.equal([
        "sync",
      ]);
    });
  }

  it("basic depth: not called", async () => {
    await probe(native(), "basic");
    expect(nodes.requests).to.not.include("Filecoin.SyncState");
    expectCheck(await probe(native(), "basic"), "identity", { verdict: "healthy" });
    expect(check(await probe({}, "basic"), "sync")?.why).to.equal("the node does not report syncing");
  });
});
