import { expect } from "chai";
import {
  claimOf,
  entry,
  facts,
  generated,
  otherPlace,
  type SweepAccount,
  useSweepScene,
} from "../support/cli/sweep-scene";

describe("blockchain-nodes sweep --stack", function () {
  this.timeout(60_000);
  const scene = useSweepScene();
  let account: SweepAccount;
  let project: string;
  beforeEach(async () => {
    account = await scene.account();
    project = await account.project("apps");
  });
  /** A node of the stack, as in its state. */
  const rpc = (properties = {}) => entry("Node", "rpc", { project, chain: "ethereum-mainnet", ...properties });

  describe("generated names", () => {
    it("in the resource's project: exact; in another, or if it is unknown: possible", async () => {
      const elsewhere = await account.project("others");
      const here = await account.node(project, generated("Node", "rpc"));
      const there = await account.node(elsewhere, generated("Node", "rpc"));
      await account.node(project, "rpc-0000abcd");
      await account.node(project, `my-${generated("Node", "rpc")}`);
      const state = { resources: [rpc({ name: generated("Node", "rpc") })], config: {} };
      expect(facts(await account.leftovers(state))).to.deep.equal(
        [`node ${here} generated-name exact`, `node ${there} generated-name possible`].sort(),
      );
      const secret = { resources: [rpc({ project: { ciphertext: "v1:abc" } })], config: {} };
      expect((await account.leftovers(secret)).map(({ certainty }) => certainty)).to.deep.equal([
        "possible",
        "possible",
      ]);
    });

    it("replacement and replaced object share the name: those in the state are excluded by id", async () => {
      const [old, twin, replacement] = [
        await account.node(project, generated("Node", "rpc")),
        await account.node(project, generated("Node", "rpc")),
        await account.node(project, generated("Node", "rpc")),
      ];
      const earlier = await account.node(project, generated("Node", "rpc").replace(/.{4}$/, "0f0f"));
      const resources = [
        { ...rpc(), id: replacement },
        { ...rpc(), id: old, delete: true },
      ];
      expect(facts(await account.leftovers({ resources, config: {} }))).to.deep.equal(
        [`node ${twin} generated-name exact`, `node ${earlier} generated-name exact`].sort(),
      );
    });

    it("resource with retainOnDelete: possible", async () => {
      const id = await account.node(project, generated("Node", "rpc"));
      const rows = await account.leftovers({ resources: [{ ...rpc(), retainOnDelete: true }], config: {} });
      expect(facts(rows)).to.deep.equal([`node ${id} generated-name possible`]);
    });

    it("resource not in the state: possible", async () => {
      const [node, empty] = [
        await account.node(project, generated("Node", "old")),
        await account.project(generated("Project", "old")),
      ];
      await account.node(project, "old-0000abcd");
      const rows = await account.leftovers({ resources: [rpc()], config: {} });
      expect(facts(rows)).to.deep.equal(
        [`node ${node} generated-name possible`, `project ${empty} generated-name possible`].sort(),
      );
    });

    it("pending operation alone, as after a destroy: found", async () => {
      const id = await account.node(project, generated("Node", "rpc"));
      const rows = await account.leftovers({ pending: [rpc()], config: {} });
      expect(facts(rows)).to.deep.equal([`node ${id} generated-name exact`]);
    });

    it("project: exact unless it contains an object that stays", async () => {
      const empty = await account.project(generated("Project", "apps"));
      const used = await account.project(generated("Project", "apps"));
      const spent = await account.project(generated("Project", "apps"));
      await account.node(used, "somebody's");
      const claimed = await account.node(spent, claimOf("Node", "rpc"));
      const rows = await account.leftovers({ resources: [entry("Project", "apps", {}, { id: project })], config: {} });
      expect(facts(rows)).to.deep.equal(
        [
          `project ${empty} generated-name exact`,
          `project ${used} generated-name possible`,
          `project ${spent} generated-name exact`,
          `node ${claimed} claim exact`,
        ].sort(),
      );
    });

    it("initial nodes: their network, unless it is in the state", async () => {
      const names = [generated("Network", "net", 0), generated("Network", "net", 1)];
      const known = await account.network(project, ...names);
      const twin = await account.network(project, generated("Network", "net", 0), generated("Network", "net", 1));
      // A name without a position, and one with another resource's digits.
      await account.network(project, generated("Network", "net"));
      await account.network(project, "other-0-0000abcd");
      const state = { resources: [entry("Network", "net", { project }, { id: known.id })], config: {} };
      expect(facts(await account.leftovers(state))).to.deep.equal([`network ${twin.id} generated-name exact`]);
    });
  });

  describe("names chosen by the program", () => {
    it("same project and placement: possible, not deleted by --yes, deleted by --id", async () => {
      const [own, twin] = [await account.node(project, "hand"), await account.node(project, "hand")];
      await account.node(project, "hand", otherPlace);
      await account.node(await account.project("others"), "hand");
      await account.node(project, "handy");
      const namesake = await account.project("apps");
      const outputs = { blockchain: "BC-000-000-008", cloud: "CC-0016", network: "ethereum-mainnet" };
      const state = {
        resources: [
          entry("Node", "rpc", { project, chain: "ethereum-mainnet", name: "hand" }, { id: own, outputs }),
          entry("Project", "apps", { name: "apps" }, { id: project }),
        ],
        config: {},
      };
      const possible = [`node ${twin} same-name possible`, `project ${namesake} same-name possible`].sort();
      expect(facts(await account.leftovers(state))).to.deep.equal(possible);
      const before = await account.names();
      const run = await account.sweep(state, "--stack", "dev", "--yes");
      expect(run.exitCode).to.equal(0);
      expect(run.stderr).to.match(/(?:^|\n)No object is certain.*\nPossible leftovers.* --id ND-\S+ PR-\S+\.\n$/);
      expect(await account.names()).to.deep.equal(before);
      const removal = await account.sweep(undefined, "--id", twin, "--id", namesake, "--yes", "--json");
      expect(removal).to.include({ exitCode: 0, stderr: "2 of 2 removed.\n" });
      expect((await account.names()).length).to.equal(before.length - 2);
    });

    it("initial nodes: their network, if it is not in the state", async () => {
      const known = await account.network(project, "first", "second");
      const twin = await account.network(project, "first", "second");
      const nodes = ["first", "second"].map((name) => ({ name, type: "shared", region: "global1" }));
      const net = entry("Network", "net", { project, network: "ethereum-mainnet", nodes }, { id: known.id });
      expect(facts(await account.leftovers({ resources: [net], config: {} }))).to.deep.equal([
        `network ${twin.id} same-name possible`,
      ]);
    });

    it("object that the stack only reads: not listed", async () => {
      const id = await account.node(project, "hand");
      await account.node(project, "hand");
      const read = entry("Node", "rpc", { name: "hand", project }, { id, external: true });
      expect(await account.leftovers({ resources: [read], config: {} })).to.deep.equal([]);
    });
  });
});
