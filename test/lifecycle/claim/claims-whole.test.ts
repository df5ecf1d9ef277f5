import { expect } from "chai";
import { NotReadyError, ShapeError } from "../../../provider/errors/errors.js";
import { claimName } from "../../../provider/lifecycle/claim/claim-name.js";
import { useFastRetries } from "../../support/lifecycle/fast-retries";
import { inputsFor, type TestContext, useOperations } from "../../support/lifecycle/operations-scene";
import { nodeOperations } from "../../support/lifecycle/resources";
import { ownerOf } from "../../support/lifecycle/sample-inputs";
import { failureOf } from "../../support/platform/client-on-sandbox";

const claim = claimName(ownerOf("Node", "rpc"));

describe("create with incomplete lists", () => {
  useFastRetries();
  const scene = useOperations();
  const { sandbox } = scene;
  const create = (context: TestContext = scene.context()) =>
    nodeOperations.create(
      inputsFor("node", { project: scene.project, chain: "ethereum-mainnet", readiness: "platform" }),
      context,
    );
  const nodes = async () =>
    (await sandbox.admin<{ nodes: readonly { id: string; name: string }[] }>("GET", "/objects")).nodes;
  /** A node left unfinished by an earlier run, between two others. */
  const leave = async () => {
    const { client } = scene.context().account;
    const place = { project: scene.project, blockchain: "BC-000-000-008", cloud: "CC-0016" };
    const made: string[] = [];
    for (const name of ["first", claim, "last"]) {
      made.push((await client.call("createNodeV2", { body: { ...place, name } })).id);
    }
    await sandbox.forget();
    return made[1] ?? "";
  };
  afterEach(async () => {
    for (const { id } of await nodes()) {
      await sandbox.admin("DELETE", `/objects/${id}`);
    }
  });
  /** Makes the node lists return this body. */
  const show = async (body: unknown, times: number | null = null) => {
    for (const operation of ["listAllNodesV2", "listAllNodes"]) {
      await sandbox.fault({ operation }, { type: "status", status: 200, body }, times);
    }
  };
  const posts = async () => (await scene.writes()).filter((write) => write.startsWith("POST "));

  const gaps: readonly (readonly [string, unknown, RegExp])[] = [
    [
      "counting more than they show",
      { count: 3, next: null, results: [{ id: "ND-0-0-1", name: "first" }] },
      /is incomplete/,
    ],
    ["without items and count", { next: null, results: [] }, /has neither items nor a count/],
    [
      "with an item without a readable name",
      { count: 1, next: null, results: [{ id: "ND-0-0-1", name: null }] },
      /shows unreadable items: ND-0-0-1/,
    ],
    [
      "with a claim without a readable id",
      { count: 1, next: null, results: [{ id: 7, name: claim }] },
      /shows unreadable items: "creating-/,
    ],
  ];
  for (const [name, body, why] of gaps) {
    it(`persistently ${name}: rejected without POST, also when repeated`, async () => {
      await leave();
      await show(body);
      for (const _ of [1, 2, 3]) {
        const context = scene.context();
        const error = await failureOf(create(context));
        expect(error).to.be.instanceOf(ShapeError);
        expect(error?.message)
          .to.match(why)
          .and.to.match(
            /^Cannot determine whether an earlier run created this node: the list of nodes .*Nothing was created/,
          );
        expect(context.clock.elapsedMs).to.be.within(10_000, 25_000);
      }
      expect(await posts()).to.deep.equal([]);
      expect(await nodes()).to.have.length(3);
    });

    it(`once ${name}: lists walked again, node resumed`, async () => {
      const id = await leave();
      await show(body, 1);
      expect((await create()).id).to.equal(id);
      expect(await posts()).to.deep.equal([]);
    });
  }

  it("inner page answers 404 once: lists walked again, its node resumed", async () => {
    const id = await leave();
    await sandbox.change({ pageSize: 1 });
    await sandbox.fault({ operation: "listAllNodesV2" }, { type: "status", status: 404 }, 1, 2);
    await sandbox.fault({ operation: "listAllNodes" }, { type: "status", status: 404 }, 1, 2);
    expect((await create()).id).to.equal(id);
    expect(await posts()).to.deep.equal([]);
  });

  it("complete on the second walk, without the claim: one node created", async () => {
    await show({ count: 1, next: null, results: [] }, 1);
    const { id } = await create();
    expect((await nodes()).map((node) => node.id)).to.deep.equal([id]);
    expect(await posts()).to.have.length(1);
  });

  it("incomplete, but showing the claim with the right placement: resumed", async () => {
    const id = await leave();
    const { client } = scene.context().account;
    const seen = await sandbox.admin<{ nodes: readonly { id: string }[] }>("GET", "/objects");
    expect(seen.nodes).to.have.length(3);
    const { value } = await client.pages("listNodesV2").next();
    const results = value?.results
      .filter((node) => node.id === id)
      .map(({ id: own, name, project }) => {
        return { id: own, name, project, status: "running" };
      });
    await sandbox.fault(
      { operation: "listAllNodesV2" },
      { type: "status", status: 200, body: { count: 3, next: null, results } },
      null,
    );
    expect((await create()).id).to.equal(id);
    expect(await posts()).to.deep.equal([]);
  });

  it("HTML pages of a proxy after a lost response: search continues, node found", async () => {
    await sandbox.fault({ operation: "createNodeV2" }, { type: "drop", commit: true });
    const page = { type: "status", status: 200, body: "<html></html>" };
    await sandbox.fault({ operation: "listAllNodesV2" }, page, 3, 1);
    const { id } = await create();
    expect((await nodes()).map((node) => node.id)).to.deep.equal([id]);
    expect(await posts()).to.have.length(1);
  });

  const forms: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['""', { fields: { details: "" } }],
    ["[]", { fields: { details: [] } }],
    ["null", { fields: { details: null } }],
    ["missing", { omit: ["details"] }],
  ];
  for (const [name, form] of forms) {
    it(`details of a pending node ${name}: five interrupted runs create one node`, async () => {
      await sandbox.change({ pendingWrites: "refuse", regionalSeconds: 600 });
      await sandbox.fault({}, { type: "show-as", id: "ND-", ...form }, null);
      const inputs = inputsFor("node", {
        project: scene.project,
        chain: "ethereum-mainnet",
        region: "lon1",
        timeouts: { create: "1m" },
      });
      for (const _ of [1, 2, 3, 4, 5]) {
        expect(await failureOf(nodeOperations.create(inputs, scene.context()))).to.be.instanceOf(NotReadyError);
      }
      expect(await nodes()).to.have.length(1);
    });
  }
});
