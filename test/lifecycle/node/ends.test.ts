import { expect } from "chai";
import { NotFoundError, NotReadyError } from "../../../provider/errors/errors.js";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { networkArgsIn } from "../../support/lifecycle/network-scene";
import { inputsFor, partialFailureOf, useOperations } from "../../support/lifecycle/operations-scene";
import { networkOperations, nodeOperations } from "../../support/lifecycle/resources";
import { failureOf } from "../../support/platform/client-on-sandbox";

describe("how a wait for a node ends", () => {
  const bench = useOperations({ regionalSeconds: 600 });
  const { sandbox } = bench;
  const inputs = (more: Properties = {}) =>
    inputsFor("node", {
      project: bench.project,
      chain: "ethereum-mainnet",
      region: "lon1",
      readiness: "platform",
      ...more,
    });

  it("with a plain error, which keeps nothing, when the node is deleted outside meanwhile", async () => {
    const context = bench.context();
    context.onLine = async () => {
      if (context.clock.elapsedMs > 60_000) {
        context.onLine = () => undefined;
        const { nodes } = await sandbox.admin<{ nodes: readonly { id: string; status: string }[] }>("GET", "/objects");
        const made = nodes.find(({ status }) => status === "pending");
        await sandbox.admin("DELETE", `/objects/${made?.id}`);
      }
    };
    const error = await failureOf(nodeOperations.create(inputs(), context));
    expect(error).to.be.instanceOf(NotFoundError).and.not.to.have.property("id");
    expect(error?.message).to.match(/was deleted outside while it was waited for/);
    expect(context.clock.elapsedMs).to.be.within(60_000, 180_000);
  });

  it("at the deadline, and keeps the node, while its absence is not proven", async () => {
    await sandbox.fault({ operation: "retrieveNodeV2" }, { type: "status", status: 404 }, null, 1);
    const context = bench.context();
    const failure = await partialFailureOf(nodeOperations.create(inputs({ timeouts: { create: "2m" } }), context));
    expect(failure.cause).to.be.instanceOf(NotReadyError);
    expect(context.clock.elapsedMs).to.equal(120_000);
    expect(await bench.exists(failure.id)).to.equal(true);
  });

  it("with the way to replace it after a failed deployment", async () => {
    await sandbox.fault({ operation: "createNodeV2" }, { type: "deployment", outcome: "failed", seconds: 0 });
    const context = bench.context();
    const failure = await partialFailureOf(nodeOperations.create(inputs(), context));
    expect(failure.message)
      .to.match(/waiting will not help/)
      .and.to.include(`pulumi up --replace '${context.owner.urn}'`);
  });

  it("with the way to replace the network after the failed deployment of one of its nodes", async () => {
    await sandbox.fault({ operation: "createNetwork" }, { type: "deployment", outcome: "failed", seconds: 0 });
    const context = bench.context();
    const failure = await partialFailureOf(
      networkOperations.create(inputsFor("network", networkArgsIn(bench)), context),
    );
    expect(failure.message)
      .to.match(/The network is kept, but waiting will not help/)
      .and.to.include(`pulumi up --replace '${context.owner.urn}'`);
  });

  it("with the promise to go on after the deadline", async () => {
    const given = inputs({ timeouts: { create: "1m" } });
    const { message } = await partialFailureOf(nodeOperations.create(given, bench.context()));
    expect(message)
      .to.match(/the next `pulumi up` goes on with it\.$/)
      .and.not.to.include("--replace");
  });

  describe("where the platform runs a chain without a probe", () => {
    const args = (more: Properties = {}) => ({
      project: bench.project,
      blockchain: "BC-9",
      cloud: "CC-0016",
      ...more,
    });
    const solana = () => ({
      id: "ND-1-2-3",
      name: "rpc",
      status: "running",
      project: bench.project,
      protocol: "solana",
      network: "solana-mainnet",
      details: { https_endpoint: "https://solana.example/0123456789abcdef0123456789abcdef" },
    });

    it("at once, where the catalogue did not know the ids", async () => {
      await sandbox.fault({ operation: "createNodeV2" }, { type: "status", status: 201, body: solana() });
      const context = bench.context({ isCrashSafe: false });
      const failure = await partialFailureOf(nodeOperations.create(inputsFor("node", args()), context));
      expect(failure).to.include({ id: "ND-1-2-3" });
      expect(failure.message).to.match(/cannot be probed: .*Set readiness: "platform"/);
      expect(context.clock.elapsedMs).to.equal(0);
    });

    it("at once when readiness is raised later", async () => {
      await sandbox.fault({ operation: "createNodeV2" }, { type: "status", status: 201, body: solana() });
      const before = inputsFor("node", args({ readiness: "platform" }));
      const { id, outs } = await nodeOperations.create(before, bench.context({ isCrashSafe: false }));
      await sandbox.fault({ operation: "retrieveNodeV2" }, { type: "status", status: 200, body: solana() }, null);
      const context = bench.context();
      const failure = await partialFailureOf(
        nodeOperations.update(id, outs, inputsFor("node", args(), before), context),
      );
      expect(failure.message).to.match(/cannot be probed: .*Set readiness: "platform"/);
      expect(context.clock.elapsedMs).to.equal(0);
    });
  });
});
