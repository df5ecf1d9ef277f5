import { expect } from "chai";
import { systemClock } from "../../../provider/base/clock.js";
import { RejectedError } from "../../../provider/errors/errors.js";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { inputsFor, partialFailureOf, useOperations } from "../../support/lifecycle/operations-scene";
import { nodeOperations } from "../../support/lifecycle/resources";
import { failureOf } from "../../support/platform/client-on-sandbox";

describe('readiness "rpc"', () => {
  const scene = useOperations();
  const { sandbox } = scene;
  const args = (more: Properties = {}) => ({ project: scene.project, chain: "ethereum-mainnet", ...more });
  /** A node that the program did not wait for, and the inputs that wait for it. */
  const unawaited = async (more: Properties = {}) => {
    const inputs = inputsFor("node", args({ ...more, readiness: "none" }));
    const { id, outs } = await nodeOperations.create(inputs, scene.context());
    return { id, outs, news: inputsFor("node", args(more), inputs) };
  };

  it("node answers at the head of its chain: ready", async () => {
    const context = { ...scene.context(), clock: systemClock };
    const { id, outs } = await nodeOperations.create(inputsFor("node", args()), context);
    expect(outs).to.include({ ready: true, readiness: "rpc" });
    const rpc = await sandbox.admin<readonly { rpc: readonly string[] }[]>("GET", `/requests?kind=rpc&node=${id}`);
    expect(rpc.flatMap((entry) => entry.rpc)).to.include.members(["eth_chainId", "eth_getBlockByNumber"]);
  });

  it("wrong chain: ends at once, the node is kept", async () => {
    const { id, outs, news } = await unawaited();
    await sandbox.admin("POST", `/nodes/${id}/rpc`, { mode: "wrong-chain" });
    const context = scene.context();
    const failure = await partialFailureOf(nodeOperations.update(id, outs, news, context));
    expect(failure).to.include({ id });
    expect(failure.outs).to.include({ ready: false, status: "running" });
    expect(failure.message).to.match(/serves the wrong chain: .*expected 1/);
    expect(context.clock.elapsedMs).to.be.below(60_000);
  });

  it("node unreachable: ends after five minutes, the error suggests readiness platform", async () => {
    const { id, outs, news } = await unawaited({ timeouts: { update: "1h" } });
    await sandbox.admin("POST", `/nodes/${id}/rpc`, { mode: "refusing" });
    const context = scene.context();
    const failure = await partialFailureOf(nodeOperations.update(id, outs, news, context));
    expect(failure.message).to.match(/unreachable from here for 5 min.*readiness: "platform"/);
    expect(context.clock.elapsedMs).to.be.within(300_000, 330_000);
    expect(failure.outs).to.include({ ready: false, status: "running" });
  });

  it("node unreachable after a long deployment: five minutes count from running", async () => {
    const { id, outs, news } = await unawaited({ timeouts: { update: "1h" } });
    await sandbox.admin("POST", `/nodes/${id}/rpc`, { mode: "refusing" });
    await sandbox.admin("PATCH", `/nodes/${id}`, { status: "pending" });
    const context = scene.context();
    let runsSinceMs = 0;
    context.onLine = async () => {
      if (context.clock.elapsedMs > 400_000) {
        context.onLine = (line) => {
          runsSinceMs ||= line.startsWith("running") ? context.clock.elapsedMs : 0;
        };
        await sandbox.admin("PATCH", `/nodes/${id}`, { status: null });
      }
    };
    const failure = await partialFailureOf(nodeOperations.update(id, outs, news, context));
    expect(failure.message).to.match(/unreachable from here/);
    expect(runsSinceMs).to.be.above(400_000);
    expect(context.clock.elapsedMs - runsSinceMs).to.be.within(280_000, 330_000);
  });

  it("node fails on the platform while probed: ends", async () => {
    const { id, outs, news } = await unawaited({ timeouts: { update: "1h" } });
    await sandbox.admin("POST", `/nodes/${id}/rpc`, { mode: "refusing" });
    const context = scene.context();
    context.onLine = async () => {
      context.onLine = () => undefined;
      await sandbox.admin("PATCH", `/nodes/${id}`, { status: "failed" });
    };
    const failure = await partialFailureOf(nodeOperations.update(id, outs, news, context));
    expect(failure.message).to.match(/reports that the deployment .* failed/);
    expect(context.clock.elapsedMs).to.be.below(120_000);
  });

  it("progress and errors: no endpoint secrets", async () => {
    const { id, outs, news } = await unawaited({ timeouts: { update: "1m" } });
    await sandbox.admin("POST", `/nodes/${id}/rpc`, { mode: "refusing" });
    const context = scene.context();
    const failure = await partialFailureOf(nodeOperations.update(id, outs, news, context));
    const { https = "" } = outs.endpoints as Readonly<Record<string, string>>;
    const token = https.split("/").at(-1) ?? "";
    expect(token).to.match(/^[0-9a-f]{32}$/);
    expect([...context.lines, failure.message].join("\n")).not.to.include(token);
  });

  it("no probe for the chain of the ids: rejected before any write", async () => {
    const options = {
      options: [
        {
          blockchain: "BC-1",
          cloud: "CC-1",
          region: "r",
          provider: "p",
          protocol: "cardano",
          network: "cardano-mainnet",
        },
      ],
    };
    await sandbox.fault({ operation: "listDeploymentOptions" }, { type: "status", status: 200, body: options });
    const inputs = inputsFor("node", { project: scene.project, blockchain: "BC-1", cloud: "CC-1" });
    const error = await failureOf(nodeOperations.create(inputs, scene.context()));
    expect(error).to.be.instanceOf(RejectedError);
    expect((error as RejectedError).fields).to.have.all.keys("readiness");
    expect(await scene.writes()).to.deep.equal([]);
  });

  it("interrupted: ends, the node is kept", async () => {
    const { id, outs, news } = await unawaited({ timeouts: { update: "1h" } });
    await sandbox.admin("PATCH", `/nodes/${id}`, { status: "pending" });
    const controller = new AbortController();
    const context = { ...scene.context(), signal: controller.signal, clock: systemClock };
    context.progress.status = () => controller.abort(new Error("stop"));
    const failure = await partialFailureOf(nodeOperations.update(id, outs, news, context));
    expect(failure.message).to.match(/^stop/);
    expect(failure.outs).to.include({ ready: false });
  });
});
