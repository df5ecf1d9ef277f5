import { expect } from "chai";
import { probeEndpoints } from "../../../provider/health/probe.js";
import { callsOf, type FamilyCase, type FamilyScene, without } from "./family-case.js";
import { testFailures, testShapes } from "./family-faults.js";
import { pretendedHead } from "./pretended-head.js";
import { check, useProbes } from "./probe-scene.js";
import { type StubMethods, startRpcStub, TestClock } from "./stub-chain.js";

/** Registers the tests that every family passes. */
export function describeFamily(family: FamilyCase, more: (scene: FamilyScene) => void): void {
  describe(`probeEndpoints, ${family.name}`, () => {
    const scene = useFamily(family);
    const head = (options = {}) => pretendedHead(scene.clock(), family.blockMs, options);
    const healthy = () => family.methods(head(), family.identity);
    testHeads(family, scene);
    testIdentity(family, scene, healthy);
    testShapes(family, scene, healthy);
    testFailures(family, scene, healthy);
    more(scene);
  });
}

function useFamily({ chain }: FamilyCase): FamilyScene {
  const probes = useProbes();
  let clock = new TestClock();
  beforeEach(() => {
    clock = new TestClock();
  });
  return {
    ...probes,
    clock: () => clock,
    run: async (methods, options = {}) => {
      const stub = await probes.started(startRpcStub(methods));
      return { report: await probeEndpoints({ endpoints: { https: stub.url }, chain }, { clock, ...options }), stub };
    },
  };
}

const dayMs = 86_400_000;

function testHeads(family: FamilyCase, { clock, run }: FamilyScene): void {
  const { blockMs, failMs, hasSyncFlag, identity, pausesMs = 0 } = family;
  const isFast = blockMs < 10_000;
  const node = (options: Parameters<typeof pretendedHead>[2]) =>
    family.methods(pretendedHead(clock(), blockMs, options), identity);
  const sleptMs = () => clock().slept.reduce((sum, ms) => sum + ms, 0);

  it("at its head: healthy, in few requests", async () => {
    const { report, stub } = await run(node({}));
    expect(report).to.include({ verdict: "healthy", decidedBy: "head", observedIdentity: identity });
    expect(callsOf(stub)).to.deep.equal(family.calls);
    expect(report.cost).to.equal(family.calls.flat().length);
    expect(report.checks.map(({ verdict }) => verdict)).to.deep.equal(report.checks.map(() => "healthy"));
    expect(new Set(report.checks.map(({ check: name }) => name)).size).to.equal(report.checks.length);
    expect(check(report, "advance")?.verdict).to.equal(isFast ? "healthy" : undefined);
  });

  it("looked at only once: nothing is waited for", async () => {
    const { report } = await run(node({}), { maxWaitForAdvanceMs: 0 });
    expect(report).to.include({ verdict: "healthy", decidedBy: "head" });
    expect(sleptMs()).to.equal(pausesMs);
  });

  it("old head that moves with the chain, at any phase: unhealthy", async () => {
    for (const phaseMs of [0, 1, Math.floor(blockMs / 2), blockMs - 1]) {
      const methods = node({ ageMs: dayMs });
      clock().nowMs += phaseMs;
      const { report } = await run(methods);
      expect(report, String(phaseMs)).to.include({ verdict: "unhealthy", decidedBy: "head" });
      expect(check(report, "head")?.cause).to.equal("stale");
    }
  });

  it("head just above and just below the limit: unhealthy, then not", async () => {
    const look = { maxWaitForAdvanceMs: 0 };
    const old = (await run(node({ ageMs: failMs + 1_000, speed: 0 }), look)).report;
    expect(old).to.include({ verdict: "unhealthy", decidedBy: "head" });
    clock().slept.length = 0;
    const young = (await run(node({ ageMs: failMs - 2_000, speed: 0 }), look)).report;
    expect(young.verdict).to.be.oneOf(["healthy", "degraded"]);
  });

  if (family.isTimed !== false) {
    it("old head of a chain that makes blocks faster than is known, at its pace: unhealthy", async () => {
      const quick = pretendedHead(clock(), blockMs / 4, { ageMs: dayMs });
      const { report } = await run(family.methods(quick, identity));
      expect(report).to.include({ verdict: "unhealthy", decidedBy: "head" });
    });
  }

  it("old head that climbs faster than the chain: syncing", async () => {
    const { report } = await run(node({ ageMs: dayMs, speed: 20 }));
    expect(report).to.include({ verdict: "syncing", decidedBy: "head" });
    expect(report.why).to.include("the head advances faster than the chain produces blocks");
  });

  it("old head that does not move: unhealthy", async () => {
    const { report } = await run(node({ ageMs: dayMs, speed: 0 }));
    expect(report).to.include({ verdict: "unhealthy", decidedBy: "head" });
  });

  it(`fresh head that does not move: ${isFast ? "degraded" : "healthy, since the chain is slow"}`, async () => {
    const { report } = await run(node({ speed: 0 }));
    expect(report.verdict).to.equal(isFast ? "degraded" : "healthy");
    expect(check(report, "advance")?.cause).to.equal(isFast ? "frozen" : undefined);
    expect(sleptMs()).to.equal(isFast ? Math.max(3 * blockMs, 3_000) + pausesMs : 0);
  });

  if (hasSyncFlag) {
    it("old head, and the node reports that it is syncing: syncing, without waiting for blocks", async () => {
      const { report } = await run(node({ ageMs: dayMs, isSyncing: true }));
      expect(report).to.include({ verdict: "syncing" });
      expect(check(report, "head")).to.include({ verdict: "syncing", cause: "syncing" });
      expect(sleptMs()).to.equal(pausesMs);
    });

    it("fresh head, and the node reports that it is syncing: no worse than degraded", async () => {
      const { report } = await run(node({ isSyncing: true }));
      expect(report).to.include({ verdict: "degraded", decidedBy: "sync" });
      expect(check(report, "sync")?.cause).to.be.oneOf(["syncing", "starting"]);
    });
  }
}

