import { output } from "@pulumi/pulumi";
import { expect } from "chai";
import { Network, Node, type NodeArgs, Project, type ProjectArgs, stackHealth } from "pulumi-blockchain-nodes";
import { useEngine } from "../support/engine-home";
import { openScene, platformEnv, type Scene, stateOf } from "./scene";

const shared = { type: "shared", provider: "chainstack_global", region: "global1", configuration: { archive: false } };

/** Everything that depends on something unknown in the first preview. */
async function unknowns() {
  const project = new Project("apps");
  const network = new Network("eth", {
    project: project.id,
    protocol: "ethereum",
    network: "ethereum-mainnet",
    nodes: [shared],
  });
  const node = new Node("rpc", {
    project: project.id,
    chain: "base-mainnet",
    name: output(network.createdAt).apply(() => "named-late"),
  });
  new Node("second", { ...shared, networkId: network.id });
  return { health: stackHealth([network, node]), endpoint: node.wssEndpoint };
}

function nodeProgram(args: object) {
  return async () => {
    new Node("rpc", args as NodeArgs);
  };
}

const placement = { project: "PR-1-2-3", chain: "ethereum-mainnet" };

describe("a preview", function () {
  this.timeout(120_000);
  useEngine();
  let scene: Scene;

  before(async () => {
    scene = await openScene(unknowns);
  });
  after(() => scene.close());

  beforeEach(async () => {
    scene.stack.setEnv(platformEnv(scene.sandbox));
    await scene.forget();
  });

  it("passes unknowns through every argument without a call to the platform", async () => {
    const run = await scene.stack.preview();
    expect(run.summary).to.deep.equal({ create: 5 });
    expect(await scene.requests()).to.deep.equal([]);
  });

  it("works without key and base URL; the first call fails and names config key and environment variable", async () => {
    scene.stack.setEnv({});
    expect((await scene.stack.preview()).summary).to.deep.equal({ create: 5 });
    for (const [given, config, variable] of [
      [{}, "blockchain-nodes:baseUrl", "BLOCKCHAIN_NODES_BASE_URL"],
      [{ BLOCKCHAIN_NODES_BASE_URL: scene.sandbox.baseUrl }, "blockchain-nodes:apiKey", "BLOCKCHAIN_NODES_API_KEY"],
    ] as const) {
      scene.stack.setEnv(given);
      const run = await scene.stack.up({ expectFailure: true });
      const said = run.diagnostics.map(({ message }) => message).join("\n");
      expect(said).to.include(config).and.to.include(variable);
    }
    expect(await scene.requests()).to.deep.equal([]);
  });

  const mistakes: readonly [what: string, args: object, property: string, reason: RegExp][] = [
    ["an empty argument", { ...placement, chain: "" }, "chain", /must not be empty/],
    ["an unknown argument", { ...placement, regoin: "lon1" }, "regoin", /did you mean "region"/],
    ["two placements at once", { ...placement, cloud: "CC-0016" }, "cloud", /cannot go with "chain"/],
    ["no placement", { project: "PR-1-2-3" }, "chain", /is missing/],
    ["adopt", { ...placement, adopt: true }, "adopt", /not available yet/],
    ["a bad duration", { ...placement, timeouts: { create: "20 minutes" } }, "timeouts.create", /is no duration/],
    ["a typo in a chain", { ...placement, chain: "etherum-mainnet" }, "chain", /did you mean "ethereum-mainnet"/],
    ["a region without the chain", { ...placement, region: "nyc1" }, "region", /it is offered in global1/],
    ["an id of another kind", { ...placement, project: "ND-1-2-3" }, "project", /is the id of a node/],
    ["a readiness that does not exist", { ...placement, readiness: "soon" }, "readiness", /must be one of/],
  ];
  for (const [what, args, property, reason] of mistakes) {
    it(`refuses ${what} on the argument it belongs to, without a call to the platform`, async () => {
      scene.stack.setProgram(nodeProgram(args));
      const run = await scene.stack.preview({ expectFailure: true });
      const errors = run.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
      const line = errors.find((message) => message.includes(`property ${property} `));
      expect(line, errors.join("\n")).to.match(reason);
      expect(await scene.requests()).to.deep.equal([]);
    });
  }

  it("warns of a chain that is newer than the package, on the row of the node, and goes on", async () => {
    scene.stack.setProgram(nodeProgram({ ...placement, chain: "brandnew-mainnet" }));
    const run = await scene.stack.preview();
    const [warning, ...more] = run.diagnostics.filter(({ severity }) => severity === "warning");
    expect(warning?.message).to.match(/chain: "brandnew-mainnet" is not in the catalogue .*`create` asks the platform/);
    expect(warning?.urn).to.match(/blockchain-nodes:Node::rpc$/);
    expect(more).to.deep.equal([]);
  });

  for (const [what, baseUrl, reason] of [
    ["a malformed base URL", "platform.example", /is not a URL/],
    ["plain http to a host that is not loopback", "http://platform.example", /must begin with https/],
  ] as const) {
    it(`refuses ${what}`, async () => {
      scene.stack.setEnv({ ...platformEnv(scene.sandbox), BLOCKCHAIN_NODES_BASE_URL: baseUrl });
      scene.stack.setProgram(async () => {
        new Project("apps", {} as ProjectArgs);
      });
      const run = await scene.stack.preview({ expectFailure: true });
      const errors = run.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
      expect(errors.find((message) => message.includes("property baseUrl "))).to.match(reason);
    });
  }

  it("asks for the region when a chain is not offered by the global provider, and makes nothing", async () => {
    scene.stack.setProgram(async () => {
      const project = new Project("apps");
      new Node("rpc", { project: project.id, chain: "gnosis-mainnet" });
    });
    const run = await scene.stack.up({ expectFailure: true });
    expect(run.diagnostics.map(({ message }) => message).join("\n")).to.match(
      /region: say where gnosis-mainnet is to run/,
    );
    expect((await scene.objects()).nodes).to.deep.equal([]);
    expect((await stateOf(scene.stack, "apps")).id).to.match(/^PR-/);
  });
});
