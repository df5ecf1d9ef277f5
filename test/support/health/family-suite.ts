import { expect } from "chai";
import { probeEndpoints } from "../../../provider/health/probe.js";
import type { ProbeOptions } from "../../../provider/health/session/session.js";
import type { CheckCause, CheckName, NodeReport, Verdict } from "../../../provider/health/verdict.js";
import { type StubNode, startStub } from "../nodes/nodes.js";
import { mapNumbers, mapStrings } from "./mapped-answers.js";
import { type PretendedHead, pretendedHead } from "./pretended-head.js";
import { check, type ProbeScene, useProbes } from "./probe-scene.js";
import { answerRpc, type StubMethods, startRpcStub, TestClock } from "./stub-chain.js";

/** A family of chains, for the tests that all of them pass. */
export interface FamilyCase {
  readonly name: string;
  /** Slug of a chain of the family. */
  readonly chain: string;
  readonly blockMs: number;
  /** The identity of the chain, and one of another. */
  readonly identity: string;
  readonly otherIdentity: string;
  /** All answers of a node. */
  methods(head: PretendedHead, identity: string): StubMethods;
  /** Calls of a probe of a healthy node, in order, each request a list. */
  readonly calls: readonly (readonly string[])[];
  /** Methods that return nothing but the identity or the head. */
  readonly decisive: readonly string[];
  /** Methods without whose answer nothing is known of the head, unless they are not offered. @default those */
  readonly needed?: readonly string[];
  /** Age above which a head is stale. */
  readonly failMs: number;
  /** Whether the node says itself that it is syncing. */
  readonly hasSyncFlag: boolean;
  /** Pauses that do not depend on the head, in milliseconds. @default 0 */
  readonly pausesMs?: number;
  /** Answers in place of the documented ones, and what becomes of the node. */
  readonly oddities: readonly Oddity[];
}

type Oddity = readonly [
  method: string,
  value: unknown,
  verdict: Verdict,
  check: CheckName,
  cause: CheckCause | undefined,
];

/** What the tests of one family use. */
export interface FamilyScene extends ProbeScene {
  readonly clock: () => TestClock;
  /** Starts a node with these answers and probes it. */
  run(methods: StubMethods, options?: ProbeOptions): Promise<{ readonly report: NodeReport; readonly stub: StubNode }>;
}

/** The methods of a request each, in order. */
export function callsOf({ seen }: StubNode): readonly (readonly string[])[] {
  return seen.map(({ calls }) => calls.map(({ method }) => method));
}

/** A table of answers in which one answer differs. */
export function replaced(methods: StubMethods, method: string, value: unknown): StubMethods {
  return { ...methods, [method]: () => ({ value }) };
}

/** A table of answers without some methods. */
export function without(methods: StubMethods, ...names: readonly string[]): StubMethods {
  return Object.fromEntries(Object.entries(methods).filter(([name]) => !names.includes(name)));
}

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

function testShapes(family: FamilyCase, { run }: FamilyScene, healthy: () => StubMethods): void {
  it("numbers as strings: healthy", async () => {
    const { report } = await run(mapNumbers(healthy(), String));
    expect(report).to.include({ verdict: "healthy" });
  });

  it("times in milliseconds: healthy", async () => {
    const isSeconds = (value: number) => value > 1e9 && value < 1e11;
    const { report } = await run(mapNumbers(healthy(), (value) => (isSeconds(value) ? value * 1_000 : value)));
    expect(report).to.include({ verdict: "healthy" });
  });

  for (const [method, value, verdict, name, cause] of family.oddities) {
    it(`${method} returns ${JSON.stringify(value)}: ${verdict} by ${name}`, async () => {
      const { report } = await run(replaced(healthy(), method, value));
      expect(report).to.include({ verdict });
      const result = report.checks.find((found) => found.check === name && found.cause === cause);
      expect(result, JSON.stringify(report.checks)).to.not.equal(undefined);
      expect(cause === "shape" ? result?.observed : "", "the shape is evidence").to.be.a("string");
    });
  }

  it("any method returns anything: never unhealthy, except for a missing head or another chain", async () => {
    for (const method of Object.keys(healthy())) {
      for (const value of [null, {}, [], "", "ok", true, 7, -1, 1.5, { chain_id: {} }, [null]]) {
        const { report } = await run(replaced(healthy(), method, value), { maxWaitForAdvanceMs: 0 });
        const isFair =
          report.verdict !== "unhealthy" ||
          report.isWrongChain ||
          ["no-head", "stale"].includes(String(check(report, "head")?.cause));
        expect(isFair, `${method} ${JSON.stringify(value)}: ${report.why}`).to.equal(true);
      }
    }
  });

  it("hostile text in any place: one short line each", async () => {
    const evil = `\u001b[2J\u001b]0;x\u0007${"evil\r\n\u202e ".repeat(100_000)}`;
    for (const method of Object.keys(healthy())) {
      for (const methods of [
        mapStrings(healthy(), method, evil),
        { ...healthy(), [method]: () => ({ error: { code: -32000, message: evil } }) },
      ]) {
        const { report } = await run(methods, { depth: "capabilities", maxWaitForAdvanceMs: 0 });
        const text = JSON.stringify(report);
        expect(text).to.not.match(/\\u001b|\\u0007|\\r|\\n|\u202e/);
        expect(text.length).to.be.below(10_000);
      }
    }
  }).timeout(60_000);
}

