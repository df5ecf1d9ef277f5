import { expect } from "chai";
import { CancelledError } from "../../../provider/errors/errors.js";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { useFastRetries } from "../../support/lifecycle/fast-retries";
import { london, networkArgsIn, nodesOf } from "../../support/lifecycle/network-scene";
import { inputsFor, type TestContext, useOperations } from "../../support/lifecycle/operations-scene";
import { networkOperations, nodeOperations, projectOperations } from "../../support/lifecycle/resources";
import { initialNode } from "../../support/lifecycle/sample-inputs";
import { failureOf } from "../../support/platform/client-on-sandbox";

interface Held {
  readonly id: string;
  readonly name: string;
}

type Everything = Readonly<Record<"projects" | "networks" | "nodes", readonly Held[]>>;

describe("interrupted create", () => {
  useFastRetries();
  const scene = useOperations();
  const { sandbox } = scene;
  const held = () => sandbox.admin<Everything>("GET", "/objects");
  const names = async () => {
    const { projects, nodes } = await held();
    return [...projects, ...nodes].map(({ name }) => name);
  };
  const posts = async () => (await scene.writes()).filter((write) => write.startsWith("POST ")).length;
  afterEach(async () => {
    const { projects, nodes } = await held();
    for (const { id } of [...nodes, ...projects].filter((object) => object.id !== scene.project)) {
      await sandbox.admin("DELETE", `/objects/${id}`).catch(() => undefined);
    }
  });

  const kinds = {
    Project: (context: TestContext) => projectOperations.create(inputsFor("project", {}), context),
    Node: (context: TestContext) =>
      nodeOperations.create(
        inputsFor("node", { project: scene.project, chain: "ethereum-mainnet", readiness: "platform" }),
        context,
      ),
    Network: (context: TestContext, more: Properties = {}) =>
      networkOperations.create(inputsFor("network", networkArgsIn(scene, more)), context),
  } as const;
  /** A network whose nodes still have their claims, since its create could not rename them. */
  const leaveNetwork = async (more: Properties = {}): Promise<readonly Held[]> => {
    await sandbox.fault({ method: "PATCH" }, { type: "status", status: 403 }, null);
    expect(await failureOf(kinds.Network(scene.context(), more))).not.to.equal(undefined);
    await sandbox.admin("DELETE", "/faults");
    await sandbox.forget();
    return (await held()).nodes;
  };

  for (const [kind, create] of Object.entries(kinds)) {
    it(`${kind}, interrupted during the rename: the rename completes`, async () => {
      const controller = new AbortController();
      await sandbox.fault({ method: "PATCH" }, { type: "delay", ms: 200, commit: true }, null);
      const creating = create(scene.context({}, controller.signal));
      const isRenaming = async () => (await scene.writes()).some((write) => write.startsWith("PATCH"));
      while (!(await isRenaming())) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      controller.abort(new CancelledError());
      const outcome = await creating.then(
        ({ id }) => id,
        () => undefined,
      );
      const isNamed = (await names()).every((name) => !/^creating-[0-9a-f-]{25}$/.test(name));
      // A network of two interrupted between the two renames: its first node still has the claim.
      expect(outcome !== undefined).to.equal(isNamed);
    });

    it(`${kind}, lost rename response, platform down for a while: the outcome of the rename is determined`, async () => {
      await sandbox.fault({ method: "PATCH" }, { type: "drop", commit: true }, 2);
      await sandbox.fault({ method: "GET", path: "/*/*/*/" }, { type: "status", status: 503 }, 14);
      const { id } = await create(scene.context());
      expect(await scene.exists(id)).to.equal(true);
      expect((await names()).filter((name) => name.startsWith("creating-"))).to.deep.equal([]);
    });

    it(`${kind}, next attempts in the same process: resumed whatever the lists show`, async () => {
      await sandbox.fault({ method: "PATCH" }, { type: "status", status: 403 }, 3);
      await sandbox.fault({ method: "GET" }, { type: "stale-list" }, null);
      const context = scene.context();
      for (let attempt = 1; attempt <= 4; attempt += 1) {
        await failureOf(create(context));
      }
      expect(await posts()).to.equal(1);
    });
  }

  it("resumed network: waits for its nodes", async () => {
    const [first] = await leaveNetwork();
    const [network] = (await held()).networks;
    const body = { ...network, nodes: [first] };
    await sandbox.fault({ operation: "retrieveNetwork" }, { type: "status", status: 200, body }, 2);
    const { id } = await kinds.Network(scene.context());
    expect(id).to.equal(network?.id);
    expect(await posts()).to.equal(0);
  });

  it("resumed network with superfluous nodes: the node that identifies it is deleted last", async () => {
    const nodes = await leaveNetwork();
    const second = nodes.find(({ name }) => name.endsWith("-n1"));
    await sandbox.fault({ method: "DELETE", path: `/v1/nodes/${second?.id}/` }, { type: "status", status: 403 }, 1);
    expect(await failureOf(kinds.Network(scene.context(), { nodes: [initialNode] }))).not.to.equal(undefined);
    const { id } = await kinds.Network(scene.context(), { nodes: [initialNode] });
    expect((await held()).networks.map((network) => network.id)).to.deep.equal([id]);
  });

  it("someone else's node in the network: not adopted", async () => {
    const nodes = await leaveNetwork();
    const second = nodes.find(({ name }) => name.endsWith("-n1"));
    const [network] = (await held()).networks;
    await sandbox.admin("DELETE", `/objects/${second?.id}`);
    const body = { ...london, name: "somebody", role: "peer" as const, network: String(network?.id) };
    const theirs = await scene.context().account.client.call("createNodeV1", { body });
    await kinds.Network(scene.context());
    expect((await held()).nodes.find(({ id }) => id === theirs.id)?.name).to.equal("somebody");
  });

  it("node recreated by a run killed before its checkpoint: recognized by its name", async () => {
    const { id, outs } = await kinds.Network(scene.context());
    const [first] = nodesOf(outs);
    await sandbox.admin("DELETE", `/objects/${first?.id}`);
    const inputs = inputsFor(
      "network",
      networkArgsIn(scene, {
        nodes: nodesOf(outs).map(({ name }, index) => ({ ...(index === 0 ? initialNode : london), name })),
      }),
    );
    const unsaved = await networkOperations.update(id, { ...outs, ready: false }, inputs, scene.context());
    const again = await networkOperations.update(id, { ...outs, ready: false }, inputs, scene.context());
    expect(nodesOf(again).map((node) => node.id)).to.deep.equal(nodesOf(unsaved).map((node) => node.id));
    expect((await held()).nodes).to.have.length(2);
  });
});
