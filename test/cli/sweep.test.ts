import { expect } from "chai";
import { claimName, earlierSpelling } from "../../provider/lifecycle/claim/claim-name.js";
import { generateName, parseOwner } from "../../provider/lifecycle/owner.js";
import {
  claimOf,
  entry,
  facts,
  generated,
  otherPlace,
  ownerOf,
  type SweepAccount,
  urnOf,
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
    await account.node(project, "hand", otherPlace);
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
