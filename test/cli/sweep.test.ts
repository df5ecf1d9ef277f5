import { expect } from "chai";
import { claimName, earlierSpelling, slotClaim } from "../../provider/lifecycle/claim/claim-name.js";
import { generateName, parseOwner } from "../../provider/lifecycle/owner.js";
import {
  entry,
  generated,
  ownerOf,
  type SweepAccount,
  type SweepRow,
  urnOf,
  useSweepScene,
} from "../support/cli/sweep-scene";

const far = { blockchain: "BC-000-000-008", cloud: "CC-0020" } as const;
const claimOf = (type: string, name: string, more = {}) => claimName(ownerOf(type, name, more));
const facts = (rows: readonly SweepRow[]) =>
  rows.map(({ id, kind, why, certainty }) => `${kind} ${id} ${why} ${certainty}`).sort();

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

  describe("evidence", () => {
    const place = { chain: "ethereum-mainnet", region: "global1", provider: "chainstack_global" };

    it("age by list order, and pending operations: in the rows and beside the table", async () => {
      const [older, held, newer] = [
        await account.node(project, "hand"),
        await account.node(project, "hand"),
        await account.node(project, "hand"),
      ];
      const named = entry("Node", "rpc", { project, name: "hand", ...place });
      const state = { resources: [{ ...named, id: held }], pending: [named], config: {} };
      const rows = await account.leftovers(state);
      const common = ["created for rpc", 'operation "creating" of rpc is pending in the state'];
      expect(rows.map(({ id, why, certainty, evidence }) => ({ id, why, certainty, evidence }))).to.have.deep.members([
        {
          id: older,
          why: "same-name",
          certainty: "possible",
          evidence: [...common, `older than ${held}, which is in the state`, "the program chose the name"],
        },
        {
          id: newer,
          why: "same-name",
          certainty: "possible",
          evidence: [...common, `newer than ${held}, which is in the state`, "the program chose the name"],
        },
      ]);
      const { stderr } = await account.sweep(state, "--stack", "dev");
      expect(stderr).to.include(`${newer}: ${rows.find(({ id }) => id === newer)?.evidence.join("; ")}.`);
    });

    it("possible generated name or claim: the reason", async () => {
      const elsewhere = await account.project("others");
      const there = await account.node(elsewhere, generated("Node", "rpc"));
      const earlier = await account.node(project, earlierSpelling(claimOf("Node", "rpc")));
      const gone = await account.node(project, generated("Node", "gone"));
      const rows = await account.leftovers({ resources: [rpc()], config: {} });
      const evidence = new Map(rows.map((row) => [row.id, row.evidence.join("; ")]));
      expect(evidence.get(there)).to.match(
        /^created for rpc, which has no object in the state; in a different project/,
      );
      expect(evidence.get(earlier)).to.match(/a claim of an earlier version, which two resources may share$/);
      expect(evidence.get(gone)).to.match(
        /^the state contains no resource .*; it may have been removed from the state/,
      );
    });
  });

  describe("network in the state", () => {
    it("its own nodes, also those being recreated: not listed; leftovers of other resources: listed", async () => {
      const owner = ownerOf("Network", "net");
      const { id } = await account.network(project, generated("Network", "net", 0), "hand-named");
      await account.nodeIn(id, `${claimName(owner)}-r1`);
      const twin = await account.nodeIn(id, generated("Node", "second"));
      const claimed = await account.nodeIn(id, claimOf("Node", "second"));
      const foreignRepair = await account.nodeIn(id, `${claimOf("Network", "gone")}-r0`);
      const nodes = [{ name: "hand-named", type: "shared" }];
      const state = {
        resources: [
          entry("Network", "net", { project, nodes }, { id, outputs: { nodes: { ciphertext: "v1:abc" } } }),
          entry("Node", "second", { networkId: id }),
        ],
        config: {},
      };
      expect(facts(await account.leftovers(state))).to.deep.equal(
        [
          `node ${twin} generated-name exact`,
          `node ${claimed} claim exact`,
          `node ${foreignRepair} claim exact`,
        ].sort(),
      );
    });
  });

  describe("names chosen by the program", () => {
    it("same project and placement: possible, not deleted by --yes, deleted by --id", async () => {
      const [own, twin] = [await account.node(project, "hand"), await account.node(project, "hand")];
      await account.node(project, "hand", far);
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

  describe("salts", () => {
    const providerOf = (inputs: object) => ({
      urn: "urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs::p",
      type: "pulumi:providers:pulumi-nodejs",
      inputs,
    });
    const key = "blockchain-nodes:ownerSalt";
    for (const [name, stack, salts] of [
      ["default provider's salt", { resources: [providerOf({ [key]: "a" })] }, ["a"]],
      ["no salt", { resources: [providerOf({})] }, [""]],
      [
        "explicit provider's salt and the stack's",
        {
          resources: [providerOf({ [key]: "a", "blockchain-nodes:explicit": "true" })],
          config: { [key]: { value: "b", secret: false } },
        },
        ["a", "b"],
      ],
      ["stack's salt after a destroy", { config: { [key]: { value: "b", secret: false } } }, ["b"]],
    ] as const) {
      it(`${name}: used`, async () => {
        for (const salt of ["", "a", "b", "c"]) {
          await account.node(project, claimOf("Node", "rpc", { salt }));
        }
        const rows = await account.leftovers({ stacks: ["acme/shop/dev"], ...stack });
        expect(rows.map((row) => row.name).sort()).to.deep.equal(
          salts.map((salt) => claimOf("Node", "rpc", { salt })).sort(),
        );
      });
    }

    it("secret salt: reported as unknown, and no other is used", async () => {
      await account.node(project, claimOf("Node", "rpc"));
      const resources = [providerOf({ [key]: { ciphertext: "v1:abc" } }), rpc()];
      const run = await account.sweep({ resources }, "--stack", "dev", "--json");
      expect(run).to.include({ exitCode: 0, stdout: "[]\n" });
      expect(run.stderr).to.include(`${key} is a secret`).and.include("BLOCKCHAIN_NODES_OWNER_SALT");
    });
  });

  describe("empty state", () => {
    it("stack name, qualified or looked up: identifies the stack", async () => {
      const id = await account.node(project, claimOf("Node", "rpc"));
      await account.node(project, claimOf("Node", "rpc", { organization: "other" }));
      const listed = await account.leftovers({ stacks: ["acme/shop/prod", "acme/shop/dev"], config: {} });
      expect(facts(listed)).to.deep.equal([`node ${id} claim exact`]);
      const given = await account.sweep({ config: {} }, "--stack", "acme/shop/dev", "--json");
      expect(facts(JSON.parse(given.stdout))).to.deep.equal([`node ${id} claim exact`]);
    });

    it("ambiguous or unknown stack name: fails", async () => {
      for (const stacks of [[], ["acme/shop/dev", "other/shop/dev"]]) {
        const run = await account.sweep({ stacks, config: {} }, "--stack", "dev");
        expect(run).to.include({ exitCode: 1, stdout: "" });
        expect(run.stderr).to.match(/^[^\n]*organization\/project\/stack\.\n$/);
      }
    });

    it("configuration unreadable: reported", async () => {
      const run = await account.sweep({ stacks: ["acme/shop/dev"] }, "--stack", "dev");
      expect(run.exitCode).to.equal(0);
      expect(run.stderr).to.match(/^The stack's configuration cannot be read .*OWNER_SALT/);
    });
  });

  describe("failures", () => {
    it("pulumi fails: its message in one line, without its warnings", async () => {
      const run = await account.sweep({}, "--stack", "nope");
      expect(run).to.deep.equal({
        exitCode: 1,
        stdout: "",
        stderr: "`pulumi stack export --stack=nope` failed: no stack named 'nope' found\n",
      });
    });

    it("no pulumi on PATH: reported", async () => {
      const run = await account.sweep(undefined, "--stack", "dev");
      expect(run).to.include({ exitCode: 1, stdout: "" });
      expect(run.stderr).to.match(/^There is no `pulumi` on PATH[^\n]*\n$/);
    });

    it("key of another organization than the stack's resources: fails", async () => {
      await account.node(project, claimOf("Node", "rpc"));
      const of = (organization: string) => rpc({ organization });
      const wrong = await account.sweep({ resources: [of("RG-0-0")], config: {} }, "--stack", "dev", "--yes");
      expect(wrong).to.include({ exitCode: 1, stdout: "" });
      expect(wrong.stderr).to.include("RG-0-0").and.include(account.organization);
      const both = { resources: [of("RG-0-0"), of(account.organization)], config: {} };
      const run = await account.sweep(both, "--stack", "dev");
      expect(run.exitCode).to.equal(0);
      expect(run.stderr).to.match(/also has resources in RG-0-0:/);
    });
  });

  it("--yes: deletes exact findings only, and reports it", async () => {
    const twin = await account.project(generated("Project", "apps"));
    await account.node(twin, claimOf("Node", "rpc"));
    // The platform adds a v2 node to the oldest network of its chain.
    await account.node(project, "hand", far);
    await account.network(project, generated("Network", "net", 0));
    const state = {
      resources: [
        entry("Project", "apps", { name: "apps" }, { id: project }),
        entry("Network", "net", { project }),
        entry("Node", "rpc", { project }),
      ],
      config: {},
    };
    const dry = await account.sweep(state, "--stack", "dev");
    expect(dry.exitCode).to.equal(0);
    expect(dry.stdout.split("\n")[0]?.split(/ +/)).to.deep.equal(
      ["id", "kind", "name", "project", "why", "certainty", "createdAt", "removed"].map((name) => name.toUpperCase()),
    );
    expect(dry.stderr).to.match(/Network NW-\S+ is deleted with its nodes: ND-\S+\.\nNothing was deleted: .*`up`.*\n$/);
    expect((await scene.sandbox.requests()).filter((line) => line.startsWith("DELETE"))).to.deep.equal([]);
    const rows = await account.leftovers(state, "--yes");
    expect(rows.map(({ kind, removed }) => `${kind} ${removed}`)).to.deep.equal([
      "node true",
      "network true",
      "project true",
    ]);
    expect(await account.names()).to.deep.equal(["apps", "hand"]);
    const again = await account.sweep(state, "--stack", "dev", "--yes");
    expect(again).to.deep.equal({ exitCode: 0, stdout: "", stderr: "Nothing was found.\n" });
  });

  it("resources in components, and of a renamed stack before its next up: found", async () => {
    const type = "pulumi-nodejs:dynamic/blockchain-nodes:Node";
    const urn = `urn:pulumi:dev::shop::my:index:Team$${type}::deep`;
    const formerly = (name: string) => `acme/${name.replace(":dev::", ":old::")}`;
    const resources = [urnOf("Node", "rpc"), urn].map((it) => ({
      urn: it,
      type,
      inputs: { project, __owner: formerly(it) },
    }));
    const made = [
      await account.node(project, claimOf("Node", "rpc", { stack: "old" })),
      await account.node(project, claimOf("Node", "rpc")),
      await account.node(project, generateName(parseOwner(`acme/${urn}`, ""))),
      await account.node(project, generateName(parseOwner(formerly(urn), ""))),
    ];
    const rows = await account.leftovers({ resources, config: {} });
    expect(rows.map(({ id }) => id).sort()).to.deep.equal(made.sort());
  });
});
