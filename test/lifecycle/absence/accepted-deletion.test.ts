import { expect } from "chai";
import { inputsFor, useOperations } from "../../support/lifecycle/operations-scene";
import { nodeOperations } from "../../support/lifecycle/resources";
import { failureOf } from "../../support/platform/client-on-sandbox";

describe("deletion accepted by the platform", () => {
  const scene = useOperations();
  const make = (name: string) =>
    nodeOperations.create(
      inputsFor("node", { name, project: scene.project, chain: "ethereum-mainnet", readiness: "none" }),
      scene.context(),
    );

  for (const status of [400, 403, 404, 500]) {
    it(`read fails once with ${status}: deleted, with one DELETE`, async () => {
      const { id, outs } = await make(`once-${status}`);
      await scene.sandbox.forget();
      await scene.sandbox.fault({ operation: "retrieveNodeV2" }, { type: "status", status }, 1);
      await nodeOperations.remove(id, outs, scene.context());
      expect(await scene.exists(id)).to.equal(false);
      expect(await scene.writes()).to.deep.equal([`DELETE /v2/nodes/${id}/`]);
    });
  }

  it("reads keep failing: rejected after 15 s with that failure", async () => {
    const { id, outs } = await make("for-good");
    await scene.sandbox.fault({ operation: "retrieveNodeV2" }, { type: "status", status: 403 }, null);
    const context = scene.context();
    expect(await failureOf(nodeOperations.remove(id, outs, context))).to.have.property("code", "auth");
    expect(context.clock.elapsedMs).to.be.within(15_000, 21_000);
  });
});
