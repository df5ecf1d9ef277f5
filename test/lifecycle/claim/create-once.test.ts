import { expect } from "chai";
import { ConflictError, NotReadyError, RejectedError, TransportError } from "../../../provider/errors/errors.js";
import { claimName } from "../../../provider/lifecycle/claim/claim-name.js";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { networkArgsIn } from "../../support/lifecycle/network-scene";
import { inputsFor, type TestContext, useOperations } from "../../support/lifecycle/operations-scene";
import { networkOperations, nodeOperations, projectOperations } from "../../support/lifecycle/resources";
import { initialNode, inNetwork, ownerOf } from "../../support/lifecycle/sample-inputs";
import { failureOf } from "../../support/platform/client-on-sandbox";

const claim = claimName(ownerOf("Node", "rpc"));

/** An object in the sandbox. */
interface Held {
  readonly id: string;
  readonly name: string;
}

describe("create under a claim", () => {
  const scene = useOperations();
  const { sandbox } = scene;
  const held = async () => {
    const { projects, nodes } = await sandbox.admin<Record<"projects" | "nodes", readonly Held[]>>("GET", "/objects");
    return [...projects, ...nodes];
  };
  afterEach(async () => {
    for (const { id } of (await held()).filter(({ id: kept }) => kept !== scene.project)) {
      await sandbox.admin("DELETE", `/objects/${id}`).catch(() => undefined);
    }
  });

  /** How each kind of object is created, and the operation that does it. */
  const kinds = {
    Project: {
      post: "createProjectV2",
      create: (context: TestContext, more: Properties = {}) =>
        projectOperations.create(inputsFor("project", more), context),
    },
    "v2 Node": {
      post: "createNodeV2",
      create: (context: TestContext, more: Properties = {}) =>
        nodeOperations.create(
          inputsFor("node", { project: scene.project, chain: "ethereum-mainnet", readiness: "platform", ...more }),
          context,
        ),
    },
    Network: {
      post: "createNetwork",
      create: (context: TestContext, more: Properties = {}) =>
        networkOperations.create(inputsFor("network", networkArgsIn(scene, more)), context),
    },
  } as const;
  const posts = async (post: string) => (await sandbox.log()).filter(({ operation }) => operation === post).length;
  /** A create whose process dies as soon as the object exists. */
  const killedCreate = async (kind: keyof typeof kinds, more: Properties = {}) => {
    await sandbox.fault({ operation: kinds[kind].post }, { type: "drop", commit: true });
    await sandbox.fault({ method: "GET" }, { type: "stale-list" }, null);
    const error = await failureOf(kinds[kind].create(scene.context({ listLagMs: 0 }), more));
    expect(error).to.be.instanceOf(TransportError);
    await sandbox.admin("DELETE", "/faults");
    await sandbox.forget();
  };

  const losses: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ["connection reset", { type: "drop", commit: true }],
    ["response cut off", { type: "cut" }],
    ["half of the JSON in the response", { type: "truncate" }],
    ["500 after the write", { type: "status", status: 500, commit: true }],
    ["HTML page from a proxy", { type: "status", status: 200, body: "<html></html>", commit: true }],
  ];
  for (const [kind, { post, create }] of Object.entries(kinds)) {
    for (const [name, fault] of losses) {
      it(`${kind}, ${name}: completed with the created object`, async () => {
        await sandbox.fault({ operation: post }, fault);
        const { id, outs } = await create(scene.context());
        expect(await scene.exists(id)).to.equal(true);
        expect(await posts(post)).to.equal(1);
        expect((await held()).filter(({ name: given }) => given.startsWith("creating-"))).to.deep.equal([]);
        expect(JSON.stringify(outs)).not.to.include("creating-");
      });
    }

    it(`${kind}, lists older than the POST: polled until a newer one shows it`, async () => {
      await sandbox.fault({ operation: post }, { type: "drop", commit: true });
      await sandbox.fault({ method: "GET" }, { type: "stale-list" }, 8);
      const { id } = await create(scene.context());
      expect(await scene.exists(id)).to.equal(true);
      expect(await posts(post)).to.equal(1);
    });

    it(`${kind}, no list shows it in time: rejected, no second POST in this process`, async () => {
      await sandbox.fault({ operation: post }, { type: "drop" });
      const context = scene.context();
      const error = await failureOf(create(context));
      expect(error).to.be.instanceOf(TransportError).and.not.to.have.property("id");
      expect(error?.message).to.match(/the response was lost, and no \w+ appeared within 30 s.*looks again/);
      expect(await failureOf(create(context))).to.be.instanceOf(TransportError);
      expect(await posts(post)).to.equal(1);
      await create(scene.context());
      expect(await posts(post)).to.equal(2);
    });

    it(`${kind}, left by a killed run: resumed and renamed`, async () => {
      await killedCreate(kind as keyof typeof kinds);
      const before = await held();
      const { id } = await create(scene.context());
      expect(await posts(post)).to.equal(0);
      const after = await held();
      expect(after.map((item) => item.id)).to.have.members(before.map((item) => item.id));
      expect(await scene.exists(id)).to.equal(true);
      expect(after.filter(({ name }) => name.startsWith("creating-"))).to.deep.equal([]);
    });

    it(`${kind}, rename rejected: nothing in state, the next run resumes`, async () => {
      await sandbox.fault({ method: "PATCH" }, { type: "status", status: 403 }, null);
      const error = await failureOf(create(scene.context()));
      expect(error).not.to.have.property("id");
      expect(error?.name).not.to.equal("PartialFailure");
      await sandbox.admin("DELETE", "/faults");
      await sandbox.forget();
      const { id } = await create(scene.context());
      expect(await scene.exists(id)).to.equal(true);
      expect(await posts(post)).to.equal(0);
    });

    it(`${kind}, list still shows the claim of a renamed object: not reused`, async () => {
      await killedCreate(kind as keyof typeof kinds);
      const claimed = (await held()).filter(({ name }) => name.startsWith("creating-"));
      await sandbox.fault({ method: "GET" }, { type: "stale-list" }, null);
      for (const { id } of claimed) {
        await sandbox.admin("PATCH", `/objects/${id}`, { name: "finished" });
      }
      await create(scene.context());
      expect(await posts(post)).to.equal(1);
      expect((await held()).map(({ id }) => id)).to.include.members(claimed.map(({ id }) => id));
    });

    it(`${kind}, rename fails for some seconds: retried`, async () => {
      await sandbox.fault({ method: "PATCH" }, { type: "status", status: 404 }, 3);
      const { id } = await create(scene.context());
      expect(await scene.exists(id)).to.equal(true);
    });

    it(`${kind}, crashSafeCreate false: created under its own name at once`, async () => {
      const { id } = await create(scene.context({ isCrashSafe: false }));
      expect(await scene.exists(id)).to.equal(true);
      expect((await scene.writes()).length).to.equal(1);
    });
  }

  it("several claimed nodes: the oldest resumed, the others deleted", async () => {
    const { client } = scene.context().account;
    const place = { project: scene.project, blockchain: "BC-000-000-008", cloud: "CC-0016" };
    const made: string[] = [];
    for (const name of [claim, claim, claim]) {
      made.push((await client.call("createNodeV2", { body: { ...place, name } })).id);
    }
    const { id } = await kinds["v2 Node"].create(scene.context());
    expect(id).to.equal(made[0]);
    expect((await held()).map((item) => item.id)).to.have.members([scene.project, id]);
  });

  it("left by a killed run with another placement: deleted, a new one created", async () => {
    await killedCreate("v2 Node", { region: "lon1" });
    const { outs } = await kinds["v2 Node"].create(scene.context());
    expect(outs).to.include({ region: "global1" });
    expect((await scene.writes()).map((write) => write.split(" ")[0])).to.deep.equal(["DELETE", "POST", "PATCH"]);
    expect(await held()).to.have.length(2);
  });

  it("v2 node left by a killed run, now placed in a network: deleted", async () => {
    const network = await kinds.Network.create(scene.context());
    await killedCreate("v2 Node", { chain: "polygon-pos-mainnet" });
    const inputs = inputsFor("node", { ...inNetwork, networkId: network.id, readiness: "platform" });
    const { outs } = await nodeOperations.create(inputs, scene.context());
    expect(outs).to.include({ networkId: network.id, type: "dedicated" });
    expect((await held()).filter(({ name }) => name === claim)).to.deep.equal([]);
  });

  it("left network with other nodes: deleted with all its nodes, a new one created", async () => {
    await killedCreate("Network");
    const { id } = await kinds.Network.create(scene.context(), { nodes: [initialNode] });
    expect((await held()).filter(({ name }) => name.startsWith("creating-"))).to.deep.equal([]);
    const { networks } = await sandbox.admin<{ networks: readonly Held[] }>("GET", "/objects");
    expect(networks.map((network) => network.id)).to.deep.equal([id]);
  });

  it("deploying node cannot be renamed until the deadline: the next run resumes", async () => {
    await sandbox.change({ pendingWrites: "refuse", regionalSeconds: 600 });
    const more = { region: "lon1", timeouts: { create: "1m" } };
    const error = await failureOf(kinds["v2 Node"].create(scene.context(), more));
    expect(error).to.be.instanceOf(NotReadyError);
    expect(error?.message).to.match(
      /not ready after 1 min: pending.*not saved in state: the next `pulumi up` resumes it/,
    );
    const [node] = (await held()).filter(({ name }) => name === claim);
    await sandbox.admin("PATCH", `/nodes/${node?.id}`, { status: "running" });
    expect((await kinds["v2 Node"].create(scene.context(), more)).id).to.equal(node?.id);
  });

  it("readiness none, deploying node cannot be renamed: waits for the end of the deployment", async () => {
    await sandbox.change({ regionalSeconds: 600 });
    await sandbox.fault({ method: "PATCH" }, { type: "status", status: 400 }, 3);
    const more = { region: "lon1", readiness: "none" };
    const { outs } = await kinds["v2 Node"].create(scene.context(), more);
    expect(outs).to.include({ ready: true, status: "pending" });
  });

  it("claim rejected as a name: the error suggests crashSafeCreate", async () => {
    await sandbox.change({ maxNameLength: 20 });
    const error = await failureOf(kinds["v2 Node"].create(scene.context()));
    expect(error).to.be.instanceOf(RejectedError);
    expect(error?.message).to.include(claim).and.to.include("crashSafeCreate");
  });

  it("all creates of a run: one walk of each list", async () => {
    const context = scene.context();
    const owners = ["a", "b", "c", "d"].map((name) => ownerOf("Node", name));
    await Promise.all(owners.map((owner) => kinds["v2 Node"].create({ ...context, owner } as TestContext)));
    const lists = (await sandbox.requests()).filter((request) => /^GET \/v[12]\/nodes\/$/.test(request));
    expect(lists).to.have.members(["GET /v2/nodes/", "GET /v1/nodes/"]);
    await kinds["v2 Node"].create({ ...context, owner: ownerOf("Node", "e") } as TestContext);
    expect((await sandbox.requests()).filter((request) => /^GET \/v[12]\/nodes\/$/.test(request))).to.have.length(2);
  });

  it("left by a killed run after a refresh read the list: resumed", async () => {
    const context = scene.context();
    const refresh = (id: string) => context.account.projects.get(id, { maxAgeMs: Number.POSITIVE_INFINITY });
    await Promise.allSettled([scene.project, "PR-1-2-3"].map(refresh));
    await killedCreate("Project");
    const left = (await held()).map(({ id }) => id);
    expect(left).to.include((await kinds.Project.create(context)).id);
    expect((await held()).map(({ id }) => id)).to.deep.equal(left);
  });

  it("project deleted: claims of killed runs in it deleted too", async () => {
    const project = await projectOperations.create(inputsFor("project", {}), scene.context());
    await killedCreate("v2 Node", { project: project.id });
    await projectOperations.remove(project.id, project.outs, scene.context());
    expect((await held()).map(({ id }) => id)).to.deep.equal([scene.project]);
  });

  it("network deleted: the claim that the platform put into it deleted too", async () => {
    const network = await kinds.Network.create(scene.context());
    await killedCreate("v2 Node");
    await networkOperations.remove(network.id, network.outs, scene.context());
    expect((await held()).map(({ id }) => id)).to.deep.equal([scene.project]);
  });

  it("network deleted while this process creates a node in it: ConflictError", async () => {
    const network = await kinds.Network.create(scene.context());
    await sandbox.change({ regionalSeconds: 600 });
    const node = { ...scene.context(), owner: ownerOf("Node", "slow") };
    let outcome: Promise<Error | undefined> | undefined;
    node.progress = {
      warn: () => undefined,
      status: () => {
        const { account, claims, removals } = node;
        const context = { ...scene.context(), account, claims, removals };
        outcome ??= failureOf(networkOperations.remove(network.id, network.outs, context));
      },
    };
    await failureOf(kinds["v2 Node"].create(node as TestContext, { region: "lon1", timeouts: { create: "1m" } }));
    expect(await outcome).to.be.instanceOf(ConflictError);
  });

  it("recreating a network's node, response lost: resumed", async () => {
    const { id, outs } = await kinds.Network.create(scene.context());
    const [first] = outs.nodes as readonly Properties[];
    await sandbox.admin("DELETE", `/objects/${first?.id}`);
    const read = await networkOperations.read(id, outs, scene.context());
    await sandbox.fault({ operation: "createNode" }, { type: "drop", commit: true });
    const inputs = inputsFor("network", networkArgsIn(scene));
    await sandbox.forget();
    const updated = await networkOperations.update(id, read?.outs ?? {}, inputs, scene.context());
    expect(updated).to.include({ ready: true });
    expect(await posts("createNode")).to.equal(1);
    expect((await held()).filter(({ name }) => name.startsWith("creating-"))).to.deep.equal([]);
  });
});
