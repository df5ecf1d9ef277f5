import { expect } from "chai";
import { NotFoundError, NotReadyError } from "../../../provider/errors/errors.js";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { networkArgsIn } from "../../support/lifecycle/network-scene";
import { inputsFor, partialFailureOf, useOperations } from "../../support/lifecycle/operations-scene";
import { networkOperations, nodeOperations } from "../../support/lifecycle/resources";
import { failureOf } from "../../support/platform/client-on-sandbox";

describe("end of a wait", () => {
  const scene = useOperations({ regionalSeconds: 600 });
  const { sandbox } = scene;
  const inputs = (more: Properties = {}) =>
    inputsFor("node", {
      project: scene.project,
      chain: "ethereum-mainnet",
      region: "lon1",
      readiness: "platform",
      ...more,
    });

  it("node deleted outside: NotFoundError, nothing kept", async () => {
    const context = scene.context();
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
    expect(error?.message).to.match(/was deleted outside of Pulumi during the wait/);
    expect(context.clock.elapsedMs).to.be.within(60_000, 180_000);
  });

  it("404 without proof of absence: deadline, the node is kept", async () => {
    await sandbox.fault({ operation: "retrieveNodeV2" }, { type: "status", status: 404 }, null, 1);
    const context = scene.context();
    const failure = await partialFailureOf(nodeOperations.create(inputs({ timeouts: { create: "2m" } }), context));
    expect(failure.cause).to.be.instanceOf(NotReadyError);
    expect(context.clock.elapsedMs).to.equal(120_000);
    expect(await scene.exists(failure.id)).to.equal(true);
  });

  it("deployment failed: the error suggests --replace", async () => {
    await sandbox.fault({ operation: "createNodeV2" }, { type: "deployment", outcome: "failed", seconds: 0 });
    const context = scene.context();
    const failure = await partialFailureOf(nodeOperations.create(inputs(), context));
    expect(failure.message)
      .to.match(/waiting will not help/)
      .and.to.include(`pulumi up --replace '${context.owner.urn}'`);
  });

  it("deployment of a network's node failed: the error suggests --replace of the network", async () => {
    await sandbox.fault({ operation: "createNetwork" }, { type: "deployment", outcome: "failed", seconds: 0 });
    const context = scene.context();
    const failure = await partialFailureOf(
      networkOperations.create(inputsFor("network", networkArgsIn(scene)), context),
    );
    expect(failure.message)
      .to.match(/The network is kept, but waiting will not help/)
      .and.to.include(`pulumi up --replace '${context.owner.urn}'`);
  });

  it("deadline: the error says that the next up resumes", async () => {
    const given = inputs({ timeouts: { create: "1m" } });
    const { message } = await partialFailureOf(nodeOperations.create(given, scene.context()));
    expect(message)
      .to.match(/the next `pulumi up` resumes the wait\.$/)
      .and.not.to.include("--replace");
  });

  describe("chain without a probe", () => {
    const args = (more: Properties = {}) => ({
      project: scene.project,
      blockchain: "BC-9",
      cloud: "CC-0016",
      ...more,
    });
    const cardano = () => ({
      id: "ND-1-2-3",
      name: "rpc",
      status: "running",
      project: scene.project,
      protocol: "cardano",
      network: "cardano-mainnet",
      details: { https_endpoint: "https://cardano.example/0123456789abcdef0123456789abcdef" },
    });

    it("ids unknown to the catalogue: ends at once", async () => {
      await sandbox.fault({ operation: "createNodeV2" }, { type: "status", status: 201, body: cardano() });
      const context = scene.context({ isCrashSafe: false });
      const failure = await partialFailureOf(nodeOperations.create(inputsFor("node", args()), context));
      expect(failure).to.include({ id: "ND-1-2-3" });
      expect(failure.message).to.match(/cannot be probed: .*Set readiness: "platform"/);
      expect(context.clock.elapsedMs).to.equal(0);
    });

    it("readiness raised later: ends at once", async () => {
      await sandbox.fault({ operation: "createNodeV2" }, { type: "status", status: 201, body: cardano() });
      const before = inputsFor("node", args({ readiness: "platform" }));
      const { id, outs } = await nodeOperations.create(before, scene.context({ isCrashSafe: false }));
      await sandbox.fault({ operation: "retrieveNodeV2" }, { type: "status", status: 200, body: cardano() }, null);
      const context = scene.context();
      const failure = await partialFailureOf(
        nodeOperations.update(id, outs, inputsFor("node", args(), before), context),
      );
      expect(failure.message).to.match(/cannot be probed: .*Set readiness: "platform"/);
      expect(context.clock.elapsedMs).to.equal(0);
    });
  });
});
