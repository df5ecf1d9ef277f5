import { expect } from "chai";
import { connectNode, type NodeClient } from "pulumi-blockchain-nodes";
import { failureOf } from "../../support/access/failure";
import { type Lodestar, startLodestar } from "./start-lodestar";

const connect = ({ url }: Lodestar): NodeClient => connectNode({ https: url, beacon: url }, { attempts: 1 });

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
    node = await startLodestar(true);
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
});
