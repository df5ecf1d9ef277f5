import { expect } from "chai";
import { examine } from "../../../provider/health/examine.js";
import { probeEndpoints } from "../../../provider/health/probe.js";
import { type ProbeOptions, type ProbeTarget, probeDepths } from "../../../provider/health/session/options.js";
import { check } from "../../support/health/probe-scene";
import { type NodeProcess, startCountingProxy } from "../../support/nodes/nodes";
import { buildWitness } from "../build-witness";
import { type CometBftOptions, startCometBft } from "./start-cometbft";

const minuteMs = 60_000;

describe("health of CometBFT", function () {
  this.timeout(2 * minuteMs);
  const nodes: { stop(): Promise<void> }[] = [];
  let binary: string;
  before(async function () {
    this.timeout(30 * minuteMs);
    binary = await buildWitness("cometbft");
  });
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.stop()));
  });

  /** A node that calls its chain like `osmosis-mainnet`, for which the limits are 15 s and 60 s. */
  async function started({ genesis = {}, ...rest }: CometBftOptions = {}): Promise<NodeProcess> {
    const node = await startCometBft(binary, { ...rest, genesis: { chain_id: "osmosis-1", ...genesis } });
    nodes.push(node);
    return node;
  }

  /** A node whose chain began in the past, made one block then, and makes others only for transactions. */
  const startedAgo = (ms: number) =>
    started({ makesEmptyBlocks: false, genesis: { genesis_time: new Date(Date.now() - ms).toISOString() } });

  const target = ({ url }: { readonly url: string }, rest: Partial<ProbeTarget> = {}): ProbeTarget => ({
    endpoints: { https: url },
    chain: "osmosis-mainnet",
    ...rest,
  });

  const probe = (node: { readonly url: string }, rest?: Partial<ProbeTarget>, options?: ProbeOptions) =>
    probeEndpoints(target(node, rest), options);

  it("a block per second: healthy in every depth, with identity, age, movement and version", async () => {
    const node = await started({ genesis: { initial_height: "1000" } });
    for (const depth of probeDepths) {
      const report = await probe(node, {}, { depth });
      expect(report, report.why).to.include({ verdict: "healthy", decidedBy: "head", observedIdentity: "osmosis-1" });
      expect(check(report, "advance")?.why).to.match(/^the head moved by \d+ in /);
      expect(check(report, "client")?.observed).to.equal("0.38.17");
      expect(check(report, "depth")?.observed).to.equal(depth === "basic" ? undefined : "block 1000");
    }
  });

  it("dedicated node without peers: degraded by them", async () => {
    const report = await probe(await started(), { isDedicated: true }, { depth: "capabilities" });
    expect(report, report.why).to.include({ verdict: "degraded", decidedBy: "peers", why: "the node has no peers" });
  });

  it("another network: unhealthy after one request, which is final", async () => {
    const node = await started();
    const proxy = await startCountingProxy(node);
    nodes.push(proxy);
    expect(await examine(target(proxy, { chain: "cosmos-mainnet" }))).to.include({
      verdict: "unhealthy",
      isWrongChain: true,
      why: "wrong chain: chain id osmosis-1, expected cosmoshub-4",
    });
    expect(proxy.seen).to.have.length(1);
  });

  it("head 20 min old while catching_up is false: unhealthy, confirmed; a new block: healthy", async () => {
    const node = await startedAgo(20 * minuteMs);
    const stale = await probe(node);
    expect(stale).to.include({ verdict: "unhealthy", decidedBy: "head" });
    expect(stale.why).to.match(/^head \d\d:\d\d:\d\dZ is 2\d min old, limit 60 s$/);
    expect(check(stale, "sync")?.why).to.equal("the node does not report syncing");
    expect(check(stale, "advance")).to.include({ verdict: "degraded", cause: "frozen" });
    expect(await examine(target(node), { maxWaitForAdvanceMs: 0 })).to.include({
      verdict: "unhealthy",
      decidedBy: "head",
    });
    await node.rpc("broadcast_tx_commit", [Buffer.from("a=b").toString("base64")]);
    const fresh = await probe(node, {}, { maxWaitForAdvanceMs: 0 });
    expect(fresh, fresh.why).to.include({ verdict: "healthy", decidedBy: "head" });
  });

  it("head 25 s old and frozen: degraded, with both limits in the reason", async () => {
    const report = await probe(await startedAgo(25_000), {}, { maxWaitForAdvanceMs: 0 });
    expect(report).to.include({ verdict: "degraded", decidedBy: "head" });
    expect(report.why).to.match(/ is \d\d s old, limit 60 s, warning from 15 s$/);
  });

  it("no peers to fetch the first block from, catching_up: syncing, not a head of 1970", async () => {
    const report = await examine(target(await started({ isValidator: false })));
    expect(report).to.include({ verdict: "syncing", decidedBy: "head" });
    expect(report.why).to.equal("the node has no block yet (height 0); the node reports that it is syncing");
  });

  it("process stopped: unknown in every depth within the deadline; once it resumes: healthy", async () => {
    const node = await started();
    await node.suspend();
    for (const depth of probeDepths) {
      const report = await probe(node, {}, { depth, timeoutMs: 500 });
      expect(report).to.include({ verdict: "unknown", isUnreachable: true, decidedBy: "identity" });
      expect(report.why).to.match(/no response within 0\.5 s\.$/);
    }
    node.resume();
    const resumed = await probe(node);
    expect(resumed, resumed.why).to.include({ verdict: "healthy" });
  });

  it("process killed: unknown, connection refused", async () => {
    const node = await started();
    await node.stop();
    const report = await examine(target(node));
    expect(report).to.include({ verdict: "unknown", isUnreachable: true });
    expect(check(report, "identity")?.cause).to.equal("unreachable");
  });
});
