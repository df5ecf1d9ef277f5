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

/** An object that the sandbox holds. */
interface Held {
  readonly id: string;
  readonly name: string;
}

describe("a create under a claim", () => {
  const bench = useOperations();
  const { sandbox } = bench;
  const held = async () => {
    const { projects, nodes } = await sandbox.admin<Record<"projects" | "nodes", readonly Held[]>>("GET", "/objects");
    return [...projects, ...nodes];
  };
  afterEach(async () => {
    for (const { id } of (await held()).filter(({ id: kept }) => kept !== bench.project)) {
      await sandbox.admin("DELETE", `/objects/${id}`).catch(() => undefined);
    }
  });

  /** Each kind of object: how it is made, and what the request is called that makes it. */
  const kinds = {
    Project: {
      post: "createProjectV2",
      create: (context: TestContext, more: Properties = {}) =>
        projectOperations.create(inputsFor("project", more), context),
    },
    "Node of v2": {
      post: "createNodeV2",
      create: (context: TestContext, more: Properties = {}) =>
        nodeOperations.create(
          inputsFor("node", { project: bench.project, chain: "ethereum-mainnet", readiness: "platform", ...more }),
          context,
        ),
    },
    Network: {
      post: "createNetwork",
      create: (context: TestContext, more: Properties = {}) =>
        networkOperations.create(inputsFor("network", networkArgsIn(bench, more)), context),
    },
  } as const;
  const posts = async (post: string) => (await sandbox.log()).filter(({ operation }) => operation === post).length;
  /** A create whose process dies as soon as the object is there. */
  const die = async (kind: keyof typeof kinds, more: Properties = {}) => {
    await sandbox.fault({ operation: kinds[kind].post }, { type: "drop", commit: true });
    await sandbox.fault({ method: "GET" }, { type: "stale-list" }, null);
    const error = await failureOf(kinds[kind].create(bench.context({ listLagMs: 0 }), more));
    expect(error).to.be.instanceOf(TransportError);
    await sandbox.admin("DELETE", "/faults");
    await sandbox.forget();
  };

  const losses: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ["the connection is reset", { type: "drop", commit: true }],
    ["the answer is cut", { type: "cut" }],
    ["the answer is half of its JSON", { type: "truncate" }],
    ["the platform fails after it", { type: "status", status: 500, commit: true }],
    ["a proxy answers with a page", { type: "status", status: 200, body: "<html></html>", commit: true }],
  ];
  for (const [kind, { post, create }] of Object.entries(kinds)) {
    for (const [name, fault] of losses) {
      it(`of a ${kind} is finished with what it made when ${name}`, async () => {
        await sandbox.fault({ operation: post }, fault);
        const { id, outs } = await create(bench.context());
        expect(await bench.exists(id)).to.equal(true);
        expect(await posts(post)).to.equal(1);
        expect((await held()).filter(({ name: given }) => given.startsWith("creating-"))).to.deep.equal([]);
        expect(JSON.stringify(outs)).not.to.include("creating-");
      });
    }

    it(`of a ${kind} looks in lists that are newer than the request, until one shows it`, async () => {
      await sandbox.fault({ operation: post }, { type: "drop", commit: true });
      await sandbox.fault({ method: "GET" }, { type: "stale-list" }, 8);
      const { id } = await create(bench.context());
      expect(await bench.exists(id)).to.equal(true);
      expect(await posts(post)).to.equal(1);
    });

    it(`of a ${kind} fails when no list shows it in time, and does not post again in this process`, async () => {
      await sandbox.fault({ operation: post }, { type: "drop" });
      const context = bench.context();
      const error = await failureOf(create(context));
      expect(error).to.be.instanceOf(TransportError).and.not.to.have.property("id");
      expect(error?.message).to.match(/was lost, and no list shows it after 30 s.*looks again/);
      expect(await failureOf(create(context))).to.be.instanceOf(TransportError);
      expect(await posts(post)).to.equal(1);
      await create(bench.context());
      expect(await posts(post)).to.equal(2);
    });

    it(`of a ${kind} goes on with what a run that died has made, under the name of now`, async () => {
      await die(kind as keyof typeof kinds);
      const before = await held();
      const { id } = await create(bench.context());
      expect(await posts(post)).to.equal(0);
      const after = await held();
      expect(after.map((item) => item.id)).to.have.members(before.map((item) => item.id));
      expect(await bench.exists(id)).to.equal(true);
      expect(after.filter(({ name }) => name.startsWith("creating-"))).to.deep.equal([]);
    });

    it(`of a ${kind} has nothing in the state when it cannot be renamed, and the next run goes on`, async () => {
      await sandbox.fault({ method: "PATCH" }, { type: "status", status: 403 }, null);
      const error = await failureOf(create(bench.context()));
      expect(error).not.to.have.property("id");
      expect(error?.name).not.to.equal("PartialFailure");
      await sandbox.admin("DELETE", "/faults");
      await sandbox.forget();
      const { id } = await create(bench.context());
      expect(await bench.exists(id)).to.equal(true);
      expect(await posts(post)).to.equal(0);
    });

    it(`of a ${kind} leaves alone what has its own name, though a list still shows the claim`, async () => {
      await die(kind as keyof typeof kinds);
      const claimed = (await held()).filter(({ name }) => name.startsWith("creating-"));
      await sandbox.fault({ method: "GET" }, { type: "stale-list" }, null);
      for (const { id } of claimed) {
        await sandbox.admin("PATCH", `/objects/${id}`, { name: "finished" });
      }
      await create(bench.context());
      expect(await posts(post)).to.equal(1);
      expect((await held()).map(({ id }) => id)).to.include.members(claimed.map(({ id }) => id));
    });

    it(`of a ${kind} tolerates that it cannot be renamed for some seconds`, async () => {
      await sandbox.fault({ method: "PATCH" }, { type: "status", status: 404 }, 3);
      const { id } = await create(bench.context());
      expect(await bench.exists(id)).to.equal(true);
    });

    it(`of a ${kind} makes it under its own name at once with crashSafeCreate: false`, async () => {
      const { id } = await create(bench.context({ isCrashSafe: false }));
      expect(await bench.exists(id)).to.equal(true);
      expect((await bench.writes()).length).to.equal(1);
    });
  }

  it("keeps the oldest of several, and deletes the others", async () => {
    const { client } = bench.context().account;
    const place = { project: bench.project, blockchain: "BC-000-000-008", cloud: "CC-0016" };
    const made: string[] = [];
    for (const name of [claim, claim, claim]) {
      made.push((await client.call("createNodeV2", { body: { ...place, name } })).id);
    }
    const { id } = await kinds["Node of v2"].create(bench.context());
    expect(id).to.equal(made[0]);
    expect((await held()).map((item) => item.id)).to.have.members([bench.project, id]);
  });

  it("deletes what a run that died has made in another place, and makes a new one", async () => {
    await die("Node of v2", { region: "lon1" });
    const { outs } = await kinds["Node of v2"].create(bench.context());
    expect(outs).to.include({ region: "global1" });
    expect((await bench.writes()).map((write) => write.split(" ")[0])).to.deep.equal(["DELETE", "POST", "PATCH"]);
    expect(await held()).to.have.length(2);
  });

  it("deletes a node of v2 that a run made before the program placed it in a network", async () => {
    const network = await kinds.Network.create(bench.context());
    await die("Node of v2", { chain: "polygon-pos-mainnet" });
    const inputs = inputsFor("node", { ...inNetwork, networkId: network.id, readiness: "platform" });
    const { outs } = await nodeOperations.create(inputs, bench.context());
    expect(outs).to.include({ networkId: network.id, type: "dedicated" });
    expect((await held()).filter(({ name }) => name === claim)).to.deep.equal([]);
  });

  it("deletes a network of another shape with all its nodes, and makes a new one", async () => {
    await die("Network");
    const { id } = await kinds.Network.create(bench.context(), { nodes: [initialNode] });
    expect((await held()).filter(({ name }) => name.startsWith("creating-"))).to.deep.equal([]);
    const { networks } = await sandbox.admin<{ networks: readonly Held[] }>("GET", "/objects");
    expect(networks.map((network) => network.id)).to.deep.equal([id]);
  });

  it("goes on after the deadline, where the platform refuses to rename what it is deploying", async () => {
    await sandbox.change({ pendingWrites: "refuse", regionalSeconds: 600 });
    const more = { region: "lon1", timeouts: { create: "1m" } };
    const error = await failureOf(kinds["Node of v2"].create(bench.context(), more));
    expect(error).to.be.instanceOf(NotReadyError);
    expect(error?.message).to.match(
      /not ready after 1 min: pending.*in no state: the next `pulumi up` goes on with it/,
    );
    const [node] = (await held()).filter(({ name }) => name === claim);
    await sandbox.admin("PATCH", `/nodes/${node?.id}`, { status: "running" });
    expect((await kinds["Node of v2"].create(bench.context(), more)).id).to.equal(node?.id);
  });

  it("waits for the end of the deployment where it does not wait for anything else", async () => {
    await sandbox.change({ regionalSeconds: 600 });
    await sandbox.fault({ method: "PATCH" }, { type: "status", status: 400 }, 3);
    const more = { region: "lon1", readiness: "none" };
    const { outs } = await kinds["Node of v2"].create(bench.context(), more);
    expect(outs).to.include({ ready: true, status: "pending" });
  });

  it("tells of the setting when the platform does not take the claim for a name", async () => {
    await sandbox.change({ maxNameLength: 20 });
    const error = await failureOf(kinds["Node of v2"].create(bench.context()));
    expect(error).to.be.instanceOf(RejectedError);
    expect(error?.message).to.include(claim).and.to.include("crashSafeCreate");
  });

  it("needs one walk of each list for all creates of a run", async () => {
    const context = bench.context();
    const owners = ["a", "b", "c", "d"].map((name) => ownerOf("Node", name));
    await Promise.all(owners.map((owner) => kinds["Node of v2"].create({ ...context, owner } as TestContext)));
    const lists = (await sandbox.requests()).filter((request) => /^GET \/v[12]\/nodes\/$/.test(request));
    expect(lists).to.have.members(["GET /v2/nodes/", "GET /v1/nodes/"]);
    await kinds["Node of v2"].create({ ...context, owner: ownerOf("Node", "e") } as TestContext);
    expect((await sandbox.requests()).filter((request) => /^GET \/v[12]\/nodes\/$/.test(request))).to.have.length(2);
  });

  it("is removed with its project when the run that made it does not come back", async () => {
    const project = await projectOperations.create(inputsFor("project", {}), bench.context());
    await die("Node of v2", { project: project.id });
    await projectOperations.remove(project.id, project.outs, bench.context());
    expect((await held()).map(({ id }) => id)).to.deep.equal([bench.project]);
  });

  it("is removed with the network that the platform put it in", async () => {
    const network = await kinds.Network.create(bench.context());
    await die("Node of v2");
    await networkOperations.remove(network.id, network.outs, bench.context());
    expect((await held()).map(({ id }) => id)).to.deep.equal([bench.project]);
  });

  it("stops the deletion of that network while this process creates it", async () => {
    const network = await kinds.Network.create(bench.context());
    await sandbox.change({ regionalSeconds: 600 });
    const node = { ...bench.context(), owner: ownerOf("Node", "slow") };
    let outcome: Promise<Error | undefined> | undefined;
    node.progress = {
      warn: () => undefined,
      status: () => {
        const { account, claims, removals } = node;
        const context = { ...bench.context(), account, claims, removals };
        outcome ??= failureOf(networkOperations.remove(network.id, network.outs, context));
      },
    };
    await failureOf(kinds["Node of v2"].create(node as TestContext, { region: "lon1", timeouts: { create: "1m" } }));
    expect(await outcome).to.be.instanceOf(ConflictError);
  });

  it("of a network that is begun again in an update goes on with the node that a run has made", async () => {
    const { id, outs } = await kinds.Network.create(bench.context());
    const [first] = outs.nodes as readonly Properties[];
    await sandbox.admin("DELETE", `/objects/${first?.id}`);
    const read = await networkOperations.read(id, outs, bench.context());
    await sandbox.fault({ operation: "createNode" }, { type: "drop", commit: true });
    const inputs = inputsFor("network", networkArgsIn(bench));
    await sandbox.forget();
    const updated = await networkOperations.update(id, read?.outs ?? {}, inputs, bench.context());
    expect(updated).to.include({ ready: true });
    expect(await posts("createNode")).to.equal(1);
    expect((await held()).filter(({ name }) => name.startsWith("creating-"))).to.deep.equal([]);
  });
});
