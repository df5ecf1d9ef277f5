import { expect } from "chai";
import { claimName, slotClaim } from "../../../provider/lifecycle/claim/claim-name.js";
import { generateName, type Owner, parseOwner } from "../../../provider/lifecycle/owner.js";
import type { PlatformClient } from "../../../provider/platform/client.js";
import type { SweepRow } from "../../support/cli/sweep-scene";
import { clientOf, ethereum, sharedNode } from "../../support/platform/client-on-sandbox";
import { type SceneStack, useScene } from "../scene";

const salt = "pepper";
const polygon = { blockchain: "BC-000-000-010", cloud: "CC-0016" } as const;

/** Who a resource is, as its provider says. */
function ownerOf(type: string, name: string, stack = "dev"): Owner {
  return parseOwner(
    `organization/urn:pulumi:${stack}::swept::pulumi-nodejs:dynamic/blockchain-nodes:${type}::${name}`,
    salt,
  );
}

describe("sweep of a stack on the real engine", function () {
  this.timeout(120_000);
  const { sandbox, ...scene } = useScene();
  let stack: SceneStack;
  let client: PlatformClient;
  let project: string;
  let elsewhere: string;
  /** Nodes of others. */
  const foreign: string[] = [];

  const node = async (name: string, place: { blockchain: string; cloud: string } = polygon, into = project) =>
    (await client.call("createNodeV2", { body: { name, project: into, ...place } })).id;
  const projectOf = async (name: string) => (await client.call("createProject", { body: { name } })).id;
  const ids = async () => {
    const { projects, nodes } = await stack.objects();
    return [...projects, ...nodes].map(({ id }) => id).sort();
  };
  const sweep = async (...args: readonly string[]) => {
    // Nothing that it asks the engine for is decrypted.
    const locked = { PULUMI_CONFIG_PASSPHRASE: undefined };
    const run = await stack.ownCli(["sweep", "--stack", "dev", "--json", ...args], locked);
    expect(run.exitCode, run.stderr).to.equal(0);
    return JSON.parse(run.stdout) as readonly SweepRow[];
  };
  const facts = (rows: readonly SweepRow[]) =>
    rows.map(({ id, kind, why, certainty }) => `${kind} ${id} ${why} ${certainty}`).sort();

  before(async () => {
    stack = await scene.open("lifecycle/swept.cjs", { config: { "blockchain-nodes:ownerSalt": salt } });
    await stack.up();
    client = clientOf(sandbox.baseUrl, stack.account.apiKey);
    project = (await stack.stateOf("apps")).id ?? "";
    elsewhere = await projectOf("another-team");
  });

  it("nothing left over: finds nothing", async () => {
    await node("rpc", polygon, elsewhere);
    expect(await sweep()).to.deep.equal([]);
  });

  it("generated names: same digits as the provider's", async () => {
    const { outputs } = await stack.stateOf("rpc");
    expect(outputs?.name).to.equal(generateName(ownerOf("Node", "rpc")));
  });

  it("leftovers of the stack: all and only these found; certain ones deleted", async () => {
    const network = (await stack.stateOf("eth")).id ?? "";
    const nodeOf = (name: string) => ({ ...sharedNode, name });
    const before = await ids();
    const claimed = await node(claimName(ownerOf("Node", "rpc")));
    const claimedProject = await projectOf(claimName(ownerOf("Project", "gone")));
    const twin = await node(generateName(ownerOf("Node", "rpc")));
    const twinProject = await projectOf(generateName(ownerOf("Project", "apps")));
    const second = { ...nodeOf(generateName(ownerOf("Node", "second"))), network };
    const twinOfV1 = (await client.call("createNodeV1", { body: second })).id;
    const networkTwin = await client.call("createNetwork", {
      body: {
        project,
        protocol: "ethereum",
        configuration: { network: "ethereum-mainnet" },
        nodes: [nodeOf(generateName(ownerOf("Network", "eth"), 0))],
      },
    });
    const handTwin = await node("hand");
    foreign.push(
      handTwin,
      // Another place, another stack, and another team.
      await node("hand", ethereum),
      await node(claimName(ownerOf("Node", "rpc", "other"))),
      await node(generateName(ownerOf("Node", "rpc", "other"))),
      await node("rpc-monitoring"),
      await node("hand", polygon, elsewhere),
    );
    const certain = [
      `node ${claimed} claim exact`,
      `project ${claimedProject} claim exact`,
      `node ${twin} generated-name exact`,
      `project ${twinProject} generated-name exact`,
      `node ${twinOfV1} generated-name exact`,
      `network ${networkTwin.id} generated-name exact`,
    ];
    const possible = `node ${handTwin} same-name possible`;
    const full = await ids();
    expect(facts(await sweep())).to.deep.equal([...certain, possible].sort());
    expect(await ids()).to.deep.equal(full);

    const rows = await sweep("--yes");
    expect(facts(rows.filter(({ removed }) => removed))).to.deep.equal(certain.sort());
    const gone = [claimed, claimedProject, twin, twinProject, twinOfV1, ...networkTwin.nodes.map(({ id }) => id)];
    expect(await ids()).to.deep.equal(full.filter((id) => !gone.includes(id)));
    expect(facts(await sweep())).to.deep.equal([possible]);
    expect((await stack.up()).summary).to.deep.equal({ same: 6 });
    expect(await ids()).to.include.members(before);
  });

  it("after destroy: claims found by the stack's name and the salt in its configuration", async () => {
    const owner = ownerOf("Network", "eth");
    const body = {
      project: elsewhere,
      protocol: "ethereum",
      configuration: { network: "ethereum-mainnet" },
      nodes: [slotClaim(owner, 0), slotClaim(owner, 1)].map((name) => ({ ...sharedNode, name })),
    };
    const left = await client.call("createNetwork", { body });
    const claimed = await node(claimName(ownerOf("Node", "rpc")), polygon, elsewhere);
    await node(claimName(ownerOf("Node", "rpc", "other")), polygon, elsewhere);
    // What is not the stack's keeps its project.
    for (const id of foreign) {
      await sandbox.admin("DELETE", `/objects/${id}`);
    }
    await stack.destroy();
    expect((await stack.exportState()).deployment.resources ?? []).to.deep.equal([]);
    expect(facts(await sweep("--yes"))).to.deep.equal(
      [`network ${left.id} claim exact`, `node ${claimed} claim exact`].sort(),
    );
    expect(await sweep()).to.deep.equal([]);
  });
});
