import { expect } from "chai";
import { KnownObjects } from "../../../provider/lifecycle/engine/known-objects.js";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { useFastRetries } from "../../support/lifecycle/fast-retries";
import { makeNetwork, networkArgsIn } from "../../support/lifecycle/network-scene";
import { inputsFor, type TestContext, useOperations } from "../../support/lifecycle/operations-scene";
import { networkOperations, nodeOperations, projectOperations } from "../../support/lifecycle/resources";
import { initialNode, ownerOf } from "../../support/lifecycle/sample-inputs";

interface Held {
  readonly id: string;
}

describe("create beside an object of the same name", () => {
  useFastRetries();
  const scene = useOperations();
  const { sandbox } = scene;
  let network: string;
  before(async () => {
    network = (await makeNetwork(scene, { nodes: [{ ...initialNode, name: "host" }] })).id;
  });
  afterEach(async () => {
    const { projects, nodes } = await sandbox.admin<Record<"projects" | "nodes", readonly (Held & { name: string })[]>>(
      "GET",
      "/objects",
    );
    for (const { id } of [...nodes, ...projects].filter(
      (object) => object.id !== scene.project && object.name !== "host",
    )) {
      await sandbox.admin("DELETE", `/objects/${id}`).catch(() => undefined);
    }
  });

  const createNode = (args: Properties, context: TestContext) =>
    nodeOperations.create(inputsFor("node", { readiness: "none", ...args }), context);
  const kinds = {
    Project: (context: TestContext) => projectOperations.create(inputsFor("project", {}), context),
    Network: (context: TestContext) => networkOperations.create(inputsFor("network", networkArgsIn(scene)), context),
    Node: (context: TestContext, more: Properties = {}) =>
      createNode({ project: scene.project, chain: "ethereum-mainnet", name: "hand", ...more }, context),
    "Node in a network": (context: TestContext) => createNode({ networkId: network, ...initialNode }, context),
  } as const;
  const warnings = ({ lines }: TestContext) => lines.filter((line) => line.startsWith("Of the same name"));
  const knowing = (fill: (known: KnownObjects) => void): TestContext => {
    const known = new KnownObjects();
    fill(known);
    return { ...scene.context(), known };
  };

  for (const [kind, create] of Object.entries(kinds)) {
    it(`${kind}, same placement, unknown to this run: warning with its id and sweep`, async () => {
      const left = await create(scene.context());
      const context = scene.context();
      const { id } = await create(context);
      expect(id).not.to.equal(left.id);
      const [warning, ...more] = warnings(context);
      expect(warning).to.include(` ${left.id}.`).and.to.include("`blockchain-nodes sweep --stack dev`");
      expect(more).to.deep.equal([]);
    });

    it(`${kind}, known from state: no warning`, async () => {
      const left = await create(scene.context());
      const context = knowing((known) => known.add(left.id, left.outs));
      await create(context);
      expect(warnings(context)).to.deep.equal([]);
    });
  }

  it("another placement: no warning", async () => {
    const other = await projectOperations.create(inputsFor("project", { name: "other" }), scene.context());
    await kinds.Node(scene.context(), { project: other.id });
    await kinds.Node(scene.context(), { region: "lon1" });
    await kinds.Node(scene.context(), { chain: "polygon-pos-mainnet" });
    const context = scene.context();
    await kinds.Node(context);
    expect(warnings(context)).to.deep.equal([]);
  });

  it("created by the same run: no warning", async () => {
    const context = scene.context();
    const owners = ["a", "b", "c"].map((name) => ownerOf("Node", name));
    await Promise.all(owners.map((owner) => kinds.Node({ ...context, owner })));
    context.claims.invalidate("hand");
    await kinds.Node({ ...context, owner: ownerOf("Node", "d") });
    expect(warnings(context)).to.deep.equal([]);
  });

  it("replacement without a diff, as a forced one: warning about all but its predecessor", async () => {
    const made = [await kinds.Node(scene.context())];
    const context = knowing((known) => known.addResource(ownerOf("Node", "rpc").urn));
    made.push(await kinds.Node(context));
    expect(warnings(context)).to.deep.equal([]);
    const next = knowing((known) => known.addResource(ownerOf("Node", "rpc").urn));
    await kinds.Node(next);
    expect(warnings(next)).to.have.length(1);
    expect(warnings(next)[0]).to.include(made.map(({ id }) => id).join(", "));
  });

  it("cost: no extra list walk, one read per object", async () => {
    await kinds.Node(scene.context());
    await sandbox.forget();
    await kinds.Node(scene.context());
    const reads = (await sandbox.requests()).filter((request) => /^GET \/v[12]\/nodes\//.test(request));
    expect(reads.filter((request) => request.endsWith("/nodes/"))).to.have.members([
      "GET /v2/nodes/",
      "GET /v1/nodes/",
    ]);
    expect(reads).to.have.length(3);
  });

  it("crashSafeCreate false: no list walk, no warning", async () => {
    await kinds.Node(scene.context());
    const context = scene.context({ isCrashSafe: false });
    await kinds.Node(context);
    expect(warnings(context)).to.deep.equal([]);
  });
});
