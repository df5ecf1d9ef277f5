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
  /** A node of the stack, as its state has it. */
  const rpc = (properties = {}) => entry("Node", "rpc", { project, chain: "ethereum-mainnet", ...properties });

  describe("claims", () => {
    it("lists those of the stack whether or not the state knows the resource, and nobody else's", async () => {
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

    it("lists those in the spelling of earlier versions as possible: two resources may share them", async () => {
      const made = [
        await account.node(project, earlierSpelling(claimOf("Node", "rpc"))),
        await account.node(project, earlierSpelling(claimOf("Node", "unheard"))),
      ];
      await account.node(project, earlierSpelling(claimOf("Node", "rpc", { stack: "prod" })));
      const rows = await account.leftovers({ resources: [rpc()], config: {} }, "--yes");
      expect(facts(rows)).to.deep.equal(made.map((id) => `node ${id} claim possible`).sort());
    });

    for (const salt of ["", "pepper"]) {
      it(`are ${salt === "" ? "possible" : "certain"} of organization "organization" with ownerSalt "${salt}", and generated names too`, async () => {
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

    it("leaves out what the state knows, waits to delete, or works on", async () => {
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

    it("lists a network with the nodes that were made with it as one, known or not", async () => {
      for (const resources of [[], [entry("Network", "net", { project })]]) {
        const owner = ownerOf("Network", "net");
        const { id } = await account.network(project, slotClaim(owner, 0), slotClaim(owner, 1));
        const [row, ...more] = await account.leftovers({ resources, stacks: ["acme/shop/dev"], config: {} }, "--yes");
        expect(row).to.include({ id, kind: "network", name: slotClaim(owner, 0), why: "claim", removed: true });
        expect(more).to.deep.equal([]);
        expect(await account.names()).to.deep.equal(["apps"]);
      }
    });

    it("lists the nodes alone where the network holds others too", async () => {
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
    it("are certain in the project of the resource, and possible elsewhere or where it is not known", async () => {
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

    it("are the same of a replacement and its forerunner: what the state knows is told apart by its id", async () => {
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

    it("are only possible of a resource whose old objects are kept on purpose", async () => {
      const id = await account.node(project, generated("Node", "rpc"));
      const rows = await account.leftovers({ resources: [{ ...rpc(), retainOnDelete: true }], config: {} });
      expect(facts(rows)).to.deep.equal([`node ${id} generated-name possible`]);
    });

    it("are only possible of a resource that the state does not hold at all", async () => {
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

    it("are found by a pending operation alone, as after a destroy", async () => {
      const id = await account.node(project, generated("Node", "rpc"));
      const rows = await account.leftovers({ pending: [rpc()], config: {} });
      expect(facts(rows)).to.deep.equal([`node ${id} generated-name exact`]);
    });

    it("of a project are certain while nothing is in it that stays", async () => {
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

    it("of initial nodes make their network one, unless the state holds it", async () => {
      const names = [generated("Network", "net", 0), generated("Network", "net", 1)];
      const known = await account.network(project, ...names);
      const twin = await account.network(project, generated("Network", "net", 0), generated("Network", "net", 1));
      // Not how initial nodes are named, and the digits of another resource.
      await account.network(project, generated("Network", "net"));
      await account.network(project, "other-0-0000abcd");
      const state = { resources: [entry("Network", "net", { project }, { id: known.id })], config: {} };
      expect(facts(await account.leftovers(state))).to.deep.equal([`network ${twin.id} generated-name exact`]);
    });
  });

  describe("evidence", () => {
    const place = { chain: "ethereum-mainnet", region: "global1", provider: "chainstack_global" };

    it("tells the age by the order of the list, and what the state is about to do, in the rows and beside the table", async () => {
      const [older, held, newer] = [
        await account.node(project, "hand"),
        await account.node(project, "hand"),
        await account.node(project, "hand"),
      ];
      const named = entry("Node", "rpc", { project, name: "hand", ...place });
      const state = { resources: [{ ...named, id: held }], pending: [named], config: {} };
      const rows = await account.leftovers(state);
      const common = ["made for rpc", '"creating" of rpc is pending in the state'];
      expect(rows.map(({ id, why, certainty, evidence }) => ({ id, why, certainty, evidence }))).to.have.deep.members([
        {
          id: older,
          why: "same-name",
          certainty: "possible",
          evidence: [...common, `older than ${held}, which the state holds`, "the program chose the name"],
        },
        {
          id: newer,
          why: "same-name",
          certainty: "possible",
          evidence: [...common, `newer than ${held}, which the state holds`, "the program chose the name"],
        },
      ]);
      const { stderr } = await account.sweep(state, "--stack", "dev");
      expect(stderr).to.include(`${newer}: ${rows.find(({ id }) => id === newer)?.evidence.join("; ")}.`);
    });

    it("says why a generated name or a claim is possible only", async () => {
      const elsewhere = await account.project("others");
      const there = await account.node(elsewhere, generated("Node", "rpc"));
      const earlier = await account.node(project, earlierSpelling(claimOf("Node", "rpc")));
      const gone = await account.node(project, generated("Node", "gone"));
      const rows = await account.leftovers({ resources: [rpc()], config: {} });
      const evidence = new Map(rows.map((row) => [row.id, row.evidence.join("; ")]));
      expect(evidence.get(there)).to.match(/^made for rpc, of which the state holds no object; in another project/);
      expect(evidence.get(earlier)).to.match(/a claim of an earlier version, which two resources may share$/);
      expect(evidence.get(gone)).to.match(/^the state holds no resource .*; it may have been taken out of the state/);
    });
  });

  describe("in a network that the state holds", () => {
    it("leaves its own nodes alone, also those that are made again, and lists what others left there", async () => {
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

  describe("names that the program chose", () => {
    it("are possible in the same project and place only, never deleted by --yes, and deleted by --id", async () => {
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
      expect(run.stderr).to.match(/(?:^|\n)Nothing is certain.*\nOnly possible.* --id ND-\S+ PR-\S+\.\n$/);
      expect(await account.names()).to.deep.equal(before);
      const removal = await account.sweep(undefined, "--id", twin, "--id", namesake, "--yes", "--json");
      expect(removal).to.include({ exitCode: 0, stderr: "2 of 2 removed.\n" });
      expect((await account.names()).length).to.equal(before.length - 2);
    });

    it("of initial nodes point to a network that the state does not hold", async () => {
      const known = await account.network(project, "first", "second");
      const twin = await account.network(project, "first", "second");
      const nodes = ["first", "second"].map((name) => ({ name, type: "shared", region: "global1" }));
      const net = entry("Network", "net", { project, network: "ethereum-mainnet", nodes }, { id: known.id });
      expect(facts(await account.leftovers({ resources: [net], config: {} }))).to.deep.equal([
        `network ${twin.id} same-name possible`,
      ]);
    });

    it("say nothing where the stack only reads the object", async () => {
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
      ["the default provider's", { resources: [providerOf({ [key]: "a" })] }, ["a"]],
      ["none", { resources: [providerOf({})] }, [""]],
      [
        "an explicit provider's beside the stack's",
        {
          resources: [providerOf({ [key]: "a", "blockchain-nodes:explicit": "true" })],
          config: { [key]: { value: "b", secret: false } },
        },
        ["a", "b"],
      ],
      ["the stack's after a destroy", { config: { [key]: { value: "b", secret: false } } }, ["b"]],
    ] as const) {
      it(`uses ${name}`, async () => {
        for (const salt of ["", "a", "b", "c"]) {
          await account.node(project, claimOf("Node", "rpc", { salt }));
        }
        const rows = await account.leftovers({ stacks: ["acme/shop/dev"], ...stack });
        expect(rows.map((row) => row.name).sort()).to.deep.equal(
          salts.map((salt) => claimOf("Node", "rpc", { salt })).sort(),
        );
      });
    }

    it("says that a secret one is not known, and takes nothing else for it", async () => {
      await account.node(project, claimOf("Node", "rpc"));
      const resources = [providerOf({ [key]: { ciphertext: "v1:abc" } }), rpc()];
      const run = await account.sweep({ resources }, "--stack", "dev", "--json");
      expect(run).to.include({ exitCode: 0, stdout: "[]\n" });
      expect(run.stderr).to.include(`${key} is a secret`).and.include("BLOCKCHAIN_NODES_OWNER_SALT");
    });
  });

  describe("a stack whose state is empty", () => {
    it("is identified by its qualified name, asked for or given", async () => {
      const id = await account.node(project, claimOf("Node", "rpc"));
      await account.node(project, claimOf("Node", "rpc", { organization: "other" }));
      const listed = await account.leftovers({ stacks: ["acme/shop/prod", "acme/shop/dev"], config: {} });
      expect(facts(listed)).to.deep.equal([`node ${id} claim exact`]);
      const given = await account.sweep({ config: {} }, "--stack", "acme/shop/dev", "--json");
      expect(facts(JSON.parse(given.stdout))).to.deep.equal([`node ${id} claim exact`]);
    });

    it("fails where the name does not tell which", async () => {
      for (const stacks of [[], ["acme/shop/dev", "other/shop/dev"]]) {
        const run = await account.sweep({ stacks, config: {} }, "--stack", "dev");
        expect(run).to.include({ exitCode: 1, stdout: "" });
        expect(run.stderr).to.match(/^[^\n]*organization\/project\/stack\.\n$/);
      }
    });

    it("says that the configuration cannot be read", async () => {
      const run = await account.sweep({ stacks: ["acme/shop/dev"] }, "--stack", "dev");
      expect(run.exitCode).to.equal(0);
      expect(run.stderr).to.match(/^The stack's configuration cannot be read .*OWNER_SALT/);
    });
  });

  describe("failures", () => {
    it("are pulumi's own words, in one line without its warnings", async () => {
      const run = await account.sweep({}, "--stack", "nope");
      expect(run).to.deep.equal({
        exitCode: 1,
        stdout: "",
        stderr: "`pulumi stack export --stack=nope` failed: no stack named 'nope' found\n",
      });
    });

    it("name a pulumi that is missing", async () => {
      const run = await account.sweep(undefined, "--stack", "dev");
      expect(run).to.include({ exitCode: 1, stdout: "" });
      expect(run.stderr).to.match(/^There is no `pulumi` on PATH[^\n]*\n$/);
    });

    it("are a key of another organization than that of the stack's resources", async () => {
      await account.node(project, claimOf("Node", "rpc"));
      const of = (organization: string) => rpc({ organization });
      const wrong = await account.sweep({ resources: [of("RG-0-0")], config: {} }, "--stack", "dev", "--yes");
      expect(wrong).to.include({ exitCode: 1, stdout: "" });
      expect(wrong.stderr).to.include("RG-0-0").and.include(account.organization);
      const both = { resources: [of("RG-0-0"), of(account.organization)], config: {} };
      const run = await account.sweep(both, "--stack", "dev");
      expect(run.exitCode).to.equal(0);
      expect(run.stderr).to.match(/resources in RG-0-0 too/);
    });
  });

  it("deletes what is certain, and nothing else, and says so", async () => {
    const twin = await account.project(generated("Project", "apps"));
    await account.node(twin, claimOf("Node", "rpc"));
    // A node of v2 goes into the oldest network of its chain.
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
    expect(dry.stderr).to.match(/Network NW-\S+ goes with its nodes: ND-\S+\.\nNothing was deleted: .*`up`.*\n$/);
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

  it("finds resources of components, and of a stack that was renamed before its next up", async () => {
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
