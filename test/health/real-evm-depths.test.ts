import { expect } from "chai";
import type { NodeEndpoints } from "../../provider/access/endpoints";
import { probeEndpoints } from "../../provider/health/probe";
import type { ProbeOptions, ProbeTarget } from "../../provider/health/session/options";
import type { NodeReport } from "../../provider/health/verdict";
import { check } from "../support/health/probe-scene";
import { TestClock } from "../support/health/stub-chain";
import { type NodeProcess, startAnvil } from "../support/nodes/nodes";

describe("probeEndpoints against anvil, in depth capabilities and full", () => {
  const nodes: NodeProcess[] = [];
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.stop()));
  });

  async function anvil(...args: readonly string[]): Promise<NodeProcess> {
    const node = await startAnvil("--chain-id", "8453", ...args);
    nodes.push(node);
    return node;
  }

  /** Mines a block of its own for each of so many transfers. */
  async function transfers(node: NodeProcess, count: number): Promise<void> {
    const [from] = (await node.rpc("eth_accounts")) as readonly string[];
    for (let index = 0; index < count; index += 1) {
      await node.rpc("eth_sendTransaction", [{ from, to: from, value: "0x1" }]);
      await node.rpc("evm_mine");
    }
  }

  const endpoints = ({ url }: NodeProcess): NodeEndpoints => ({ https: url, wss: url.replace("http", "ws") });

  /** One look at the head; sleeps take no time. */
  const probe = (node: NodeProcess, options: ProbeOptions, target: Partial<ProbeTarget> = {}): Promise<NodeReport> =>
    probeEndpoints(
      { endpoints: { https: node.url }, chain: "base-mainnet", ...target },
      { clock: new TestClock(Date.now()), maxWaitForAdvanceMs: 0, ...options },
    );

  it("archive node with transactions: everything found and kept", async () => {
    const node = await anvil("--block-base-fee-per-gas", "0");
    await node.rpc("anvil_mine", ["0x4ec", "0x0"]);
    await transfers(node, 12);
    const promise = { mode: "archive", apiNamespaces: ["debug", "trace", "txpool", "ots"], version: "1.7.1" };
    const report = await probe(node, { depth: "full" }, { promise });
    const observed = Object.fromEntries(report.checks.map((each) => [each.check, each.observed]));
    expect(observed).to.include({
      archive: "archive",
      debug: "1 traces of 1 transactions",
      trace: "1 traces of 1 transactions",
      mempool: "0 pending transactions",
      ots: "level 8",
      "log-range": "1000 blocks",
    });
    expect(check(report, "promise")?.why).to.equal(
      "as stated by the platform: archive, debug, trace, txpool, ots, version 1.7.1",
    );
    expect(check(report, "latency")?.observed).to.match(/^p50 \d+ ms, p95 \d+ ms$/);
    expect(check(report, "filters")?.verdict).to.equal("healthy");
    expect(report.verdict).to.equal("healthy");
  });

  it("pruned node, archive promised: degraded", async () => {
    const node = await anvil("--prune-history", "50");
    await node.rpc("anvil_mine", ["0xc8", "0x0"]);
    const report = await probe(node, { depth: "full" }, { promise: { mode: "archive" } });
    expect(report).to.include({ verdict: "degraded", decidedBy: "promise" });
    expect(check(report, "archive")).to.include({ observed: "full", cause: "no-state" });
    expect(check(report, "depth")?.value).to.be.within(45, 55);
  });

  it("pruned node, nothing promised: healthy", async () => {
    const node = await anvil("--prune-history");
    await node.rpc("anvil_mine", ["0xc8", "0x0"]);
    expect((await probe(node, { depth: "capabilities" })).verdict).to.equal("healthy");
  });

  it("WebSocket with a block each second, by the real clock: first event", async () => {
    const node = await anvil("--block-time", "1");
    await node.rpc("evm_mine");
    const target = { endpoints: endpoints(node), chain: "base-mainnet" };
    const report = await probeEndpoints(target, { depth: "capabilities" });
    expect(report.verdict).to.equal("healthy");
    expect(check(report, "websocket")).to.include({ verdict: "healthy", observed: "event" });
  });

  it("WebSocket that accepts the subscription and stays silent: degraded", async () => {
    const node = await anvil("--no-mining");
    await node.rpc("anvil_mine", ["0x3", "0x1"]);
    const report = await probe(node, { depth: "capabilities" }, { endpoints: endpoints(node) });
    expect(report).to.include({ verdict: "degraded", decidedBy: "websocket" });
    expect(check(report, "websocket")?.cause).to.equal("silent");
  });

  it("next to itself: same head, same block", async () => {
    const node = await anvil();
    await node.rpc("anvil_mine", ["0x20", "0x1"]);
    const report = await probe(node, { depth: "full" }, { reference: endpoints(node) });
    expect(report.verdict).to.equal("healthy");
    expect(check(report, "lag")?.value).to.equal(0);
    expect(check(report, "consistency")?.verdict).to.equal("healthy");
  });

  it("next to a node with other blocks: a fork", async () => {
    const [node, other] = [await anvil(), await anvil("--timestamp", "1700000000")];
    for (const each of [node, other]) {
      await each.rpc("anvil_mine", ["0x20", "0x1"]);
    }
    const report = await probe(node, { depth: "full" }, { reference: endpoints(other) });
    expect(report).to.include({ verdict: "unhealthy", decidedBy: "consistency" });
  });

  it("next to a node 50 blocks ahead: too far behind", async () => {
    const [node, other] = [await anvil("--timestamp", "1700000000"), await anvil("--timestamp", "1700000000")];
    for (const each of [node, other]) {
      await each.rpc("anvil_mine", [each === node ? "0x20" : "0x52", "0x1"]);
    }
    const clock = new TestClock(1_700_000_040_000);
    const report = await probe(node, { depth: "full", clock }, { reference: endpoints(other) });
    expect(check(report, "lag")).to.include({ verdict: "unhealthy", value: 50, threshold: "40 blocks" });
    expect(report.verdict).to.equal("unhealthy");
  });

  it("next to a node that hangs: says nothing about the node", async () => {
    const [node, other] = [await anvil(), await anvil()];
    await node.rpc("anvil_mine", ["0x20", "0x1"]);
    await other.suspend();
    const report = await probe(node, { depth: "full", timeoutMs: 400 }, { reference: endpoints(other) });
    expect(report.verdict).to.equal("healthy");
    expect(check(report, "lag")?.cause).to.equal("reference");
    other.resume();
  });
});
