import { expect } from "chai";
import { claimName, earlierSpelling, slotClaim } from "../../provider/lifecycle/claim/claim-name.js";
import { generateName } from "../../provider/lifecycle/owner.js";
import { claimOf, entry, facts, ownerOf, type SweepAccount, useSweepScene } from "../support/cli/sweep-scene";

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

  describe("claims", () => {
    it("resource in the state or not: the stack's claims, and no others", async () => {
      const made = [
        await account.node(project, claimOf("Node", "rpc")),
        await account.node(project, claimOf("Node", "unheard")),
      ];
      const claimed = await account.project(claimOf("Project", "next"));
      for (const more of [{ stack: "prod" }, { organization: "other" }, { salt: "pepper" }]) {
        await account.node(project, claimOf("Node", "rpc", more));
      }
      await account.node(project, "creating-something-else");
      const rows = await account.leftovers({ resources: [rpc()], config: {} });
      expect(facts(rows)).to.deep.equal(
        [...made.map((id) => `node ${id} claim exact`), `project ${claimed} claim exact`].sort(),
      );
      expect(rows.find(({ id }) => id === made[0])).to.deep.include({
        name: claimOf("Node", "rpc"),
        project,
        removed: false,
      });
      expect(rows.find(({ id }) => id === claimed)?.project).to.equal(null);
      expect(Date.parse(rows[0]?.createdAt ?? "")).to.be.closeTo(Date.now(), 60_000);
    });

    it("spelling of earlier versions, which two resources may share: possible", async () => {
      const made = [
        await account.node(project, earlierSpelling(claimOf("Node", "rpc"))),
        await account.node(project, earlierSpelling(claimOf("Node", "unheard"))),
      ];
      await account.node(project, earlierSpelling(claimOf("Node", "rpc", { stack: "prod" })));
      const rows = await account.leftovers({ resources: [rpc()], config: {} }, "--yes");
      expect(facts(rows)).to.deep.equal(made.map((id) => `node ${id} claim possible`).sort());
    });

    for (const salt of ["", "pepper"]) {
      it(`organization "organization" with ownerSalt "${salt}": ${salt === "" ? "possible" : "exact"}, as are generated names`, async () => {
        const owner = (type: string, name: string) => ownerOf(type, name, { organization: "organization", salt });
        const resources = [
          entry("Project", "apps", {}, { id: project }),
          entry("Node", "rpc", { project, chain: "ethereum-mainnet" }),
        ].map((it) => ({ ...it, inputs: { ...(it.inputs as object), __owner: `organization/${it.urn}` } }));
        const nodes = [
          await account.node(project, claimName(owner("Node", "rpc"))),
          await account.node(project, generateName(owner("Node", "rpc"))),
        ];
        const projects = [
          await account.project(claimName(owner("Project", "apps"))),
          await account.project(generateName(owner("Project", "apps"))),
        ];
        const network = await account.network(
          project,
          claimName(owner("Network", "net")),
          slotClaim(owner("Network", "net"), 1),
        );
        const config = salt === "" ? {} : { "blockchain-nodes:ownerSalt": { value: salt, secret: false } };
        const rows = await account.leftovers({ resources, config }, "--yes");
        const found = [...nodes, ...projects, network.id];
        expect(rows.map(({ id }) => id)).to.have.members(found);
        for (const { certainty, removed } of rows) {
          expect({ certainty, removed }).to.deep.equal(
            salt === "" ? { certainty: "possible", removed: false } : { certainty: "exact", removed: true },
          );
        }
      });
    }

    it("object in the state, pending deletion or in a pending operation: not listed", async () => {
      const ids = await Promise.all([0, 1, 2].map(() => account.node(project, claimOf("Node", "rpc"))));
      const rows = await account.leftovers({
        resources: [
          rpc(),
          entry("Node", "rpc", {}, { id: ids[0] }),
          entry("Node", "rpc", {}, { id: ids[1], delete: true }),
        ],
        pending: [entry("Node", "rpc", {}, { id: ids[2] })],
        config: {},
      });
      expect(rows).to.deep.equal([]);
    });

    it("network with its initial nodes: one row, known or not", async () => {
      for (const resources of [[], [entry("Network", "net", { project })]]) {
        const owner = ownerOf("Network", "net");
        const { id } = await account.network(project, slotClaim(owner, 0), slotClaim(owner, 1));
        const [row, ...more] = await account.leftovers({ resources, stacks: ["acme/shop/dev"], config: {} }, "--yes");
        expect(row).to.include({ id, kind: "network", name: slotClaim(owner, 0), why: "claim", removed: true });
        expect(more).to.deep.equal([]);
        expect(await account.names()).to.deep.equal(["apps"]);
      }
    });

    it("network that contains other nodes: its claimed nodes only", async () => {
      const owner = ownerOf("Network", "net");
      const { nodes } = await account.network(project, slotClaim(owner, 0), slotClaim(owner, 1), "somebody's");
      const rows = await account.leftovers({ resources: [entry("Network", "net", { project })], config: {} });
      expect(facts(rows)).to.deep.equal(
        nodes
          .slice(0, 2)
          .map((id) => `node ${id} claim exact`)
          .sort(),
      );
    });
  });
});
