import { expect } from "chai";
import { connectNode, type NodeClient, type NodeEndpoints } from "pulumi-blockchain-nodes";
import { failureOf } from "../../support/access/failure";
import { inputsFor, useOperations } from "../../support/lifecycle/operations-scene";
import { nodeOperations } from "../../support/lifecycle/resources";

describe("attestationData on the sandbox", () => {
  const scene = useOperations();
  const { sandbox } = scene;
  let id: string;
  let client: NodeClient;
  before(async () => {
    const inputs = inputsFor("node", { project: scene.project, chain: "ethereum-mainnet", readiness: "none" });
    const made = await nodeOperations.create(inputs, scene.context({ isCrashSafe: false }));
    id = made.id;
    client = connectNode(made.outs.endpoints as NodeEndpoints, { attempts: 1, timeoutMs: 15_000 });
  });
  after(() => client?.close());

  for (const beaconForm of ["nested", "flat", "bare"] as const) {
    describe(`${beaconForm} form`, () => {
      beforeEach(() => sandbox.change({ beaconForm }));

      it("head: the same shape, checkpoints included", async () => {
        const { headSlot } = await client.beacon.getSyncingStatus();
        const data = await client.attestationData({ slot: headSlot, committeeIndex: 3 });
        expect(data).to.have.all.keys("slot", "index", "beaconBlockRoot", "source", "target");
        expect(data).to.include({ slot: headSlot, index: 3 });
        expect(data.target.epoch).to.equal(headSlot / 32n);
        expect(data.source.epoch < data.target.epoch).to.equal(true);
        expect(data.beaconBlockRoot).to.match(/^0x[0-9a-f]{64}$/);
      });

      it("future slot: error of the node", async () => {
        const error = await failureOf(client.attestationData({ slot: 10n ** 12n, committeeIndex: 0 }));
        const rpcCode = beaconForm === "nested" ? undefined : 500;
        expect(error).to.include({ code: "rpc", status: 500, rpcCode, method: "produceAttestationData" });
        expect(error.message).to.include("in the future");
      });

      it("finalized slot: error of the node", async () => {
        const error = await failureOf(client.attestationData({ slot: 1, committeeIndex: 0 }));
        const [rpcCode, message] =
          beaconForm === "nested" ? [undefined, "Block not in forkChoice"] : [400, "Slot already finalized"];
        expect(error).to.include({ code: "rpc", kind: "params", status: 400, rpcCode });
        expect(error.message).to.include(message);
      });

      it("node behind: error of kind starting", async () => {
        await sandbox.admin("POST", `/nodes/${id}/rpc`, { mode: "stale" });
        try {
          expect((await client.beacon.getSyncingStatus()).isSyncing).to.equal(true);
          const error = await failureOf(client.attestationData({ slot: 1, committeeIndex: 0 }));
          expect(error).to.include({ code: "rpc", kind: "starting", status: 503 });
        } finally {
          await sandbox.admin("POST", `/nodes/${id}/rpc`, { mode: "normal" });
        }
      });
    });
  }

  it("node hangs: ends at its own deadline", async () => {
    await sandbox.admin("POST", `/nodes/${id}/rpc`, { mode: "silent" });
    try {
      const call = client.attestationData({ slot: 1, committeeIndex: 0 }, { timeoutMs: 100 });
      expect(await failureOf(call)).to.include({ code: "transport", kind: "timeout" });
    } finally {
      await sandbox.admin("POST", `/nodes/${id}/rpc`, { mode: "normal" });
    }
  });
});
