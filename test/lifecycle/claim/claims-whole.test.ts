import { expect } from "chai";
import { NotReadyError, ShapeError } from "../../../provider/errors/errors.js";
import { claimName } from "../../../provider/lifecycle/claim/claim-name.js";
import { useHaste } from "../../support/lifecycle/haste";
import { inputsFor, type TestContext, useOperations } from "../../support/lifecycle/operations-scene";
import { nodeOperations } from "../../support/lifecycle/resources";
import { ownerOf } from "../../support/lifecycle/sample-inputs";
import { failureOf } from "../../support/platform/client-on-sandbox";

const claim = claimName(ownerOf("Node", "rpc"));

describe("a create whose lists are not whole", () => {
  useHaste();
  const bench = useOperations();
  const { sandbox } = bench;
  const create = (context: TestContext = bench.context()) =>
    nodeOperations.create(
      inputsFor("node", { project: bench.project, chain: "ethereum-mainnet", readiness: "platform" }),
      context,
    );
  const nodes = async () =>
    (await sandbox.admin<{ nodes: readonly { id: string; name: string }[] }>("GET", "/objects")).nodes;
  /** A node that an earlier run made and did not finish, among two others. */
  const leave = async () => {
    const { client } = bench.context().account;
    const place = { project: bench.project, blockchain: "BC-000-000-008", cloud: "CC-0016" };
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
  /** The lists of nodes answer this body from now on. */
  const show = async (body: unknown, times: number | null = null) => {
    for (const operation of ["listAllNodesV2", "listAllNodes"]) {
      await sandbox.fault({ operation }, { type: "status", status: 200, body }, times);
    }
  };
  const posts = async () => (await bench.writes()).filter((write) => write.startsWith("POST "));

  const gaps: readonly (readonly [string, unknown, RegExp])[] = [
    [
      "count more than they show",
      { count: 3, next: null, results: [{ id: "ND-0-0-1", name: "first" }] },
      /does not show/,
    ],
    ["neither show nor count anything", { next: null, results: [] }, /neither shows nor counts anything/],
    [
      "hold an item without a readable name",
      { count: 1, next: null, results: [{ id: "ND-0-0-1", name: null }] },
      /shows what cannot be read: ND-0-0-1/,
    ],
    [
      "hold an item under the claim without a readable id",
      { count: 1, next: null, results: [{ id: 7, name: claim }] },
      /shows what cannot be read: "creating-/,
    ],
  ];
  for (const [name, body, why] of gaps) {
    it(`persistently ${name}: no POST, however often it runs, and an error that says so`, async () => {
      await leave();
      await show(body);
      for (const _ of [1, 2, 3]) {
        const context = bench.context();
        const error = await failureOf(create(context));
        expect(error).to.be.instanceOf(ShapeError);
        expect(error?.message)
          .to.match(why)
          .and.to.match(
            /^Cannot determine whether an earlier run created this node: the list of nodes .*None was made/,
          );
        expect(context.clock.elapsedMs).to.be.within(10_000, 25_000);
      }
      expect(await posts()).to.deep.equal([]);
      expect(await nodes()).to.have.length(3);
    });

    it(`once ${name}: walks again, and resumes what it finds`, async () => {
      const id = await leave();
      await show(body, 1);
      expect((await create()).id).to.equal(id);
      expect(await posts()).to.deep.equal([]);
    });
  }

  it("lack an inner page (404) once: walks again, and resumes what was on it", async () => {
    const id = await leave();
    await sandbox.change({ pageSize: 1 });
    await sandbox.fault({ operation: "listAllNodesV2" }, { type: "status", status: 404 }, 1, 2);
    await sandbox.fault({ operation: "listAllNodes" }, { type: "status", status: 404 }, 1, 2);
    expect((await create()).id).to.equal(id);
    expect(await posts()).to.deep.equal([]);
  });

  it("become whole without the claim: makes one node", async () => {
    await show({ count: 1, next: null, results: [] }, 1);
    const { id } = await create();
    expect((await nodes()).map((node) => node.id)).to.deep.equal([id]);
    expect(await posts()).to.have.length(1);
  });

  it("show the claim in the right place all the same: resumes it", async () => {
    const id = await leave();
    const { client } = bench.context().account;
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

  it("are pages of a proxy for a while after an answer was lost: looks on, and finds what was made", async () => {
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
    it(`show the details of a pending node as ${name}: five runs that are cut short make one node`, async () => {
      await sandbox.change({ pendingWrites: "refuse", regionalSeconds: 600 });
      await sandbox.fault({}, { type: "show-as", id: "ND-", ...form }, null);
      const inputs = inputsFor("node", {
        project: bench.project,
        chain: "ethereum-mainnet",
        region: "lon1",
        timeouts: { create: "1m" },
      });
      for (const _ of [1, 2, 3, 4, 5]) {
        expect(await failureOf(nodeOperations.create(inputs, bench.context()))).to.be.instanceOf(NotReadyError);
      }
      expect(await nodes()).to.have.length(1);
    });
  }
});
