import { expect } from "chai";
import { ConflictError } from "../../../provider/errors/errors.js";
import { claimName, earlierSpelling } from "../../../provider/lifecycle/claim/claim-name.js";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { nodeBody } from "../../../provider/lifecycle/node/api.js";
import type { PlaceInNetwork } from "../../../provider/lifecycle/node/model.js";
import type { Owner } from "../../../provider/lifecycle/owner.js";
import { useFastRetries } from "../../support/lifecycle/fast-retries";
import { london, networkArgsIn } from "../../support/lifecycle/network-scene";
import { inputsFor, partialFailureOf, type TestContext, useOperations } from "../../support/lifecycle/operations-scene";
import { networkOperations, nodeOperations, projectOperations } from "../../support/lifecycle/resources";
import { collidingOwners, initialNode, ownerOf } from "../../support/lifecycle/sample-inputs";
import { failureOf } from "../../support/platform/client-on-sandbox";

interface Held {
  readonly id: string;
  readonly name: string;
}

const here = { blockchain: "BC-000-000-008", cloud: "CC-0016" } as const;
const elsewhere = { blockchain: "BC-000-000-008", cloud: "CC-0020" } as const;

/** Why a claim that looks like this resource's may belong to another. */
interface Ambiguity {
  readonly owner: Owner;
  readonly claim: string;
  /** Text that the warning must contain. */
  readonly warned: RegExp;
}

const [one, other] = collidingOwners;
const shared = ownerOf("Node", "rpc", { organization: "organization" });
const ambiguities: Readonly<Record<string, Ambiguity>> = {
  "stack that shares its name with another machine's": {
    owner: shared,
    claim: claimName(shared),
    warned: /blockchain-nodes:ownerSalt/,
  },
  "claim in the earlier spelling": { owner: one, claim: earlierSpelling(claimName(one)), warned: /earlier/ },
};

