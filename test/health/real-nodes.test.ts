import { expect } from "chai";
import { probeEndpoints } from "../../provider/health/probe.js";
import type { ProbeOptions } from "../../provider/health/session/options.js";
import type { NodeReport } from "../../provider/health/verdict.js";
import { TestClock } from "../support/health/stub-chain.js";
import { type NodeProcess, startAnvil, startCountingProxy, type TestNode } from "../support/nodes/nodes.js";

describe("probeEndpoints against anvil", () => {
  const nodes: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.stop()));
  });

  async function anvil(...args: readonly string[]): Promise<NodeProcess> {
    const node = await startAnvil(...args);
    nodes.push(node);
    return node;
  }

  /** Real time that does not wait: while the probe sleeps, the node mines as many blocks as it was told. */
  function miningClock(node: TestNode, blocks: number): TestClock {
    const clock = new TestClock(Date.now());
    clock.onSleep = async () => {
      if (blocks > 0) {
        await node.rpc("anvil_mine", [`0x${blocks.toString(16)}`, "0x1"]);
      }
    };
    return clock;
  }

  const probe = (node: { readonly url: string }, chain: string, options: ProbeOptions = {}): Promise<NodeReport> =>
    probeEndpoints({ endpoints: { https: node.url }, chain }, options);

  it("fresh head that moves: healthy", async () => {
    const node = await anvil("--chain-id", "8453");
    await node.rpc("anvil_mine", ["0x3", "0x1"]);
    const report = await probe(node, "base-mainnet", { clock: miningClock(node, 1) });
    expect(report).to.include({ verdict: "healthy", decidedBy: "head", observedIdentity: "8453" });
    expect(report.checks.find(({ check }) => check === "client")?.observed).to.match(/^anvil\/v/);
  });

  it("one block per second, by the real clock: healthy", async () => {
    const node = await anvil("--chain-id", "8453", "--block-time", "1");
    await node.rpc("evm_mine");
    expect(await probe(node, "base-mainnet")).to.include({ verdict: "healthy" });
  });

  it("wrong chain: unhealthy, after exactly one request", async () => {
    const node = await anvil("--chain-id", "11155111");
    await node.rpc("evm_mine");
    const proxy = await startCountingProxy(node);
    nodes.push(proxy);
    const report = await probe(proxy, "ethereum-mainnet");
    expect(report).to.include({
      verdict: "unhealthy",
      isWrongChain: true,
      why: "wrong chain: chain id 11155111, expected 1",
    });
    expect(proxy.seen).to.have.length(1);
  });

  it("chain changed under a running node: wrong chain", async () => {
    const node = await anvil("--chain-id", "8453");
    await node.rpc("anvil_mine", ["0x3", "0x1"]);
    await node.rpc("anvil_setChainId", [10]);
    const report = await probe(node, "base-mainnet", { clock: miningClock(node, 1) });
    expect(report).to.include({ verdict: "unhealthy", isWrongChain: true, observedIdentity: "10" });
  });

  it("before the first block: unhealthy", async () => {
    const node = await anvil("--chain-id", "1");
    expect(await probe(node, "ethereum-mainnet")).to.include({ verdict: "unhealthy", decidedBy: "head" });
  });

  it("stale head that moves with the chain: unhealthy", async () => {
    const node = await anvil("--chain-id", "8453", "--timestamp", String(Math.floor(Date.now() / 1000) - 600));
    await node.rpc("anvil_mine", ["0x5", "0x2"]);
    // Half a block time between two looks: one block of 1 s each keeps it as far behind as it was.
    const report = await probe(node, "base-mainnet", { clock: miningClock(node, 1) });
    expect(report).to.include({ verdict: "unhealthy", decidedBy: "head" });
    expect(report.why).to.match(/is (?:10 min|5\d\d s) old, limit 60 s$/);
  });

  it("stale, frozen head: unhealthy", async () => {
    const node = await anvil("--chain-id", "8453", "--timestamp", String(Math.floor(Date.now() / 1000) - 600));
    await node.rpc("anvil_mine", ["0x5", "0x2"]);
    const report = await probe(node, "base-mainnet", { clock: miningClock(node, 0) });
    expect(report).to.include({ verdict: "unhealthy", decidedBy: "head" });
    expect(report.checks.find(({ check }) => check === "advance")?.cause).to.equal("frozen");
  });

  it("fresh head that stops: degraded", async () => {
    const node = await anvil("--chain-id", "8453", "--block-time", "1");
    await node.rpc("anvil_mine", ["0x3", "0x1"]);
    await node.rpc("evm_setIntervalMining", [0]);
    const report = await probe(node, "base-mainnet", { clock: miningClock(node, 0) });
    expect(report).to.include({ verdict: "degraded", decidedBy: "advance" });
  });

  it("head two hours in the future: healthy, age 0", async () => {
    const node = await anvil("--chain-id", "8453");
    await node.rpc("evm_increaseTime", [7_200]);
    await node.rpc("anvil_mine", ["0x3", "0x1"]);
    const report = await probe(node, "base-mainnet", { clock: miningClock(node, 1) });
    expect(report).to.include({ verdict: "healthy" });
    expect(report.checks.find(({ check }) => check === "head")?.value).to.equal(0);
  });

  it("head far behind that advances: syncing", async () => {
    const node = await anvil("--chain-id", "8453", "--timestamp", String(Math.floor(Date.now() / 1000) - 90_000));
    await node.rpc("anvil_mine", ["0x5", "0x2"]);
    expect(await probe(node, "base-mainnet", { clock: miningClock(node, 50) })).to.include({
      verdict: "syncing",
      decidedBy: "head",
    });
  });

  it("reorganization of two blocks: healthy again", async () => {
    const node = await anvil("--chain-id", "8453");
    await node.rpc("anvil_mine", ["0x8", "0x1"]);
    const clock = miningClock(node, 0);
    clock.onSleep = () =>
      node
        .rpc(clock.slept.length === 1 ? "anvil_rollback" : "anvil_mine", [clock.slept.length === 1 ? 2 : "0x4"])
        .then(() => undefined);
    expect((await probe(node, "base-mainnet", { clock })).verdict).to.equal("healthy");
    expect(clock.slept.length).to.be.greaterThan(1);
  });

  it("node hangs: unknown within the deadline; once it resumes: healthy", async () => {
    const node = await anvil("--chain-id", "8453");
    await node.rpc("anvil_mine", ["0x3", "0x1"]);
    await node.suspend();
    const report = await probe(node, "base-mainnet", { timeoutMs: 300, clock: miningClock(node, 0) });
    expect(report.why).to.match(/: no response within 0\.3 s\.$/);
    expect(report).to.include({ verdict: "unknown", isUnreachable: true });
    expect(report.checks[0]?.cause).to.equal("unreachable");
    node.resume();
    expect(await probe(node, "base-mainnet", { clock: miningClock(node, 1) })).to.include({ verdict: "healthy" });
  });

  it("node killed: unknown, connection refused", async () => {
    const node = await anvil();
    await node.stop();
    const report = await probe(node, "ethereum-mainnet");
    expect(report).to.include({ verdict: "unknown", isUnreachable: true, decidedBy: "identity" });
    expect(report.why).to.include("refused");
  });
});
