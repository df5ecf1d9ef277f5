import { expect } from "chai";
import { Network, Node, Project } from "pulumi-blockchain-nodes";
import { claimName, slotClaim } from "../../provider/lifecycle/claim/claim-name.js";
import { generateName, type Owner, parseOwner } from "../../provider/lifecycle/owner.js";
import type { PlatformClient } from "../../provider/platform/client.js";
import { runCli } from "../support/cli/run-cli";
import type { SweepRow } from "../support/cli/sweep-scene";
import { useEngine } from "../support/engine-home";
import { clientOf, ethereum, sharedNode } from "../support/platform/client-on-sandbox";
import { openScene, platformEnv, type Scene, stateOf } from "./scene";

const salt = "pepper";
const polygon = { blockchain: "BC-000-000-010", cloud: "CC-0016" } as const;
const placed = { type: "shared", provider: "chainstack_global", region: "global1", configuration: { archive: false } };

async function program() {
  const project = new Project("apps");
  const chain = { protocol: "ethereum", network: "ethereum-mainnet" };
  const network = new Network("eth", { project: project.id, ...chain, nodes: [placed], readiness: "none" });
  new Node("rpc", { project: project.id, chain: "polygon-pos-mainnet", readiness: "none" });
  new Node("named", { project: project.id, chain: "polygon-pos-mainnet", name: "hand", readiness: "none" });
  new Node("second", { networkId: network.id, ...placed, readiness: "none" });
}

/** Who a resource is, as its provider says. */
function ownerOf(type: string, name: string, stack = "test"): Owner {
  return parseOwner(
    `organization/urn:pulumi:${stack}::e2e::pulumi-nodejs:dynamic/blockchain-nodes:${type}::${name}`,
    salt,
  );
}

describe("sweep of a stack on the real engine", function () {
  this.timeout(120_000);
  useEngine();
  let scene: Scene;
  let client: PlatformClient;
  let project: string;
  let elsewhere: string;
  /** Nodes of others. */
  const foreign: string[] = [];

  const node = async (name: string, place: { blockchain: string; cloud: string } = polygon, into = project) =>
    (await client.call("createNodeV2", { body: { name, project: into, ...place } })).id;
  const projectOf = async (name: string) => (await client.call("createProject", { body: { name } })).id;
  const ids = async () => {
    const { projects, nodes } = await scene.objects();
    return [...projects, ...nodes].map(({ id }) => id).sort();
  };
  const sweep = async (...args: readonly string[]) => {
    // Nothing that it asks the engine for is decrypted.
    const { PULUMI_CONFIG_PASSPHRASE: _, ...environment } = { ...scene.stack.home.env, ...platformEnv(scene.sandbox) };
    const { workFolder } = scene.stack.home;
    const run = await runCli(["sweep", "--stack", "test", "--json", ...args], environment, workFolder);
    expect(run.exitCode, run.stderr).to.equal(0);
    return JSON.parse(run.stdout) as readonly SweepRow[];
  };
  const facts = (rows: readonly SweepRow[]) =>
    rows.map(({ id, kind, why, certainty }) => `${kind} ${id} ${why} ${certainty}`).sort();

  before(async () => {
    scene = await openScene(program, { settings: { nodeStart: "request" } });
    await scene.stack.automation.setConfig("blockchain-nodes:ownerSalt", { value: salt });
    await scene.stack.up();
    client = clientOf(scene.sandbox.baseUrl, scene.sandbox.apiKey);
    project = (await stateOf(scene.stack, "apps")).id ?? "";
    elsewhere = await projectOf("another-team");
  });
  after(() => scene.close());

  it("finds nothing where there is nothing", async () => {
    await node("rpc", polygon, elsewhere);
    expect(await sweep()).to.deep.equal([]);
  });

  it("knows the digits that the provider gives", async () => {
    const { outputs } = await stateOf(scene.stack, "rpc");
    expect(outputs?.name).to.equal(generateName(ownerOf("Node", "rpc")));
  });

  it("finds exactly what the stack left behind, and deletes what is certain", async () => {
    const network = (await stateOf(scene.stack, "eth")).id ?? "";
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
    expect((await scene.stack.up()).summary).to.deep.equal({ same: 6 });
    expect(await ids()).to.include.members(before);
  });

  it("finds claims after destroy too, by the stack's name and the salt of its configuration", async () => {
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
      await scene.admin("DELETE", `/objects/${id}`);
    }
    await scene.stack.destroy();
    expect((await scene.stack.exportState()).deployment.resources ?? []).to.deep.equal([]);
    expect(facts(await sweep("--yes"))).to.deep.equal(
      [`network ${left.id} claim exact`, `node ${claimed} claim exact`].sort(),
    );
    expect(await sweep()).to.deep.equal([]);
  });
});
