import { expect } from "chai";
import type { NodeEndpoints } from "../../provider/access/endpoints.js";
import { probeEndpoints } from "../../provider/health/probe.js";
import type { ProbeOptions } from "../../provider/health/session.js";
import type { NodeReport } from "../../provider/health/verdict.js";
import { TestClock } from "../support/health/stub-chain.js";
import {
  type BitcoinProcess,
  type NodeProcess,
  startAnvil,
  startBcoin,
  startCountingProxy,
  type TestNode,
} from "../support/nodes.js";

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

  it("is healthy with a fresh head that moves", async () => {
    const node = await anvil("--chain-id", "8453");
    await node.rpc("anvil_mine", ["0x3", "0x1"]);
    const report = await probe(node, "base-mainnet", { clock: miningClock(node, 1) });
    expect(report).to.include({ verdict: "healthy", decidedBy: "head", observedIdentity: "8453" });
    expect(report.checks.find(({ check }) => check === "client")?.observed).to.match(/^anvil\/v/);
  });

  it("is healthy at a real block a second, by the real clock", async () => {
    const node = await anvil("--chain-id", "8453", "--block-time", "1");
    await node.rpc("evm_mine");
    expect(await probe(node, "base-mainnet")).to.include({ verdict: "healthy" });
  });

  it("is unhealthy on a wrong chain, after exactly one request", async () => {
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

  it("is unhealthy before the first block", async () => {
    const node = await anvil("--chain-id", "1");
    expect(await probe(node, "ethereum-mainnet")).to.include({ verdict: "unhealthy", decidedBy: "head" });
  });

  it("is unhealthy when the head is stale but moves with the chain", async () => {
    const node = await anvil("--chain-id", "8453", "--timestamp", String(Math.floor(Date.now() / 1000) - 600));
    await node.rpc("anvil_mine", ["0x5", "0x2"]);
    // Half a block time between two looks: one block of 1 s each keeps it as far behind as it was.
    const report = await probe(node, "base-mainnet", { clock: miningClock(node, 1) });
    expect(report).to.include({ verdict: "unhealthy", decidedBy: "head" });
    expect(report.why).to.match(/is (?:10 min|5\d\d s) old, limit 60 s$/);
  });

  it("is unhealthy when the head is stale and frozen", async () => {
    const node = await anvil("--chain-id", "8453", "--timestamp", String(Math.floor(Date.now() / 1000) - 600));
    await node.rpc("anvil_mine", ["0x5", "0x2"]);
    const report = await probe(node, "base-mainnet", { clock: miningClock(node, 0) });
    expect(report).to.include({ verdict: "unhealthy", decidedBy: "head" });
    expect(report.checks.find(({ check }) => check === "advance")?.cause).to.equal("frozen");
  });

  it("is syncing when the head is far behind and climbs", async () => {
    const node = await anvil("--chain-id", "8453", "--timestamp", String(Math.floor(Date.now() / 1000) - 90_000));
    await node.rpc("anvil_mine", ["0x5", "0x2"]);
    expect(await probe(node, "base-mainnet", { clock: miningClock(node, 50) })).to.include({
      verdict: "syncing",
      decidedBy: "head",
    });
  });

  it("is healthy again after a reorganization of two blocks", async () => {
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

  it("is unknown within its own deadline when the node hangs, and healthy when it goes on", async () => {
    const node = await anvil("--chain-id", "8453");
    await node.rpc("anvil_mine", ["0x3", "0x1"]);
    await node.suspend();
    const report = await probe(node, "base-mainnet", { timeoutMs: 300, clock: miningClock(node, 0) });
    expect(report.why).to.match(/: no answer within 0\.3 s\.$/);
    expect(report).to.include({ verdict: "unknown", isUnreachable: true });
    expect(report.checks[0]?.cause).to.equal("unreachable");
    node.resume();
    expect(await probe(node, "base-mainnet", { clock: miningClock(node, 1) })).to.include({ verdict: "healthy" });
  });

  it("is unknown when the node was killed: the connection is refused", async () => {
    const node = await anvil();
    await node.stop();
    const report = await probe(node, "ethereum-mainnet");
    expect(report).to.include({ verdict: "unknown", isUnreachable: true, decidedBy: "identity" });
    expect(report.why).to.include("refused");
  });
});

describe("probeEndpoints against bcoin", () => {
  let node: BitcoinProcess;
  before(async () => {
    node = await startBcoin();
  });
  after(async () => {
    await node?.stop();
  });

  const endpoints = (password: string): NodeEndpoints => ({ https: node.url, username: node.username, password });

  it("is healthy on regtest after a block, and knows the wrong chain by its genesis", async () => {
    await node.rpc("generatetoaddress", [3, "rb1qqurswpc8qurswpc8qurswpc8qurswpc8cfe4l2"]);
    const report = await probeEndpoints({ endpoints: endpoints(node.password), chain: "bitcoin-regtest" });
    expect(report).to.include({ verdict: "healthy", decidedBy: "head", cost: 3 });
    const wrong = await probeEndpoints({ endpoints: endpoints(node.password), chain: "bitcoin-mainnet" });
    expect(wrong).to.include({ verdict: "unhealthy", isWrongChain: true });
  });

  it("is unknown, not unhealthy, when it refuses the password", async () => {
    const report = await probeEndpoints({ endpoints: endpoints("another-password"), chain: "bitcoin-regtest" });
    expect(report).to.include({ verdict: "unknown", isUnreachable: true });
    expect(report.checks[0]?.cause).to.equal("auth");
  });
});
