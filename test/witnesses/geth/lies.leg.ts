import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { examine } from "../../../provider/health/examine.js";
import { probeEndpoints } from "../../../provider/health/probe.js";
import type { ProbeOptions, ProbeTarget } from "../../../provider/health/session/options.js";
import { check } from "../../support/health/probe-scene";
import { buildWitness } from "../build-witness";
import { type DrivenGeth, type DrivenOptions, startDrivenGeth } from "./driven-geth";
import type { Payload } from "./engine";

const now = () => Math.floor(Date.now() / 1000);

/** The chain with this id has a block every two seconds: limits of 15 s and 60 s, and of 20 and 40 blocks. */
const chain = "base-mainnet";
const plan = { stepSeconds: 2 };

// More than the states that a full node keeps.
const enoughBlocks = 150;

describe("health of geth whose beacon node is slow, stuck, or on another branch", function () {
  this.timeout(180_000);
  const nodes: DrivenGeth[] = [];
  let binary: string;
  before(async function () {
    this.timeout(30 * 60_000);
    binary = await buildWitness("geth");
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
  });

  async function started(options: DrivenOptions): Promise<DrivenGeth> {
    const node = await startDrivenGeth(binary, options);
    nodes.push(node);
    return node;
  }

  const target = (node: DrivenGeth, rest: Partial<ProbeTarget> = {}): ProbeTarget => ({
    endpoints: { https: node.url },
    chain,
    ...rest,
  });
  const probe = (node: DrivenGeth, rest?: Partial<ProbeTarget>, options?: ProbeOptions) =>
    probeEndpoints(target(node, rest), options);

  /** Probes a node that gets a block, two seconds after its last one, at every interval meanwhile. */
  async function probeWhileMining(node: DrivenGeth, intervalMs: number) {
    const over = new AbortController();
    const mining = (async () => {
      while (!over.signal.aborted) {
        await node.mine(1, plan);
        await sleep(intervalMs, undefined, { signal: over.signal }).catch(() => undefined);
      }
    })();
    const report = await probe(node);
    over.abort();
    await mining;
    return report;
  }

  describe("a chain that began 20 minutes ago", () => {
    const genesisSeconds = now() - 20 * 60;
    let node: DrivenGeth;
    let last: Payload;
    before(async () => {
      node = await started({ genesisSeconds });
      last = await node.mine(enoughBlocks, plan);
    });

    it("old head, frozen, eth_syncing false: unhealthy, confirmed", async () => {
      const report = await probe(node);
      expect(report).to.include({ verdict: "unhealthy", decidedBy: "head" });
      expect(report.why).to.match(/^head \d\d:\d\d:\d\dZ is 1\d min old, limit 60 s$/);
      expect(check(report, "sync")?.why).to.equal("the node does not report syncing");
      expect(check(report, "advance")).to.include({ verdict: "degraded", cause: "frozen" });
      const confirmed = await examine(target(node), { maxWaitForAdvanceMs: 0 });
      expect(confirmed).to.include({ verdict: "unhealthy", decidedBy: "head" });
    });

    it("old head that advances at the pace of the chain: unhealthy all the same", async () => {
      const report = await probeWhileMining(node, 2_000);
      expect(report).to.include({ verdict: "unhealthy", decidedBy: "head" });
      expect(check(report, "advance")).to.include({ verdict: "healthy" });
    });

    it("old head that advances faster than the chain: syncing, although eth_syncing is false", async () => {
      const report = await probeWhileMining(node, 0);
      expect(report, report.why).to.include({ verdict: "syncing", decidedBy: "head" });
      expect(report.why).to.match(/ min old, limit 60 s; the head advances faster than the chain produces blocks$/);
      expect(check(report, "sync")?.why).to.equal("the node does not report syncing");
    });

    // Without peers geth cannot fetch the ancestors, and yet does not report that it is syncing.
    it("newer head announced that it cannot reach, eth_syncing false: unhealthy by the age of its own", async () => {
      const behind = await started({ genesisSeconds });
      await behind.mine(3, plan);
      expect(await behind.announce(last)).to.equal("SYNCING");
      const report = await probe(behind);
      expect(report).to.include({ verdict: "unhealthy", decidedBy: "head" });
      expect(check(report, "sync")?.why).to.equal("the node does not report syncing");
    });

    it("archive and debug promised of a full node without debug: degraded, both named, nothing else wrong", async () => {
      await node.mineNow();
      const promise = { mode: "archive", apiNamespaces: ["eth", "debug"] };
      const options = { depth: "full", maxWaitForAdvanceMs: 0 } as const;
      const plain = await probe(node, {}, options);
      expect(plain, plain.why).to.include({ verdict: "healthy", decidedBy: "head" });
      expect(check(plain, "archive")?.observed).to.equal("full");
      expect(check(plain, "finality")?.observed).to.equal("none");
      expect(check(plain, "depth")?.value).to.be.within(120, 135);
      const report = await probe(node, { promise }, options);
      expect(report).to.include({ verdict: "degraded", decidedBy: "promise" });
      const reasons = report.checks.filter((result) => result.check === "promise").map(({ why }) => why);
      expect(reasons).to.have.length(2);
      expect(reasons[0]).to.equal("the platform states mode archive, but no state at block 1: a full node");
      expect(reasons[1]).to.match(
        /^the platform states namespace debug, but debug_traceBlockByNumber is not offered: /,
      );
    });
  });

  describe("a chain that began five minutes ago", () => {
    const genesisSeconds = now() - 5 * 60;
    const options = { depth: "full", maxWaitForAdvanceMs: 0 } as const;
    const promise = { mode: "archive" };

    it("archive node, archive promised: healthy, with state since block 1", async () => {
      const node = await started({ genesisSeconds, mode: "archive" });
      await node.mine(enoughBlocks, { stepSeconds: 1 });
      await node.mineNow();
      const report = await probe(node, { promise }, options);
      expect(report, report.why).to.include({ verdict: "healthy" });
      expect(check(report, "archive")?.observed).to.equal("archive");
      expect(check(report, "promise")?.why).to.equal("as stated by the platform: archive");
      expect(check(report, "depth")?.why).to.equal("state since block 1, 151 blocks");
    });

    it("full node with the older format of state, archive promised: degraded", async () => {
      const node = await started({ genesisSeconds, scheme: "hash" });
      await node.mine(enoughBlocks, { stepSeconds: 1 });
      await node.mineNow();
      const report = await probe(node, { promise }, options);
      expect(report).to.include({ verdict: "degraded", decidedBy: "promise" });
      expect(check(report, "archive")?.observed).to.equal("full");
      expect(check(report, "depth")?.value).to.be.within(120, 135);
    });

    it("fresh head 46 blocks behind the reference: unhealthy by lag; another branch: unhealthy by a block", async () => {
      const [reference, behind, other] = await Promise.all([1, 2, 3].map(() => started({ genesisSeconds })));
      if (reference === undefined || behind === undefined || other === undefined) {
        throw new Error("Three nodes were started.");
      }
      await Promise.all([
        reference.mine(60, plan),
        behind.mine(14, plan),
        other.mine(14, { ...plan, feeRecipient: `0x${"33".repeat(20)}` }),
      ]);
      await Promise.all([reference, behind, other].map((node) => node.mineNow()));
      const late = await probe(behind, { reference: { https: reference.url } }, options);
      expect(late).to.include({
        verdict: "unhealthy",
        decidedBy: "lag",
        why: "46 blocks behind the reference, limit 40",
      });
      expect(check(late, "consistency")?.verdict).to.equal("healthy");
      const forked = await probe(other, { reference: { https: behind.url } }, options);
      expect(forked).to.include({
        verdict: "unhealthy",
        decidedBy: "consistency",
        why: "block 7 is not the one of the reference",
      });
      expect(check(forked, "lag")?.verdict).to.equal("healthy");
    });
  });
});
