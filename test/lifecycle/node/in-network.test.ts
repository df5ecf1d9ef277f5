import { expect } from "chai";
import { NotFoundError, RejectedError } from "../../../provider/errors/errors.js";
import { claimName } from "../../../provider/lifecycle/claim/claim-name.js";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { bareNetwork } from "../../support/lifecycle/network-scene";
import { inputsFor, partialFailureOf, useOperations } from "../../support/lifecycle/operations-scene";
import { diffNode, nodeOperations } from "../../support/lifecycle/resources";
import { ownerOf } from "../../support/lifecycle/sample-inputs";
import { rpc } from "../../support/nodes/nodes";
import { failureOf } from "../../support/platform/client-on-sandbox";

describe("nodeOperations in a v1 network", () => {
  const scene = useOperations();
  const { sandbox } = scene;
  let networkId: string;
  before(async () => {
    networkId = await bareNetwork(scene);
  });
  const args = (more: Properties = {}) => ({
    networkId,
    type: "shared",
    provider: "chainstack_global",
    region: "global1",
    configuration: { archive: false },
    readiness: "platform",
    ...more,
  });
  const dedicated = {
    type: "dedicated",
    provider: "aws",
    region: "us-east-1",
    configuration: { archive: true, client: "geth" },
  };
  const make = async (more: Properties = {}) => {
    const inputs = inputsFor("node", args(more));
    const { id, outs } = await nodeOperations.create(inputs, scene.context());
    await sandbox.forget();
    return { id, outs, inputs };
  };

  it("create: through v1, configuration as written, all outputs", async () => {
    const inputs = inputsFor("node", args(dedicated));
    const { id, outs } = await nodeOperations.create(inputs, scene.context());
    const log = await sandbox.log();
    const posted = log.find(({ method }) => method === "POST");
    expect(posted?.path).to.equal("/v1/nodes/");
    expect(posted?.body).to.deep.equal({
      name: claimName(ownerOf("Node", "rpc")),
      network: networkId,
      role: "peer",
      ...dedicated,
    });
    expect(log.some(({ method, path }) => method !== "GET" && path.startsWith("/v2/nodes/"))).to.equal(false);
    expect(outs).to.deep.include({ ...dedicated, networkId, ready: true, status: "running", project: scene.project });
    expect(outs).to.include({ network: "ethereum-mainnet", protocol: "ethereum", mode: "archive" });
    const { https, key, username, password } = outs.endpoints as Readonly<Record<string, string>>;
    expect(https).to.equal(`${sandbox.baseUrl}/${key}/rpc/${id}`);
    expect(await rpc(https ?? "", "eth_chainId")).to.equal("0x1");
    expect(username).to.be.a("string");
    expect(password).to.be.a("string");
    expect(diffNode(outs, inputs)).to.deep.equal({ changes: false, replaces: [] });
  });

  it("create of a dedicated node: waits longer than 20 minutes", async () => {
    await sandbox.change({ regionalSeconds: 86_400 });
    const context = scene.context();
    context.onLine = async () => {
      if (context.clock.elapsedMs > 1_260_000) {
        context.onLine = () => undefined;
        const { nodes } = await sandbox.admin<{ nodes: readonly { id: string; status: string }[] }>("GET", "/objects");
        for (const { id } of nodes.filter(({ status }) => status === "pending")) {
          await sandbox.admin("PATCH", `/nodes/${id}`, { status: "running" });
        }
      }
    };
    const { outs } = await nodeOperations.create(inputsFor("node", args(dedicated)), context);
    expect(outs).to.include({ ready: true });
    expect(context.clock.elapsedMs).to.be.above(1_260_000);
  });

  it("deployment failed: kept with its id, removed through v1", async () => {
    await sandbox.fault({ operation: "createNode" }, { type: "deployment", outcome: "failed", seconds: 0 });
    const failure = await partialFailureOf(nodeOperations.create(inputsFor("node", args()), scene.context()));
    expect(failure.outs).to.include({ networkId, ready: false, status: "failed" });
    await sandbox.forget();
    await nodeOperations.remove(failure.id, failure.outs, scene.context());
    expect(await scene.writes()).to.deep.equal([`DELETE /v1/nodes/${failure.id}/`]);
  });

  it("create in a nonexistent network: NotFoundError, nothing written", async () => {
    const given = inputsFor("node", args({ networkId: "NW-0-0-0" }));
    expect(await failureOf(nodeOperations.create(given, scene.context()))).to.be.instanceOf(NotFoundError);
    expect(await scene.writes()).to.deep.equal([]);
  });

  it("create rejected: mapped to arguments", async () => {
    const error = await failureOf(nodeOperations.create(inputsFor("node", args({ region: "mars1" })), scene.context()));
    expect(error).to.be.instanceOf(RejectedError);
    expect((error as RejectedError).fields).to.have.all.keys("region");
  });

  it("read: through v1, no drift", async () => {
    const { id, outs, inputs } = await make();
    const read = await nodeOperations.read(id, outs, scene.context());
    const { __provider, ...own } = inputs;
    expect(read?.outs).to.deep.equal(outs);
    expect(read?.inputs).to.deep.equal(own);
    expect((await sandbox.requests()).filter((request) => request.includes("/v2/"))).to.deep.equal([]);
  });

  it("rename: through v1", async () => {
    const { id, outs, inputs } = await make();
    const news = inputsFor("node", args({ name: "renamed" }), inputs);
    expect(await nodeOperations.update(id, outs, news, scene.context())).to.include({ name: "renamed", ready: true });
    expect(await scene.writes()).to.deep.equal([`PATCH /v1/nodes/${id}/`]);
  });

  it("network hidden: node not considered deleted, remove waits for the node itself", async () => {
    const { id, outs } = await make();
    await sandbox.fault({ path: `/v1/networks/${networkId}/` }, { type: "status", status: 404 }, null);
    await sandbox.change({ deleteDelayMs: 300 });
    const read = await nodeOperations.read(id, outs, scene.context());
    expect(read?.outs).to.include({ status: "running", networkId });
    await nodeOperations.remove(id, outs, scene.context());
    expect(await scene.exists(id)).to.equal(false);
    const reads = (await sandbox.log()).filter(({ method, path }) => method === "GET" && path === `/v1/nodes/${id}/`);
    expect(reads.at(-1)).to.include({ status: 404 });
    expect(reads.filter(({ status }) => status === 200).length).to.be.above(2);
  });

  it("deleted outside: read returns undefined, with proof", async () => {
    const { id, outs } = await make();
    await sandbox.admin("DELETE", `/objects/${id}`);
    expect(await nodeOperations.read(id, outs, scene.context())).to.equal(undefined);
    expect(await sandbox.requests()).to.include("GET /v1/nodes/");
    await nodeOperations.remove(id, outs, scene.context());
  });
});
