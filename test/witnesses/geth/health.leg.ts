import { expect } from "chai";
import { systemClock } from "../../../provider/base/clock.js";
import { examine } from "../../../provider/health/examine.js";
import { probeEndpoints } from "../../../provider/health/probe.js";
import { type ProbeOptions, type ProbeTarget, probeDepths } from "../../../provider/health/session/options.js";
import { deployCallTree, transact } from "../../support/access/call-tree";
import { check } from "../../support/health/probe-scene";
import { type NodeProcess, startCountingProxy } from "../../support/nodes/nodes";
import { buildWitness } from "../build-witness";
import { startGeth } from "./start-geth";

const socketOf = ({ url }: NodeProcess) => url.replace("http", "ws");

describe("health of geth", function () {
  this.timeout(120_000);
  const nodes: { stop(): Promise<void> }[] = [];
  let binary: string;
  /** A block per second. */
  let moving: NodeProcess;
  /** A block per transaction. */
  let quiet: NodeProcess;
  before(async function () {
    this.timeout(30 * 60_000);
    binary = await buildWitness("geth");
    [moving, quiet] = await Promise.all([started(startGeth(binary, { periodSeconds: 1 })), started(startGeth(binary))]);
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
  });

  async function started<Node extends { stop(): Promise<void> }>(start: Promise<Node>): Promise<Node> {
    const node = await start;
    nodes.push(node);
    return node;
  }

  const target = (node: { readonly url: string }, rest: Partial<ProbeTarget> = {}): ProbeTarget => ({
    endpoints: { https: node.url },
    chain: "ethereum-mainnet",
    expected: "1337",
    ...rest,
  });
  const probe = (node: { readonly url: string }, rest?: Partial<ProbeTarget>, options?: ProbeOptions) =>
    probeEndpoints(target(node, rest), options);

  it("only the genesis block: unhealthy, confirmed, not mistaken for syncing", async () => {
    const report = await examine(target(quiet));
    expect(report).to.include({
      verdict: "unhealthy",
      decidedBy: "head",
      why: "the node has only the genesis block (height 0)",
    });
  });

  it("a block per second: healthy in every depth, with the evidence of that depth", async () => {
    const endpoints = { https: moving.url, wss: socketOf(moving) };
    for (const depth of probeDepths) {
      const report = await probe(moving, { endpoints, reference: { https: moving.url } }, { depth });
      expect(report, report.why).to.include({ verdict: "healthy", decidedBy: "head", observedIdentity: "1337" });
      expect(check(report, "advance")?.why).to.match(/^the head moved by \d+ in /);
      expect(check(report, "client")?.observed).to.match(/^Geth\/v1\.15/);
      const isDeep = depth !== "basic";
      expect(check(report, "websocket")?.observed).to.equal(isDeep ? "event" : undefined);
      expect(check(report, "filters")?.observed).to.match(isDeep ? /^\d+ new blocks$/ : /^undefined$/);
      expect(check(report, "consistency")?.verdict).to.equal(depth === "full" ? "healthy" : undefined);
      expect(check(report, "latency")?.observed).to.match(depth === "full" ? /^p50 \d+ ms/ : /^undefined$/);
    }
  });

  it("another chain: unhealthy after one request, which is final", async () => {
    const proxy = await started(startCountingProxy(moving));
    expect(await examine({ endpoints: { https: proxy.url }, chain: "ethereum-mainnet" })).to.include({
      verdict: "unhealthy",
      isWrongChain: true,
      why: "wrong chain: chain id 1337, expected 1",
    });
    expect(proxy.seen).to.have.length(1);
  });

  it("our clock five hours ahead: the node's is used, healthy", async () => {
    const clock = { ...systemClock, now: () => Date.now() + 5 * 3_600_000 };
    const report = await probe(moving, {}, { clock });
    expect(report, report.why).to.include({ verdict: "healthy" });
    expect(check(report, "clock")).to.include({ cause: "clock-skew", observed: "5 h" });
  });

  it("WebSocket that accepts newHeads and sends none, while HTTP is fine: degraded by it", async () => {
    const endpoints = { https: moving.url, wss: socketOf(quiet) };
    const report = await probe(moving, { endpoints }, { depth: "capabilities" });
    expect(report).to.include({
      verdict: "degraded",
      decidedBy: "websocket",
      why: "the subscription to newHeads was accepted, but no event arrived within 15 s",
    });
  });

  it("namespaces as promised: healthy, with traces counted; trace promised, which geth lacks: degraded", async () => {
    const { account } = await deployCallTree(quiet.rpc);
    for (let sent = 0; sent < 12; sent += 1) {
      await transact(quiet.rpc, { from: account, to: account, value: "0x1" });
    }
    const options = { depth: "capabilities", maxWaitForAdvanceMs: 0 } as const;
    const kept = await probe(
      quiet,
      { promise: { version: "1.15", apiNamespaces: ["eth", "debug", "txpool"] } },
      options,
    );
    expect(kept, kept.why).to.include({ verdict: "healthy" });
    expect(check(kept, "promise")?.why).to.equal("as stated by the platform: debug, txpool, version 1.15");
    expect(check(kept, "debug")?.observed).to.equal("1 traces of 1 transactions");
    expect(check(kept, "archive")?.observed).to.equal("undetermined");
    const broken = await probe(quiet, { promise: { apiNamespaces: ["debug", "trace"] } }, options);
    expect(broken).to.include({ verdict: "degraded", decidedBy: "promise" });
    expect(broken.why).to.match(/^the platform states namespace trace, but trace_block is not offered: /);
  });

  it("dedicated node without peers: degraded by them", async () => {
    const report = await probe(moving, { isDedicated: true }, { depth: "capabilities" });
    expect(report, report.why).to.include({ verdict: "degraded", decidedBy: "peers" });
  });

  it("process stopped: unknown in every depth within the deadline; once it resumes: healthy", async () => {
    await moving.suspend();
    for (const depth of probeDepths) {
      const report = await probe(moving, {}, { depth, timeoutMs: 500 });
      expect(report).to.include({ verdict: "unknown", isUnreachable: true, decidedBy: "identity" });
      expect(report.why).to.match(/no response within 0\.5 s\.$/);
    }
    moving.resume();
    const resumed = await probe(moving);
    expect(resumed, resumed.why).to.include({ verdict: "healthy" });
  });

  it("process killed: unknown, connection refused", async () => {
    await moving.stop();
    const report = await examine(target(moving));
    expect(report).to.include({ verdict: "unknown", isUnreachable: true });
    expect(check(report, "identity")?.cause).to.equal("unreachable");
  });
});