function testFailures(family: FamilyCase, { clock, run, started }: FamilyScene, healthy: () => StubMethods): void {
  const { chain } = family;
  const probe = (stub: StubNode, options: ProbeOptions = {}) =>
    probeEndpoints({ endpoints: { https: stub.url }, chain }, { clock: clock(), ...options });

  for (const [status, cause, isUnreachable] of [
    [401, "auth", true],
    [403, "auth", true],
    [429, "throttled", false],
  ] as const) {
    it(`HTTP ${status}: unknown, after one request`, async () => {
      const stub = await started(
        startStub((_, response) => void response.writeHead(status, { "retry-after": "7" }).end()),
      );
      const report = await probe(stub, { depth: "capabilities" });
      expect(report).to.include({ verdict: "unknown", decidedBy: "identity", isUnreachable });
      expect(report.checks[0]?.cause).to.equal(cause);
      expect(report.retryAfterMs).to.equal(status === 429 ? 7_000 : undefined);
      expect(stub.seen.length).to.equal(1);
    });
  }

  it("every call throttled in a response of status 200: unknown, with the requested wait", async () => {
    const throttled = () => ({ error: { code: -32005, message: "rate limit", data: { try_again_in: "123.4ms" } } });
    const { report } = await run(Object.fromEntries(Object.keys(healthy()).map((method) => [method, throttled])));
    expect(report).to.include({ verdict: "unknown", decidedBy: "identity", retryAfterMs: 123.4, isUnreachable: false });
  });

  it("one supporting call throttled: that check is unknown, the node healthy", async () => {
    const { calls, decisive, needed = decisive } = family;
    for (const method of new Set(calls.flat().filter((name) => !needed.includes(name)))) {
      const throttled = () => ({ error: { code: -32005, message: "rate limit" } });
      const { report } = await run({ ...healthy(), [method]: throttled });
      expect(report, method).to.include({ verdict: "healthy" });
      expect(report.checks.filter(({ cause }) => cause === "throttled").map(({ verdict }) => verdict)).to.deep.equal([
        "unknown",
      ]);
    }
  });

  it("server that refuses batches: healthy, by single calls", async () => {
    const methods = healthy();
    const stub = await started(
      startStub((seen, response) => {
        if (seen.isBatch) {
          response.writeHead(400, { "content-type": "application/json" });
          response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batches are not supported"}}');
        } else {
          answerRpc(methods, seen, response);
        }
      }),
    );
    expect(await probe(stub)).to.include({ verdict: "healthy" });
  });

  it("any smaller budget: never exceeded; healthy only if identity and head were read", async () => {
    const { cost } = (await run(healthy())).report;
    for (let maxCost = 0; maxCost < cost; maxCost += 1) {
      const { report, stub } = await run(healthy(), { maxCost });
      expect(report.cost).to.be.at.most(maxCost).and.to.equal(callsOf(stub).flat().length);
      if (report.verdict === "healthy") {
        // Looked at once more, too little to tell whether it moves.
        expect(report.checks.map(({ check: name }) => name)).to.include.members(["identity", "head"]);
        expect(check(report, "advance")).to.equal(undefined);
      } else {
        expect(report, String(maxCost)).to.include({ verdict: "unknown", maxCost });
        expect(report.checks.find(({ check: name }) => name === report.decidedBy)?.cause).to.equal("budget");
      }
    }
    expect((await run(healthy(), { maxCost: cost })).report).to.include({ verdict: "healthy", cost });
  });
}
