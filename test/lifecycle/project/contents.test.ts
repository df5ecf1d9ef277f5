import { expect } from "chai";
import { AuthError, ConflictError, ShapeError } from "../../../provider/errors/errors.js";
import { claimName } from "../../../provider/lifecycle/claim/claim-name.js";
import { parseOwner } from "../../../provider/lifecycle/owner.js";
import { inputsFor, type TestContext, useOperations } from "../../support/lifecycle/operations-scene";
import { nodeOperations, projectOperations } from "../../support/lifecycle/resources";
import { ownerOf } from "../../support/lifecycle/sample-inputs";
import { ethereum, failureOf, sharedNode } from "../../support/platform/client-on-sandbox";

const nothing = { type: "status", status: 200, body: { count: 0, results: [] } };
const claim = claimName(ownerOf("Node", "killed"));

describe("projectOperations.remove on a cascading platform", () => {
  const scene = useOperations({ nonEmptyDelete: "cascade" });
  const { sandbox } = scene;

  const make = async (context = scene.context()) => {
    const { id, outs } = await projectOperations.create(inputsFor("project", {}), context);
    await sandbox.forget();
    return { id, outs };
  };
  const addNode = async (project: string, name = "theirs") => {
    const { client } = scene.context().account;
    return (await client.call("createNodeV2", { body: { name, project, ...ethereum } })).id;
  };
  const hide = (id: string) => sandbox.admin("PATCH", `/objects/${id}`, { hidden: true });
  const networkOf = async (node: string) =>
    String((await scene.context().account.client.call("getNodeV1", { id: node })).networkId);
  const deletions = async () => (await scene.writes()).filter((request) => request.startsWith("DELETE "));
  const rejection = async (id: string, outs: object, context: TestContext = scene.context()) => {
    const error = await failureOf(projectOperations.remove(id, { ...outs }, context));
    expect(await deletions(), error?.message).to.deep.equal([]);
    expect(await scene.exists(id)).to.equal(true);
    return error;
  };

  it("node of others created through v2: refused with its id after 15 s, nothing deleted", async () => {
    const { id, outs } = await make();
    const node = await addNode(id);
    const context = scene.context();
    const error = await rejection(id, outs, context);
    expect(error).to.be.instanceOf(ConflictError);
    expect(error?.message)
      .to.match(/^Project PR-\S+ was not deleted: it contains ND-/)
      .and.to.include(node);
    expect(context.clock.elapsedMs).to.be.within(15_000, 25_000);
    expect(context.lines.join("\n")).to.include(`waiting for the deletion of ${node}`);
  });

  it("network of others: refused with the ids of its nodes", async () => {
    const { id, outs } = await make();
    const { nodes } = await scene.context().account.client.call("createNetwork", {
      body: {
        ...{ project: id, protocol: "ethereum", configuration: { network: "ethereum-mainnet" } },
        nodes: ["a", "b"].map((name) => ({ ...sharedNode, name })),
      },
    });
    expect((await rejection(id, outs))?.message).to.include(nodes.map((node) => node.id).join(", "));
  });

  const views: readonly (readonly [name: string, hidden: readonly string[]])[] = [
    ["only v1 shows", ["listAllNodesV2"]],
    ["only v2 shows", ["listAllNodes", "listAllNetworks"]],
    ["only the list of networks shows", ["listAllNodes", "listAllNodesV2"]],
  ];
  for (const [name, operations] of views) {
    it(`content of others that ${name}: refused with its id`, async () => {
      const { id, outs } = await make();
      const node = await addNode(id);
      for (const operation of operations) {
        await sandbox.fault({ operation }, nothing, null);
      }
      const error = await rejection(id, outs);
      expect(error).to.be.instanceOf(ConflictError);
      expect(error?.message).to.include(node);
    });
  }

  it("content invisible to this key: refused because of the network count", async () => {
    const { id, outs } = await make();
    const node = await addNode(id);
    await hide(await networkOf(node));
    await hide(node);
    const error = await rejection(id, outs);
    expect(error).to.be.instanceOf(ShapeError);
    expect(error?.message).to.match(
      /^Cannot determine what Project \S+ contains: it counts 1 networks, .* list shows 0\./,
    );
  });

  it("content invisible to this key in a visible network: refused because of the network's status", async () => {
    const { id, outs } = await make();
    const node = await addNode(id);
    const network = await networkOf(node);
    await hide(node);
    expect((await rejection(id, outs))?.message).to.include(`network ${network} is "ok", but shows no nodes`);
  });

  it("incomplete or unreadable list: refused with the reason", async () => {
    const { id, outs } = await make();
    const unknown = { ...nothing, body: { count: 1, results: [] } };
    for (const [operation, fault, reason] of [
      ["listAllNodesV2", unknown, /the list of nodes is incomplete/],
      ["listAllNodes", unknown, /the list of nodes is incomplete/],
      ["listAllNetworks", unknown, /the list of networks is incomplete/],
      [
        "listAllNodesV2",
        { ...nothing, body: { results: [{ id: "ND-7" }] } },
        /the platform does not show where these are: ND-7\./,
      ],
      [
        "listAllNetworks",
        { ...nothing, body: { results: [{ id: "NW-7" }] } },
        /the platform does not show where these are: NW-7\./,
      ],
      ["listAllNodes", { ...nothing, body: "<html>" }, /Listing the nodes: .* an HTML page.*\(listNodesV1\)/],
    ] as const) {
      await sandbox.admin("DELETE", "/faults");
      await sandbox.fault({ operation }, fault, null);
      const error = await rejection(id, outs);
      expect(error?.message)
        .to.match(/^Cannot determine what Project \S+ contains: /)
        .and.to.match(reason);
    }
  });

  it("node unreadable in v2, in another project in v1: ignored", async () => {
    const { id, outs } = await make();
    const other = await make();
    const node = await addNode(other.id);
    await sandbox.fault({ operation: "listAllNodesV2" }, { type: "show-as", id: node, omit: ["name"] }, null);
    await projectOperations.remove(id, outs, scene.context());
    expect(await deletions()).to.deep.equal([`DELETE /v2/projects/${id}/`]);
    await sandbox.admin("DELETE", `/objects/${other.id}`);
  });

  it("list forbidden to the key: refused at once", async () => {
    const { id, outs } = await make();
    await sandbox.fault({ operation: "listAllNetworks" }, { type: "status", status: 403 }, null);
    const context = scene.context();
    const error = await rejection(id, outs, context);
    expect(error).to.be.instanceOf(AuthError);
    expect(error?.message).to.match(/^Cannot determine what Project \S+ contains: /);
    expect(context.clock.elapsedMs).to.equal(0);
  });

  it("stale lists that show deletions by others: waits, DELETE sent afterwards", async () => {
    const { id, outs } = await make();
    const node = await addNode(id);
    await sandbox.fault({ operation: "list*" }, { type: "stale-list" }, null);
    await sandbox.admin("DELETE", `/objects/${node}`);
    const context = scene.context();
    context.onLine = (line) => {
      expect(line).to.include(node);
      return sandbox.admin("DELETE", "/faults");
    };
    await projectOperations.remove(id, outs, context);
    expect(await deletions()).to.deep.equal([`DELETE /v2/projects/${id}/`]);
    expect((await sandbox.requests()).filter((request) => request === "GET /v2/nodes/").length).to.be.above(1);
  });

  it("stale lists that show deletions by this process: no wait", async () => {
    const context = scene.context();
    const { id, outs } = await make(context);
    const inputs = inputsFor("node", { project: id, chain: "ethereum-mainnet", readiness: "none" });
    const node = await nodeOperations.create(inputs, context);
    await sandbox.fault({ operation: "list*" }, { type: "stale-list" }, null);
    await nodeOperations.remove(node.id, node.outs, context);
    const startedAt = context.clock.elapsedMs;
    await projectOperations.remove(id, outs, context);
    expect(await deletions()).to.deep.equal([`DELETE /v2/nodes/${node.id}/`, `DELETE /v2/projects/${id}/`]);
    expect(context.clock.elapsedMs - startedAt).to.be.below(4_000);
  });

  it("node that this process deletes: waits, even longer than 15 s", async () => {
    const context = scene.context();
    const { id, outs } = await make(context);
    const inputs = inputsFor("node", { project: id, chain: "ethereum-mainnet", readiness: "none" });
    const node = await nodeOperations.create(inputs, context);
    await sandbox.change({ deleteDelayMs: 20_000 });
    await Promise.all([
      nodeOperations.remove(node.id, node.outs, context),
      projectOperations.remove(id, outs, context),
    ]);
    expect(context.clock.elapsedMs).to.be.above(15_000);
    expect((await deletions())[1]).to.equal(`DELETE /v2/projects/${id}/`);
    expect(await scene.exists(id)).to.equal(false);
  });

  it("claim of a killed run of this stack: deleted first, by id", async () => {
    const { id, outs } = await make();
    const node = await addNode(id, claim);
    await projectOperations.remove(id, outs, scene.context());
    expect(await deletions()).to.deep.equal([`DELETE /v2/nodes/${node}/`, `DELETE /v2/projects/${id}/`]);
  });

  it("claim possibly of another machine: kept and named", async () => {
    const owner = parseOwner(
      "organization/urn:pulumi:dev::shop::pulumi-nodejs:dynamic/blockchain-nodes:Project::team",
      "",
    );
    const { id, outs } = await make();
    const node = await addNode(id, claimName({ ...ownerOf("Node", "killed"), stackHash: owner.stackHash }));
    const error = await rejection(id, outs, Object.assign(scene.context(), { owner }));
    expect(error?.message).to.include(node);
  });

  it("node listed under a claim but already renamed: kept and named", async () => {
    const { id, outs } = await make();
    const node = await addNode(id);
    const fields = { name: claim };
    await sandbox.fault({ operation: "list*" }, { type: "show-as", id: node, fields }, null);
    expect((await rejection(id, outs))?.message).to.include(node);
  });

  it("ten at once: list walks shared", async () => {
    // Deletions of one moment share walks: these begin within a window that a busy machine keeps.
    const context = scene.context({ batchWindowMs: 1_000 });
    const made = await Promise.all(Array.from({ length: 10 }, () => make(context)));
    await sandbox.forget();
    await Promise.all(made.map(({ id, outs }) => projectOperations.remove(id, outs, context)));
    const walks = (await sandbox.requests()).filter((request) => /^GET \/v.\/(nodes|networks)\/$/.test(request));
    expect(walks.length).to.be.within(3, 6);
  });

  it("read-only key: refused at once because of its role", async () => {
    const { id, outs } = await make();
    const { apiKey } = await sandbox.admin<{ apiKey: string }>("POST", "/keys", { role: "viewer" });
    const context = scene.context({ apiKey });
    const error = await failureOf(projectOperations.remove(id, outs, context));
    expect(error).to.be.instanceOf(AuthError);
    expect(context.clock.elapsedMs).to.equal(0);
    expect(await scene.exists(id)).to.equal(true);
  });

  it("already deleted: proven by the lists, without DELETE", async () => {
    const { id, outs } = await make();
    await sandbox.admin("DELETE", `/objects/${id}`);
    await projectOperations.remove(id, outs, scene.context());
    expect(await deletions()).to.deep.equal([]);
  });
});
