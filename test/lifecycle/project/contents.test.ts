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

describe("projectOperations.remove on a platform that cascades", () => {
  const bench = useOperations({ nonEmptyDelete: "cascade" });
  const { sandbox } = bench;

  const make = async (context = bench.context()) => {
    const { id, outs } = await projectOperations.create(inputsFor("project", {}), context);
    await sandbox.forget();
    return { id, outs };
  };
  const addNode = async (project: string, name = "theirs") => {
    const { client } = bench.context().account;
    return (await client.call("createNodeV2", { body: { name, project, ...ethereum } })).id;
  };
  const hide = (id: string) => sandbox.admin("PATCH", `/objects/${id}`, { hidden: true });
  const networkOf = async (node: string) =>
    String((await bench.context().account.client.call("getNodeV1", { id: node })).networkId);
  const deletions = async () => (await bench.writes()).filter((request) => request.startsWith("DELETE "));
  const refusal = async (id: string, outs: object, context: TestContext = bench.context()) => {
    const error = await failureOf(projectOperations.remove(id, { ...outs }, context));
    expect(await deletions(), error?.message).to.deep.equal([]);
    expect(await bench.exists(id)).to.equal(true);
    return error;
  };

  it("content of others › made through v2: refused by id after 15 s, and nothing is deleted", async () => {
    const { id, outs } = await make();
    const node = await addNode(id);
    const context = bench.context();
    const error = await refusal(id, outs, context);
    expect(error).to.be.instanceOf(ConflictError);
    expect(error?.message)
      .to.match(/^Project PR-\S+ was not deleted: it holds ND-/)
      .and.to.include(node);
    expect(context.clock.elapsedMs).to.be.within(15_000, 25_000);
    expect(context.lines.join("\n")).to.include(`waiting for the end of ${node}`);
  });

  it("content of others › nodes of a network: each is named", async () => {
    const { id, outs } = await make();
    const { nodes } = await bench.context().account.client.call("createNetwork", {
      body: {
        ...{ project: id, protocol: "ethereum", configuration: { network: "ethereum-mainnet" } },
        nodes: ["a", "b"].map((name) => ({ ...sharedNode, name })),
      },
    });
    expect((await refusal(id, outs))?.message).to.include(nodes.map((node) => node.id).join(", "));
  });

  const views: readonly (readonly [name: string, hidden: readonly string[]])[] = [
    ["only v1 shows", ["listAllNodesV2"]],
    ["only v2 shows", ["listAllNodes", "listAllNetworks"]],
    ["only the list of networks shows", ["listAllNodes", "listAllNodesV2"]],
  ];
  for (const [name, operations] of views) {
    it(`content of others › which ${name}: refused by id`, async () => {
      const { id, outs } = await make();
      const node = await addNode(id);
      for (const operation of operations) {
        await sandbox.fault({ operation }, nothing, null);
      }
      const error = await refusal(id, outs);
      expect(error).to.be.instanceOf(ConflictError);
      expect(error?.message).to.include(node);
    });
  }

  it("content that this key does not see: refused by the number of networks", async () => {
    const { id, outs } = await make();
    const node = await addNode(id);
    await hide(await networkOf(node));
    await hide(node);
    const error = await refusal(id, outs);
    expect(error).to.be.instanceOf(ShapeError);
    expect(error?.message).to.match(
      /^Cannot determine what Project \S+ holds: it counts 1 networks, .* list shows 0\./,
    );
  });

  it("content that this key does not see, in a network that it sees: refused by the network's status", async () => {
    const { id, outs } = await make();
    const node = await addNode(id);
    const network = await networkOf(node);
    await hide(node);
    expect((await refusal(id, outs))?.message).to.include(`network ${network} is "ok", but shows no nodes`);
  });

  it("a list that cannot be read whole: refused, and it says why", async () => {
    const { id, outs } = await make();
    const unknown = { ...nothing, body: { count: 1, results: [] } };
    for (const [operation, fault, reason] of [
      ["listAllNodesV2", unknown, /the list of nodes is incomplete/],
      ["listAllNodes", unknown, /the list of nodes is incomplete/],
      ["listAllNetworks", unknown, /the list of networks is incomplete/],
      [
        "listAllNodesV2",
        { ...nothing, body: { results: [{ id: "ND-7" }] } },
        /the platform does not say where these are: ND-7\./,
      ],
      [
        "listAllNetworks",
        { ...nothing, body: { results: [{ id: "NW-7" }] } },
        /the platform does not say where these are: NW-7\./,
      ],
      ["listAllNodes", { ...nothing, body: "<html>" }, /listNodesV1: .* an HTML page/],
    ] as const) {
      await sandbox.admin("DELETE", "/faults");
      await sandbox.fault({ operation }, fault, null);
      const error = await refusal(id, outs);
      expect(error?.message)
        .to.match(/^Cannot determine what Project \S+ holds: /)
        .and.to.match(reason);
    }
  });

  it("a node that cannot be read in one version of the interface, and stands elsewhere in the other: not in the way", async () => {
    const { id, outs } = await make();
    const other = await make();
    const node = await addNode(other.id);
    await sandbox.fault({ operation: "listAllNodesV2" }, { type: "show-as", id: node, omit: ["name"] }, null);
    await projectOperations.remove(id, outs, bench.context());
    expect(await deletions()).to.deep.equal([`DELETE /v2/projects/${id}/`]);
    await sandbox.admin("DELETE", `/objects/${other.id}`);
  });

  it("a list that the key may not read: refused at once, in words that say so", async () => {
    const { id, outs } = await make();
    await sandbox.fault({ operation: "listAllNetworks" }, { type: "status", status: 403 }, null);
    const context = bench.context();
    const error = await refusal(id, outs, context);
    expect(error).to.be.instanceOf(AuthError);
    expect(error?.message).to.match(/^Cannot determine what Project \S+ holds: /);
    expect(context.clock.elapsedMs).to.equal(0);
  });

  it("lists of before, which show what others have deleted: waited for, and no request leaves before", async () => {
    const { id, outs } = await make();
    const node = await addNode(id);
    await sandbox.fault({ operation: "list*" }, { type: "stale-list" }, null);
    await sandbox.admin("DELETE", `/objects/${node}`);
    const context = bench.context();
    context.onLine = (line) => {
      expect(line).to.include(node);
      return sandbox.admin("DELETE", "/faults");
    };
    await projectOperations.remove(id, outs, context);
    expect(await deletions()).to.deep.equal([`DELETE /v2/projects/${id}/`]);
    expect((await sandbox.requests()).filter((request) => request === "GET /v2/nodes/").length).to.be.above(1);
  });

  it("lists of before, which show what this process has deleted: not waited for", async () => {
    const context = bench.context();
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

  it("a node that the same process deletes: waited for until it is gone, also for longer than 15 s", async () => {
    const context = bench.context();
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
    expect(await bench.exists(id)).to.equal(false);
  });

  it("what a killed run of this stack began: removed first, by id", async () => {
    const { id, outs } = await make();
    const node = await addNode(id, claim);
    await projectOperations.remove(id, outs, bench.context());
    expect(await deletions()).to.deep.equal([`DELETE /v2/nodes/${node}/`, `DELETE /v2/projects/${id}/`]);
  });

  it("what a killed run began that may be another machine's: kept, and named", async () => {
    const owner = parseOwner(
      "organization/urn:pulumi:dev::shop::pulumi-nodejs:dynamic/blockchain-nodes:Project::team",
      "",
    );
    const { id, outs } = await make();
    const node = await addNode(id, claimName({ ...ownerOf("Node", "killed"), stackHash: owner.stackHash }));
    const error = await refusal(id, outs, Object.assign(bench.context(), { owner }));
    expect(error?.message).to.include(node);
  });

  it("a node that a list shows under a claim, and that has its name: kept, and named", async () => {
    const { id, outs } = await make();
    const node = await addNode(id);
    const fields = { name: claim };
    await sandbox.fault({ operation: "list*" }, { type: "show-as", id: node, fields }, null);
    expect((await refusal(id, outs))?.message).to.include(node);
  });

  it("many at once: they share the walks of the lists", async () => {
    const context = bench.context();
    const made = await Promise.all(Array.from({ length: 10 }, () => make(context)));
    await sandbox.forget();
    await Promise.all(made.map(({ id, outs }) => projectOperations.remove(id, outs, context)));
    const walks = (await sandbox.requests()).filter((request) => /^GET \/v.\/(nodes|networks)\/$/.test(request));
    expect(walks.length).to.be.within(3, 6);
  });

  it("a key that may only read: refused because of its role, at once", async () => {
    const { id, outs } = await make();
    const { apiKey } = await sandbox.admin<{ apiKey: string }>("POST", "/keys", { role: "viewer" });
    const context = bench.context({ apiKey });
    const error = await failureOf(projectOperations.remove(id, outs, context));
    expect(error).to.be.instanceOf(AuthError);
    expect(context.clock.elapsedMs).to.equal(0);
    expect(await bench.exists(id)).to.equal(true);
  });

  it("one that was deleted outside: proven by the lists, without a request that deletes", async () => {
    const { id, outs } = await make();
    await sandbox.admin("DELETE", `/objects/${id}`);
    await projectOperations.remove(id, outs, bench.context());
    expect(await deletions()).to.deep.equal([]);
  });
});
