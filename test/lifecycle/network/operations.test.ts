import { expect } from "chai";
import { RejectedError } from "../../../provider/errors/errors.js";
import { claimName } from "../../../provider/lifecycle/claim/claim-name.js";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { makeNetwork, networkArgsIn, nodesOf } from "../../support/lifecycle/network-scene";
import { inputsFor, partialFailureOf, useOperations } from "../../support/lifecycle/operations-scene";
import { diffNetwork, networkOperations } from "../../support/lifecycle/resources";
import { initialNode, ownerOf } from "../../support/lifecycle/sample-inputs";
import { failureOf, sharedNode } from "../../support/platform/client-on-sandbox";

describe("networkOperations", () => {
  const scene = useOperations();
  const { sandbox } = scene;
  const args = (more: Properties = {}) => networkArgsIn(scene, more);
  const make = (more: Properties = {}) => makeNetwork(scene, more);

  describe("create", () => {
    it("network and nodes: one request, waits for all nodes", async () => {
      const inputs = inputsFor("network", args());
      const { id, outs } = await networkOperations.create(inputs, scene.context());
      expect(id).to.match(/^NW-/);
      const [first, second] = nodesOf(outs);
      expect(await scene.writes()).to.deep.equal([
        "POST /v1/networks/",
        `PATCH /v1/nodes/${second?.id}/`,
        `PATCH /v1/nodes/${first?.id}/`,
      ]);
      const posted = (await sandbox.log()).find(({ method }) => method === "POST")?.body;
      const claims = [claimName(ownerOf("Node", "rpc")), `${claimName(ownerOf("Node", "rpc"))}-n1`];
      const wanted = nodesOf(inputs).map((node, index) => ({ ...node, name: claims[index], role: "peer" }));
      expect(posted).to.deep.equal({
        project: scene.project,
        protocol: "ethereum",
        configuration: { network: "ethereum-mainnet" },
        nodes: wanted,
      });
      expect(outs).to.include({ ready: true, status: "ok", network: "ethereum-mainnet", readiness: "platform" });
      expect(outs.organization).to.match(/^RG-/);
      expect(nodesOf(outs).map(({ name, region, status, ready }) => ({ name, region, status, ready }))).to.deep.equal(
        nodesOf(inputs).map(({ name, region }) => ({ name, region, status: "running", ready: true })),
      );
      for (const node of nodesOf(outs)) {
        expect(node.id).to.match(/^ND-/);
        expect(node.endpoints).to.include.keys("https", "key");
      }
      expect(diffNetwork(outs, inputs)).to.deep.equal({ changes: false, replaces: [] });
    });

    it("one deployment fails: network and every node kept, the failed one named", async () => {
      await sandbox.change({ regionalSeconds: 86_400 });
      const context = scene.context();
      context.onLine = async () => {
        context.onLine = () => undefined;
        const { nodes } = await sandbox.admin<{ nodes: readonly { id: string; status: string }[] }>("GET", "/objects");
        const late = nodes.find(({ status }) => status === "pending");
        await sandbox.admin("PATCH", `/nodes/${late?.id}`, { status: "failed" });
      };
      const inputs = inputsFor("network", args());
      const failure = await partialFailureOf(networkOperations.create(inputs, context));
      const [first, second] = nodesOf(failure.outs);
      expect(failure.id).to.match(/^NW-/);
      expect(failure.outs).to.include({ ready: false });
      expect([first?.ready, second?.ready]).to.deep.equal([true, false]);
      expect(failure.message).to.include(String(second?.id)).and.not.to.include(String(first?.id));
      expect(failure.message).to.match(/The network is kept/);
      expect(diffNetwork(failure.outs, inputs)).to.deep.equal({ changes: true, replaces: [] });
    });

    it("response without nodes: looked up", async () => {
      const { id } = await make();
      const [made] = (await sandbox.admin<{ networks: readonly Properties[] }>("GET", "/objects")).networks.filter(
        (network) => network.id === id,
      );
      await sandbox.fault(
        { operation: "createNetwork" },
        { type: "status", status: 201, body: { ...made, nodes: [] } },
      );
      const inputs = inputsFor("network", args());
      const { outs } = await networkOperations.create(inputs, scene.context({ isCrashSafe: false }));
      expect(outs).to.include({ ready: true });
      expect(nodesOf(outs).every((node) => typeof node.id === "string")).to.equal(true);
    });

    it("one node fewer than requested: not ready", async () => {
      const { id } = await make({ nodes: [initialNode] });
      const [made] = (await sandbox.admin<{ networks: readonly Properties[] }>("GET", "/objects")).networks.filter(
        (network) => network.id === id,
      );
      await sandbox.fault(
        { operation: "createNetwork" },
        { type: "status", status: 201, body: { ...made, nodes: [] } },
      );
      const context = scene.context({ isCrashSafe: false });
      const failure = await partialFailureOf(networkOperations.create(inputsFor("network", args()), context));
      expect(failure).to.include({ id });
      expect(failure.outs).to.include({ ready: false });
      expect(nodesOf(failure.outs).map((node) => typeof node.id)).to.deep.equal(["string", "undefined"]);
    });

    it("name in a public project: rejected before any write", async () => {
      const error = await failureOf(
        networkOperations.create(inputsFor("network", args({ name: "mine" })), scene.context()),
      );
      expect(error).to.be.instanceOf(RejectedError);
      expect((error as RejectedError).fields).to.have.all.keys("name");
      expect(error?.message).to.match(
        /^name: the platform names the networks of a public project itself; leave it out/,
      );
      expect(await sandbox.requests()).to.deep.equal(["GET /v1/organization/", `GET /v2/projects/${scene.project}/`]);
    });

    it("name in a consortium: sent", async () => {
      await sandbox.admin("PATCH", `/objects/${scene.project}`, { type: "consortium" });
      await networkOperations
        .create(inputsFor("network", args({ name: "mine" })), scene.context())
        .finally(() => sandbox.admin("PATCH", `/objects/${scene.project}`, { type: "public" }));
      expect((await sandbox.log()).find(({ method }) => method === "POST")?.body).to.include({ name: "mine" });
    });

    it("arguments rejected by the platform: named", async () => {
      const inputs = inputsFor("network", args({ nodes: [{ ...initialNode, provider: "vzo", region: "mars1" }] }));
      const error = await failureOf(networkOperations.create(inputs, scene.context()));
      expect(error).to.be.instanceOf(RejectedError);
      expect(Object.keys((error as RejectedError).fields)).to.deep.equal(["nodes[0].provider"]);
    });
  });

  describe("read", () => {
    it("after create: no drift", async () => {
      const { id, outs, inputs } = await make();
      const read = await networkOperations.read(id, outs, scene.context());
      const { __provider, ...own } = inputs;
      expect(read?.outs).to.deep.equal(outs);
      expect(read?.inputs).to.deep.equal(own);
    });

    it("node renamed and node deleted outside: both shown", async () => {
      const { id, outs, inputs } = await make();
      const [first, second] = nodesOf(outs);
      await sandbox.admin("PATCH", `/objects/${first?.id}`, { name: "theirs" });
      await sandbox.admin("DELETE", `/objects/${second?.id}`);
      const context = scene.context();
      const read = await networkOperations.read(id, outs, context);
      expect(context.lines.join("\n")).to.match(new RegExp(`^Node ${second?.id} no longer exists: .*30 days`));
      const [seen, deleted] = nodesOf(read?.outs ?? {});
      expect(seen).to.include({ id: first?.id, name: "theirs", ready: true });
      expect(deleted).to.include({ status: "deleted", ready: false }).and.not.to.have.property("id");
      expect(read?.outs).to.include({ ready: false });
      expect(diffNetwork(read?.outs ?? {}, inputs)).to.deep.equal({ changes: true, replaces: [] });
    });

    it("nodes of others: not included", async () => {
      const { id, outs } = await make();
      await scene
        .context()
        .account.client.call("createNodeV1", { body: { ...sharedNode, name: "theirs", network: id } });
      const read = await networkOperations.read(id, outs, scene.context());
      expect(nodesOf(read?.outs ?? {}).map((node) => node.id)).to.deep.equal(nodesOf(outs).map((node) => node.id));
    });

    it("get, only the id is known: complete", async () => {
      const { id, outs } = await make();
      const read = await networkOperations.read(id, {}, scene.context());
      expect(read?.outs).to.include({
        ready: true,
        status: "ok",
        project: scene.project,
        protocol: "ethereum",
        network: "ethereum-mainnet",
      });
      expect(nodesOf(read?.outs ?? {}).map((node) => node.id)).to.have.members(nodesOf(outs).map((node) => node.id));
    });

    it("deleted outside: undefined, with proof", async () => {
      const { id, outs } = await make();
      await sandbox.admin("DELETE", `/objects/${id}`);
      expect(await networkOperations.read(id, outs, scene.context())).to.equal(undefined);
      expect(await sandbox.requests()).to.include.members(["GET /v1/networks/", `GET /v2/projects/${scene.project}/`]);
    });
  });
});
