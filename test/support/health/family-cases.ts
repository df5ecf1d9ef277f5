import { expect } from "chai";
import { oneLine } from "../../../provider/base/text.js";
import type { ProbeOptions } from "../../../provider/health/session/session.js";
import type { NodeReport } from "../../../provider/health/verdict.js";
import type { StubNode } from "../nodes/nodes.js";
import { check } from "./probe-scene.js";
import { type StubMethods, TestClock } from "./stub-chain.js";
import { expectCheck, type StubPaths, startRestStub, useRestNodes } from "./stub-rest.js";

/** What a pretended node of any family says. */
interface PretendedNode {
  /** On the wire. */
  readonly identity: unknown;
  readonly isSyncing: boolean;
  readonly head: () => { readonly number: number; readonly timeMs: number };
}

/** The APIs of a node. */
export interface NodeApis {
  readonly paths?: StubPaths;
  /** JSON-RPC by path. */
  readonly rpc?: Readonly<Record<string, StubMethods>>;
}

/** A family of chains in tests: how its nodes look, and what their probes send. */
export interface FamilyScene {
  /** Slug of the probed chain. */
  readonly chain: string;
  readonly blockSeconds: number;
  /** On the wire, and in reports. */
  readonly identity: { readonly wire: unknown; readonly shown: string };
  readonly otherIdentity: { readonly wire: unknown; readonly shown: string };
  /** Requests until the identity is known; a healthy probe with one look for a new block. */
  readonly requests: { readonly identity: readonly string[]; readonly healthy: readonly string[] };
  /** Whether nodes report that they are syncing. */
  readonly hasSyncFlag: boolean;
  /** What a fresh head of such a node means. @default degraded, by the sync flag */
  readonly freshAndSyncing?: Pick<NodeReport, "decidedBy" | "verdict">;
  readonly apis: (node: PretendedNode, clock: TestClock) => NodeApis;
}

/** Probes of pretended nodes of one family. */
export interface FamilyProbes {
  readonly clock: TestClock;
  readonly requests: readonly string[];
  /** Probes a faultless node with some differences; its head moves by the clock. */
  probe(more?: Partial<PretendedNode> & Ages, options?: ProbeOptions): Promise<NodeReport>;
  /** Probes a node with these APIs. */
  probeApis(apis: NodeApis, options?: ProbeOptions): Promise<NodeReport>;
  /** A faultless node with some differences. */
  node(more?: Partial<PretendedNode> & Ages): PretendedNode;
  /** Its APIs. */
  apis(more?: Partial<PretendedNode> & Ages): NodeApis;
}

interface Ages {
  readonly ageSeconds?: number;
}

/** Probes for the calling suite. */
export function useFamily({ chain, blockSeconds, identity, apis }: FamilyScene): FamilyProbes {
  const nodes = useRestNodes();
  let clock = new TestClock();
  beforeEach(() => {
    clock = new TestClock();
  });
  const run = (start: Promise<StubNode>, options: ProbeOptions = {}) =>
    nodes.probe(start, clock, (url) => ({ endpoints: { https: url }, chain }), options);
  const probes: FamilyProbes = {
    get clock() {
      return clock;
    },
    get requests() {
      return nodes.requests;
    },
    node: ({ ageSeconds = 0, ...more } = {}) => {
      const startMs = clock.nowMs - 1_000_000_000 * blockSeconds;
      const head = () => {
        const number = Math.floor((clock.nowMs - 1000 * ageSeconds - startMs) / (1000 * blockSeconds));
        return { number, timeMs: startMs + number * 1000 * blockSeconds };
      };
      return { identity: identity.wire, isSyncing: false, head, ...more };
    },
    apis: (more) => apis(probes.node(more), clock),
    probe: (more, options) => probes.probeApis(probes.apis(more), options),
    probeApis: ({ paths = {}, rpc = {} }, options) => run(startRestStub(paths, rpc), options),
  };
  return probes;
}

