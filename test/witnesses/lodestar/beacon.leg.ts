import { expect } from "chai";
import { connectNode, type NodeClient } from "pulumi-blockchain-nodes";
import { probeEndpoints } from "../../../provider/health/probe";
import type { ProbeOptions, ProbeTarget } from "../../../provider/health/session/options";
import { failureOf } from "../../support/access/failure";
import { type Lodestar, startLodestar } from "./start-lodestar";

const connect = ({ url }: Lodestar): NodeClient => connectNode({ https: url, beacon: url }, { attempts: 1 });

const chainId = "5";

const probe = ({ url }: Lodestar, more: Partial<ProbeTarget> = {}, options: ProbeOptions = {}) => {
  const target = { endpoints: { beacon: url }, chain: "ethereum-devnet", expected: chainId, ...more };
  return probeEndpoints(target, { depth: "capabilities", ...options });
};

describe("beacon API of Lodestar", function () {
  this.timeout(120_000);
  let node: Lodestar;
  let client: NodeClient;
  before(async () => {
    node = await startLodestar();
    client = connect(node);
    while ((await client.beacon.getSyncingStatus({})).headSlot < 3n) {
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  });
  after(async () => {
    await node?.stop();
  });

  it("attestation data at the head: nested form with decimal strings", async () => {
    const { headSlot } = await client.beacon.getSyncingStatus({});
    const data = await client.attestationData({ slot: headSlot, committeeIndex: 0 });
    expect(data).to.include({ slot: headSlot, index: 0 });
    expect(data.beaconBlockRoot).to.match(/^0x[0-9a-f]{64}$/);
    expect(data.target.epoch).to.be.a("bigint");
    expect(data.source.root).to.match(/^0x[0-9a-f]{64}$/);
  });

  it("future slot: rejected", async () => {
    const error = await failureOf(client.attestationData({ slot: 10_000_000n, committeeIndex: 0 }));
    expect(error).to.include({ code: "rpc", status: 500, method: "produceAttestationData" });
    expect(error.message).to.include("is in the future");
  });

  it("genesis, spec, version, peers, headers, finality: read", async () => {
    const genesis = await client.beacon.getGenesis({});
    expect(Number(genesis.genesisTime) * 1000).to.be.within(Date.now() - 120_000, Date.now());
    expect((await client.beacon.getSpec({})).SECONDS_PER_SLOT).to.equal("1");
    expect(await client.beacon.getNodeVersion({})).to.match(/^Lodestar\//);
    expect(await client.beacon.getPeerCount({})).to.equal(0);
    const head = await client.beacon.getBlockHeader({ blockId: "head" });
    expect((await client.beacon.getBlockHeader({ blockId: head.root })).slot).to.equal(head.slot);
    expect((await client.beacon.getStateFinalityCheckpoints({ stateId: "head" })).finalized.epoch).to.equal(0n);
  });

  it("probe: healthy, with attestation data", async () => {
    const report = await probe(node);
    expect(report, report.why).to.include({ verdict: "healthy", decidedBy: "beacon-head", cost: 6 });
    expect(report.checks.map(({ check, verdict }) => `${check} ${verdict}`)).to.have.members([
      "beacon-identity healthy",
      "beacon-sync healthy",
      "beacon-head healthy",
      "beacon-finality healthy",
      "attestation healthy",
    ]);
  });

  it("probe as a dedicated node: degraded, since it has no peers", async () => {
    expect(await probe(node, { isDedicated: true })).to.include({ verdict: "degraded", decidedBy: "beacon-peers" });
  });

  it("probe for another chain: wrong chain after one request", async () => {
    const report = await probe(node, { expected: "1" });
    expect(report).to.include({ verdict: "unhealthy", isWrongChain: true, cost: 1 });
    expect(report.why).to.equal("wrong chain: deposit chain id 5, expected 1");
  });

  it("probe while the process is suspended: unknown", async () => {
    await node.suspend();
    const report = await probe(node, {}, { timeoutMs: 1_000 }).finally(() => node.resume());
    expect(report).to.include({ verdict: "unknown", isUnreachable: true });
  });

  it("unknown block: error", async () => {
    expect(await failureOf(client.beacon.getBlockHeader({ blockId: 10_000_000 }))).to.include({
      code: "rpc",
      status: 404,
    });
  });
});

describe("beacon API of a Lodestar that is behind", function () {
  this.timeout(120_000);
  let node: Lodestar;
  before(async () => {
    node = await startLodestar("stalled");
  });
  after(async () => {
    await node?.stop();
  });

  it("health and attestation data: syncing, none", async () => {
    const client = connect(node);
    const status = await client.beacon.getSyncingStatus({});
    expect(status.isSyncing).to.equal(true);
    expect(status.syncDistance > 500n).to.equal(true);
    const error = await failureOf(client.attestationData({ slot: 1, committeeIndex: 0 }));
    expect(error).to.include({ code: "rpc", kind: "starting", status: 503 });
  });

  it("probe: syncing by its own account and by the wall clock, although its health is 200", async () => {
    expect(await connect(node).beacon.getHealth({})).to.equal(200);
    const report = await probe(node);
    expect(report).to.include({ verdict: "syncing", decidedBy: "beacon-sync" });
    expect(report.checks.map(({ check, verdict }) => `${check} ${verdict}`)).to.include.members([
      "beacon-identity healthy",
      "beacon-sync syncing",
      "beacon-head syncing",
      "attestation syncing",
    ]);
  });
});

describe("beacon API of a Lodestar before genesis", function () {
  this.timeout(120_000);
  let node: Lodestar;
  before(async () => {
    node = await startLodestar("before-genesis");
  });
  after(async () => {
    await node?.stop();
  });

  it("probe: healthy, the chain has not started", async () => {
    const report = await probe(node, {}, { depth: "basic" });
    expect(report, report.why).to.include({ verdict: "healthy", decidedBy: "beacon-head" });
    expect(report.why).to.match(/^the chain starts in (?:59|60) min$/);
  });
});
