import { expect } from "chai";
import {
  AuthError,
  NotReadyError,
  QuotaError,
  RejectedError,
  TransportError,
} from "../../../provider/errors/errors.js";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { inputsFor, partialFailureOf, useOperations } from "../../support/lifecycle/operations-scene";
import { diffNode, nodeOperations } from "../../support/lifecycle/resources";
import { failureOf } from "../../support/platform/client-on-sandbox";

describe("nodeOperations.create", () => {
  const scene = useOperations();
  const { sandbox } = scene;
  const inputs = (args: Properties = {}) =>
    inputsFor("node", { project: scene.project, chain: "ethereum-mainnet", readiness: "platform", ...args });

  it("placed by catalogue names: all outputs", async () => {
    const given = inputs();
    const { id, outs } = await nodeOperations.create(given, scene.context());
    expect(await sandbox.requests()).to.deep.equal([
      "GET /v1/organization/",
      "GET /v2/deployment-options/",
      "GET /v2/nodes/",
      "GET /v1/nodes/",
      "POST /v2/nodes/",
      `PATCH /v2/nodes/${id}/`,
    ]);
    const { __provider, ...echoed } = given;
    expect(outs).to.deep.include({ ...echoed, onCreateTimeout: "keep", ready: true, status: "running" });
    expect(outs).to.include({
      region: "global1",
      provider: "chainstack_global",
      cloud: "CC-0016",
      blockchain: "BC-000-000-008",
    });
    expect(outs).to.include({ network: "ethereum-mainnet", protocol: "ethereum", host: new URL(sandbox.baseUrl).host });
    expect(outs.endpoints).to.have.keys("https", "wss", "beacon");
    expect(outs.organization).to.match(/^RG-/);
    expect(id).to.match(/^ND-/);
    expect(diffNode(outs, given)).to.deep.equal({ changes: false, replaces: [] });
  });

  it("placed by ids: all outputs", async () => {
    const given = inputsFor("node", {
      project: scene.project,
      blockchain: "BC-000-000-091",
      cloud: "CC-0020",
      readiness: "none",
    });
    const { outs } = await nodeOperations.create(given, scene.context());
    expect(outs)
      .to.include({ network: "bitcoin-regtest", region: "lon1", ready: true })
      .and.not.to.have.property("chain");
    expect((await sandbox.log()).find(({ method }) => method === "POST")?.body).to.include({
      blockchain: "BC-000-000-091",
      cloud: "CC-0020",
    });
    expect(diffNode(outs, given).changes).to.equal(false);
  });

  it("regional node: waits, progress shows its status", async () => {
    const context = scene.context();
    const { outs } = await nodeOperations.create(inputs({ region: "lon1" }), context);
    expect(outs).to.include({ status: "running", ready: true, region: "lon1", provider: "chainstack_managed" });
    expect(context.lines[0]).to.equal("pending (0 s)");
    expect(context.clock.sleeps[0]).to.equal(1_000);
  });

  for (const pendingDetails of ["empty", "null", "null-keys", "blank"] as const) {
    it(`pending details ${pendingDetails}: waits for the endpoint`, async () => {
      await sandbox.change({ pendingDetails });
      const { outs } = await nodeOperations.create(inputs({ region: "lon1" }), scene.context());
      expect(outs.endpoints).to.have.property("https");
    });
  }

  it("readiness none: no wait", async () => {
    const context = scene.context();
    const { outs } = await nodeOperations.create(inputs({ name: "own", region: "lon1", readiness: "none" }), context);
    expect(outs).to.include({ status: "pending", ready: true });
    expect(context.lines).to.deep.equal([]);
  });

  const rejected: readonly (readonly [string, Properties, RegExp, string])[] = [
    ["a misspelled chain", { chain: "etherum-mainnet" }, /did you mean "ethereum-mainnet"/, "chain"],
    [
      "a chain that is not offered",
      { chain: "moonbeam-mainnet" },
      /Offered: .*arbitrum-mainnet, .*ethereum-mainnet/,
      "chain",
    ],
    [
      "a region that does not offer the chain",
      { region: "sgp1" },
      /offered in global1 \(chainstack_global\), lon1/,
      "region",
    ],
    ["a regional chain without a region", { chain: "gnosis-mainnet" }, /offered in lon1/, "region"],
    ["a provider with several regions", { provider: "chainstack_managed" }, /lon1.*ash1/, "region"],
  ];
  for (const [name, args, message, property] of rejected) {
    it(`${name}: rejected before any write`, async () => {
      // As if the bundled snapshot had accepted it.
      const error = await failureOf(nodeOperations.create({ ...inputs(), ...args }, scene.context()));
      expect(error).to.be.instanceOf(RejectedError);
      expect((error as RejectedError).fields).to.have.all.keys(property);
      expect(error?.message)
        .to.match(message)
        .and.to.match(new RegExp(`^${property}: `));
      expect(await scene.writes()).to.deep.equal([]);
    });
  }

  it("unknown ids: the platform's message", async () => {
    const given = inputsFor("node", { project: scene.project, blockchain: "BC-9", cloud: "CC-9" });
    const error = await failureOf(nodeOperations.create(given, scene.context()));
    expect(error).to.be.instanceOf(RejectedError);
    expect(error?.message).to.match(/^Creating the node failed: .*\(createNodeV2, 400\)/);
  });

  it("rejected fields named like Object.prototype members: reported", async () => {
    const body = '{"error":{"fields":{"__proto__":["odd"],"constructor":["too"]}}}';
    await sandbox.fault({ operation: "createNodeV2" }, { type: "status", status: 400, body });
    const error = await failureOf(nodeOperations.create(inputs(), scene.context()));
    expect(error?.message).to.match(/ __proto__: odd; constructor: too \(createNodeV2, 400\)\. /);
  });

  it("key of another organization than configured: AuthError, nothing written", async () => {
    const error = await failureOf(nodeOperations.create(inputs(), scene.context({ organization: "RG-0-0" })));
    expect(error).to.be.instanceOf(AuthError);
    expect(await scene.writes()).to.deep.equal([]);
  });

  it("node limit reached: QuotaError", async () => {
    await sandbox.change({ nodeLimit: 0 });
    expect(await failureOf(nodeOperations.create(inputs(), scene.context()))).to.be.instanceOf(QuotaError);
    expect(await scene.writes()).to.have.length(1);
  });

  it("response lost, no claim: no second POST", async () => {
    await sandbox.fault({ method: "POST" }, { type: "drop", commit: true });
    const context = scene.context({ isCrashSafe: false });
    expect(await failureOf(nodeOperations.create(inputs(), context))).to.be.instanceOf(TransportError);
    expect(await scene.writes()).to.deep.equal(["POST /v2/nodes/"]);
  });

  it("deployment failed: ends at once, the node is kept with its id", async () => {
    await sandbox.fault({ operation: "createNodeV2" }, { type: "deployment", outcome: "failed", seconds: 0.1 });
    const context = scene.context();
    const given = inputs({ region: "lon1" });
    const failure = await partialFailureOf(nodeOperations.create(given, context));
    expect(failure.id).to.match(/^ND-/);
    expect(failure.outs).to.include({ name: given.name, ready: false, status: "failed", __owner: given.__owner });
    expect(failure.message)
      .to.match(/failed/)
      .and.to.match(/kept/)
      .and.to.include(failure.id);
    expect(context.clock.elapsedMs).to.be.below(20 * 60_000);
    expect(await scene.exists(failure.id)).to.equal(true);
    expect(diffNode(failure.outs, given)).to.deep.equal({ changes: true, replaces: [] });
  });

  it("deadline reached: the node is kept with its id", async () => {
    await sandbox.change({ regionalSeconds: 600 });
    const context = scene.context();
    const given = inputs({ region: "lon1", timeouts: { create: "2m" } });
    const failure = await partialFailureOf(nodeOperations.create(given, context));
    expect(context.clock.elapsedMs).to.equal(120_000);
    expect(failure.outs).to.include({ ready: false, status: "pending" });
    expect(failure.message).to.match(/not ready after 2 min: pending.*timeouts/);
  });

  it("platform down while waiting: retried", async () => {
    await sandbox.fault({ operation: "retrieveNodeV2" }, { type: "status", status: 429, retryAfter: 0 }, 3);
    await sandbox.fault({ operation: "retrieveNodeV2" }, { type: "status", status: 404 }, 1);
    const { outs } = await nodeOperations.create(inputs({ region: "lon1" }), scene.context());
    expect(outs).to.include({ ready: true });
  });

  it("key revoked while waiting: ends, the node is kept", async () => {
    await sandbox.change({ regionalSeconds: 600 });
    await sandbox.fault({ operation: "retrieveNodeV2" }, { type: "status", status: 401 }, null);
    const context = scene.context({ isCrashSafe: false });
    const failure = await partialFailureOf(nodeOperations.create(inputs({ region: "lon1" }), context));
    expect(failure.cause).to.be.instanceOf(AuthError);
    expect(context.clock.elapsedMs).to.be.below(5_000);
  });

  describe('onCreateTimeout "delete"', () => {
    it("deployment failed: deleted", async () => {
      await sandbox.fault({ operation: "createNodeV2" }, { type: "deployment", outcome: "failed", seconds: 0 });
      const error = await failureOf(nodeOperations.create(inputs({ onCreateTimeout: "delete" }), scene.context()));
      expect(error).to.be.instanceOf(NotReadyError);
      expect(error).not.to.have.property("id");
      expect(error?.message).to.match(/failed.*It was deleted/);
      const id = /ND-[\d-]+/.exec(error?.message ?? "")?.[0] ?? "";
      expect(await scene.writes()).to.deep.equal(["POST /v2/nodes/", `DELETE /v2/nodes/${id}/`]);
      expect(await scene.exists(id)).to.equal(false);
    });

    it("not ready at the deadline: deleted", async () => {
      await sandbox.change({ regionalSeconds: 600 });
      const given = inputs({ region: "lon1", onCreateTimeout: "delete", timeouts: { create: "1m" } });
      const error = await failureOf(nodeOperations.create(given, scene.context()));
      expect(error?.message).to.match(/not ready after 1 min.*It was deleted/);
    });

    it("deletion fails: kept with its id", async () => {
      await sandbox.change({ regionalSeconds: 600 });
      await sandbox.fault({ method: "DELETE" }, { type: "status", status: 403 }, null);
      const given = inputs({ region: "lon1", onCreateTimeout: "delete", timeouts: { create: "1m" } });
      const failure = await partialFailureOf(nodeOperations.create(given, scene.context()));
      expect(failure.message).to.match(
        /not ready after 1 min.*Deleting it, .*failed: Deleting the node failed: .*\(deleteNodeV2, 403\)/,
      );
      expect(await scene.exists(failure.id)).to.equal(true);
      expect(failure.outs.name).to.equal(given.name);
    });

    it("failure unrelated to the node: kept", async () => {
      await sandbox.change({ regionalSeconds: 600 });
      await sandbox.fault({ operation: "retrieveNodeV2" }, { type: "status", status: 401 }, null);
      const given = inputs({ region: "lon1", onCreateTimeout: "delete" });
      const context = scene.context({ isCrashSafe: false });
      const failure = await partialFailureOf(nodeOperations.create(given, context));
      expect(await scene.exists(failure.id)).to.equal(true);
    });
  });
});