/** Tests that hold for nodes of every family. */
export function itProbesLikeEveryFamily(scene: FamilyScene, probes: FamilyProbes): void {
  const { identity, otherIdentity, requests, hasSyncFlag, blockSeconds } = scene;

  it(`right chain with a fresh head that moves: healthy, for ${requests.healthy.length} request units`, async () => {
    const report = await probes.probe();
    expect(report, report.why).to.include({
      verdict: "healthy",
      decidedBy: "head",
      cost: requests.healthy.length,
      observedIdentity: identity.shown,
      isUnreachable: false,
    });
    expect(report.why).to.match(/^head 1[12]:[0-9]{2}:[0-9]{2}Z is [0-9]+ s old, limit [0-9]+ s$/);
    expect(probes.requests).to.deep.equal(requests.healthy);
    expect(report.checks.reduce((sum, { cost = 0 }) => sum + cost, 0)).to.equal(report.cost);
  });

  it("wrong chain: unhealthy at once, and nothing further is requested", async () => {
    const report = await probes.probe({ identity: otherIdentity.wire });
    expect(report).to.include({
      verdict: "unhealthy",
      decidedBy: "identity",
      isWrongChain: true,
      observedIdentity: otherIdentity.shown,
      cost: requests.identity.length,
    });
    expect(report.why).to.include(`${otherIdentity.shown}, expected ${identity.shown}`);
    expect(probes.requests).to.deep.equal(requests.identity);
  });

  it("head a day old that moves like the chain: unhealthy", async () => {
    const report = await probes.probe({ ageSeconds: 86_400 });
    expect(report).to.include({ verdict: "unhealthy", decidedBy: "head" });
    expectCheck(report, "head", { cause: "stale" });
    expect(report.why).to.match(/is 24 h old, limit [0-9]+ s$/);
  });

  it("head a day old and frozen: unhealthy", async () => {
    const frozen = probes.node({ ageSeconds: 86_400 }).head();
    expect(await probes.probe({ head: () => frozen })).to.include({ verdict: "unhealthy", decidedBy: "head" });
  });

  it("head a day old that advances faster than the chain: syncing", async () => {
    const { clock } = probes;
    const startMs = clock.nowMs;
    const first = probes.node({ ageSeconds: 86_400 }).head();
    const head = () => {
      const by = Math.floor((10 * (clock.nowMs - startMs)) / (1000 * blockSeconds));
      return { number: first.number + by, timeMs: first.timeMs + by * 1000 * blockSeconds };
    };
    const report = await probes.probe({ head });
    expect(report, report.why).to.include({ verdict: "syncing", decidedBy: "head" });
    expect(report.why).to.include("advances faster");
  });

  it("fresh head that does not move: degraded", async () => {
    const frozen = probes.node().head();
    const report = await probes.probe({ head: () => frozen });
    expect(report).to.include({ verdict: "degraded", decidedBy: "advance" });
    expectCheck(report, "advance", { cause: "frozen" });
  });

  it("fresh head without time to watch it: healthy", async () => {
    const report = await probes.probe({}, { maxWaitForAdvanceMs: 0 });
    expect(report).to.include({ verdict: "healthy" });
    expect(probes.clock.slept).to.deep.equal([]);
    expect(check(report, "advance")).to.equal(undefined);
  });

  if (hasSyncFlag) {
    it("head a day old, node reports syncing: syncing, without watching it", async () => {
      const report = await probes.probe({ ageSeconds: 86_400, isSyncing: true });
      expect(report, report.why).to.include({ verdict: "syncing", decidedBy: "head" });
      expectCheck(report, "sync", { verdict: "degraded", cause: "syncing" });
      expect(probes.clock.slept).to.deep.equal([]);
    });

    const { freshAndSyncing = { verdict: "degraded", decidedBy: "sync" } } = scene;
    it(`fresh head, node reports syncing: ${freshAndSyncing.verdict}`, async () => {
      expect(await probes.probe({ isSyncing: true })).to.include(freshAndSyncing);
    });
  }

  for (const [status, cause, isUnreachable] of [
    [401, "auth", true],
    [429, "throttled", false],
  ] as const) {
    it(`${status} to every request: unknown`, async () => {
      const report = await probes.probeApis(everywhere(status));
      expect(report).to.include({ verdict: "unknown", decidedBy: "identity", isUnreachable });
      expectCheck(report, "identity", { cause });
    });
  }

  it("nothing there: unknown", async () => {
    expect(await probes.probeApis({})).to.include({ verdict: "unknown", decidedBy: "identity" });
  });

  for (const value of [null, 7.5, [], {}]) {
    it(`identity ${JSON.stringify(value)}: unknown, with its shape`, async () => {
      const report = await probes.probe({ identity: value });
      expect(report).to.include({ verdict: "unknown", decidedBy: "identity" });
      expectCheck(report, "identity", { cause: "shape" });
    });
  }

  it("hostile text as identity: one clean line", async () => {
    const report = await probes.probe({ identity: `\u001b[31mevil\n\u202e${"x".repeat(10_000)}` });
    const texts = [report.observedIdentity, ...report.checks.flatMap(({ why, observed }) => [why, observed])];
    for (const text of texts) {
      expect(oneLine(text ?? "")).to.equal(text ?? "");
    }
    expect(report.why.length).to.be.at.most(500);
    expect(report.verdict).to.be.oneOf(["unhealthy", "unknown"]);
  });

  it("budget for the identity alone: unknown, and never exceeded", async () => {
    const maxCost = requests.identity.length;
    const report = await probes.probe({}, { maxCost });
    expect(report).to.include({ cost: maxCost, maxCost });
    expect(report.verdict).to.be.oneOf(["unknown", "healthy"]);
    expect(probes.requests).to.deep.equal(requests.identity);
    expect(report.checks.some(({ cause }) => cause === "budget")).to.equal(true);
  });
}

/** A node that answers every request with this status. */
function everywhere(status: number): NodeApis {
  const respond = () => ({ status, body: { message: "no" } });
  return {
    paths: new Proxy({}, { get: () => respond }),
  };
}