function testIdentity(family: FamilyCase, { clock, run }: FamilyScene, healthy: () => StubMethods): void {
  const { blockMs, identity, otherIdentity } = family;

  it("another chain, all else perfect: unhealthy at once, after one request", async () => {
    const { report, stub } = await run(family.methods(pretendedHead(clock(), blockMs), otherIdentity), {
      depth: "capabilities",
    });
    expect(report).to.include({ verdict: "unhealthy", decidedBy: "identity", isWrongChain: true });
    expect(report.observedIdentity).to.equal(otherIdentity);
    expect(report.why).to.include(`expected ${identity}`);
    expect(callsOf(stub)).to.deep.equal(family.calls.slice(0, 1));
    expect(clock().slept).to.deep.equal([]);
  });

  it("identity that the user expects instead: healthy", async () => {
    const stub = await startRpcStub(family.methods(pretendedHead(clock(), blockMs), otherIdentity));
    const target = { endpoints: { https: stub.url }, chain: family.chain, expected: otherIdentity };
    const report = await probeEndpoints(target, { clock: clock() }).finally(() => stub.stop());
    expect(report).to.include({ verdict: "healthy" });
  });

  it("methods of identity and head missing: unknown; the others missing: healthy", async () => {
    const all = Object.keys(healthy());
    for (const method of family.decisive) {
      const { report } = await run(without(healthy(), method));
      expect(report, method).to.include({ verdict: "unknown" });
      expect(report.checks.find(({ check: name }) => name === report.decidedBy)?.cause, method).to.equal("method");
    }
    const { report } = await run(without(healthy(), ...all.filter((method) => !family.decisive.includes(method))));
    expect(report).to.include({ verdict: "healthy" });
  });
}