describe("claims of uncertain ownership", () => {
  useFastRetries();
  const scene = useOperations();
  const { sandbox } = scene;
  const held = async () => {
    const { projects, nodes } = await sandbox.admin<Record<"projects" | "nodes", readonly Held[]>>("GET", "/objects");
    return [...nodes, ...projects].filter(({ id }) => id !== scene.project);
  };
  const ids = async () => (await held()).map(({ id }) => id).sort();
  const posts = async () => (await scene.writes()).filter((write) => write.startsWith("POST ")).length;
  const contextOf = (owner: Owner): TestContext => ({ ...scene.context(), owner });
  afterEach(async () => {
    await sandbox.admin("DELETE", "/faults");
    for (const { id } of await held()) {
      await sandbox.admin("DELETE", `/objects/${id}`).catch(() => undefined);
    }
  });

  const makeNode = async (name: string, place: { readonly blockchain: string; readonly cloud: string } = here) =>
    (await scene.context().account.client.call("createNodeV2", { body: { name, project: scene.project, ...place } }))
      .id;
  const makeNetwork = (...nodes: readonly (PlaceInNetwork & { readonly name: string })[]) =>
    scene.context().account.client.call("createNetwork", {
      body: {
        project: scene.project,
        protocol: "ethereum",
        configuration: { network: "ethereum-mainnet" },
        nodes: nodes.map((node) => nodeBody(node, node.name)),
      },
    });
  const createNode = (context: TestContext, more: Properties = {}) =>
    nodeOperations.create(
      inputsFor("node", { project: scene.project, chain: "ethereum-mainnet", readiness: "platform", ...more }),
      context,
    );
  const kinds = {
    Project: {
      leave: async (name: string) =>
        (await scene.context().account.client.call("createProject", { body: { name } })).id,
      create: (context: TestContext) => projectOperations.create(inputsFor("project", {}), context),
    },
    "v2 Node": { leave: makeNode, create: createNode },
    Network: {
      leave: async (name: string) =>
        (await makeNetwork({ ...initialNode, name }, { ...london, name: `${name}-n1` })).id,
      create: (context: TestContext) => networkOperations.create(inputsFor("network", networkArgsIn(scene)), context),
    },
  } as const;

  for (const [what, { owner, claim, warned }] of Object.entries(ambiguities)) {
    describe(what, () => {
      for (const [kind, { leave, create }] of Object.entries(kinds)) {
        it(`${kind} with the right placement: resumed with a warning`, async () => {
          const left = await leave(claim);
          await sandbox.forget();
          const context = contextOf(owner);
          const { id } = await create(context);
          expect(id).to.equal(left);
          expect(await posts()).to.equal(0);
          expect(context.lines.join("\n")).to.match(/Resumes the .* began to create/);
          expect((await held()).filter(({ name }) => name.startsWith("creating-"))).to.deep.equal([]);
        });
      }

      it("another placement: kept, and another node created", async () => {
        const left = await makeNode(claim, elsewhere);
        const context = contextOf(owner);
        const { id } = await createNode(context);
        expect(await ids()).to.deep.equal([left, id].sort());
        const warning = context.lines.find((line) => line.includes(left));
        expect(warning)
          .to.match(/^Leaves /)
          .and.to.match(warned);
      });

      it("network with other nodes: kept with all its nodes", async () => {
        const left = await makeNetwork({ ...initialNode, name: claim });
        const { outs } = await kinds.Network.create(contextOf(owner));
        const made = (outs.nodes as readonly Properties[]).map((node) => String(node.id));
        expect(await ids()).to.deep.equal([...left.nodes.map((node) => node.id), ...made].sort());
      });

      it("several with the right placement: the oldest resumed, the others kept", async () => {
        const [first, ...more] = [await makeNode(claim), await makeNode(claim), await makeNode(claim, elsewhere)];
        const context = contextOf(owner);
        expect((await createNode(context)).id).to.equal(first);
        expect(await ids()).to.deep.equal([first, ...more].sort());
        for (const id of more) {
          expect(context.lines.some((line) => line.startsWith("Leaves ") && line.includes(id))).to.equal(true);
        }
      });

      it("resumed but not ready in time, onCreateTimeout delete: kept under its name", async () => {
        await sandbox.change({ regionalSeconds: 600 });
        const left = await makeNode(claim, elsewhere);
        const more = { region: "lon1", timeouts: { create: "1m" }, onCreateTimeout: "delete" };
        const failure = await partialFailureOf(createNode(contextOf(owner), more));
        expect(failure.message).to.match(/onCreateTimeout requests, failed: .*another stack/);
        expect(await ids()).to.deep.equal([left]);
      });

      it("its project deleted: ConflictError", async () => {
        const project = await projectOperations.create(inputsFor("project", {}), contextOf(owner));
        const body = { name: claim, project: project.id, ...here };
        const { id } = await scene.context().account.client.call("createNodeV2", { body });
        const error = await failureOf(projectOperations.remove(project.id, project.outs, contextOf(owner)));
        expect(error).to.be.instanceOf(ConflictError);
        expect(error?.message).to.include(id);
        expect(await scene.exists(id)).to.equal(true);
      });

      it("its network deleted: ConflictError", async () => {
        const network = await kinds.Network.create(contextOf(owner));
        const id = await makeNode(claim);
        const error = await failureOf(networkOperations.remove(network.id, network.outs, contextOf(owner)));
        expect(error).to.be.instanceOf(ConflictError);
        expect(error?.message).to.include(id);
        expect(await scene.exists(id)).to.equal(true);
      });
    });
  }

  it("another machine's stack, response lost: neither node deleted", async () => {
    const left = await makeNode(claimName(shared), elsewhere);
    await sandbox.fault({ operation: "createNodeV2" }, { type: "drop", commit: true });
    const context = contextOf(shared);
    const { id } = await createNode(context);
    expect(await ids()).to.deep.equal([left, id].sort());
    expect(context.lines.find((line) => line.startsWith("Resumes ")))
      .to.include(id)
      .and.to.include("ownerSalt");
  });

  it("ownerSalt: unambiguous, a node with another placement deleted", async () => {
    const salted = ownerOf("Node", "rpc", { organization: "organization", salt: "pepper" });
    await makeNode(claimName(salted), elsewhere);
    const { id } = await createNode(contextOf(salted));
    expect(await ids()).to.deep.equal([id]);
  });

  it("earlier spelling shared by two resources: resumed for one", async () => {
    const left = await makeNode(earlierSpelling(claimName(one)));
    const { account, claims, removals } = scene.context();
    const process = { account, claims, removals };
    const made = await Promise.all([one, other].map((owner) => createNode({ ...contextOf(owner), ...process })));
    const [first, second] = made.map(({ id }) => id);
    expect(first).not.to.equal(second);
    expect([first, second]).to.include(left);
    expect(await ids()).to.deep.equal([first, second].sort());
  });

  it("resource with the same first 8 digits: ignored, each creates its own", async () => {
    const left = await makeNode(claimName(other));
    const { id } = await createNode(contextOf(one));
    expect(await ids()).to.deep.equal([left, id].sort());
  });
});
