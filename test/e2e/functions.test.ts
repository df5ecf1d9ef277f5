import type { Output } from "@pulumi/pulumi";
import { expect } from "chai";
import {
  getNodes,
  getNodesOutput,
  getOrganizationOutput,
  getProjectsOutput,
  Node,
  Project,
} from "pulumi-blockchain-nodes";
import { useEngine } from "../support/engine-home";
import { openScene, platformEnv, type Scene } from "./scene";

/** What a preview showed of the stack's outputs; undefined for those that it does not know. */
type Shown = Record<string, unknown>;

describe("functions in a program", function () {
  this.timeout(180_000);
  useEngine();
  let scene: Scene;
  /** Contents that the program saw, by name; what stayed unknown is missing. */
  let seen: Shown;

  const watch = <T>(name: string, output: Output<T>): Output<T> =>
    output.apply((value) => {
      seen[name] = value;
      return value;
    });

  /** A project with a node, and questions about the account. */
  async function program() {
    const project = new Project("shop");
    const node = new Node("rpc", { project: project.id, chain: "ethereum-mainnet", readiness: "platform" });
    return {
      organization: watch("organization", getOrganizationOutput()).id,
      all: watch("all", getProjectsOutput()),
      // Depends on an id that is not known before the project is there.
      own: watch("own", getNodesOutput({ project: node.project as Output<string> })),
      endpoints: watch(
        "endpoints",
        getNodesOutput({ project: node.project as Output<string>, includeEndpoints: true }),
      ),
    };
  }

  const asked = async () => (await scene.requests()).map(({ method, path }) => `${method} ${path}`).sort();

  before(async () => {
    // The program runs in this process, whose environment names no account: it sees the stack's configuration.
    scene = await openScene(program);
    scene.stack.setEnv({});
  });
  beforeEach(async () => {
    seen = {};
    await scene.forget();
  });
  after(() => scene.close());

  /** Config of the stack that leads to the sandbox. */
  const configure = (more: Readonly<Record<string, string>> = {}) =>
    scene.stack.automation.setAllConfig({
      "blockchain-nodes:baseUrl": { value: scene.sandbox.baseUrl },
      "blockchain-nodes:apiKey": { value: scene.sandbox.apiKey, secret: true },
      "blockchain-nodes:requestsPerSecond": { value: "200" },
      ...Object.fromEntries(Object.entries(more).map(([key, value]) => [key, { value }])),
    });

  it("are unknown in a preview without a key, and nothing is asked", async () => {
    const run = await scene.stack.preview();
    expect(run.summary).to.deep.equal({ create: 3 });
    expect(seen).to.deep.equal({});
    expect(await asked()).to.deep.equal([]);
  });

  it("fail a preview without a key in their plain form, naming config key and environment variable", async () => {
    scene.stack.setProgram(async () => {
      await getNodes();
    });
    const run = await scene.stack.preview({ expectFailure: true });
    expect(run.diagnostics.map(({ message }) => message).join("\n")).to.match(
      /blockchain-nodes:baseUrl.*BLOCKCHAIN_NODES_BASE_URL/,
    );
    expect(await asked()).to.deep.equal([]);
    scene.stack.setProgram(program);
  });

  it("are unknown in a preview that is to stay offline, and nothing is asked", async () => {
    await configure({ "blockchain-nodes:offline": "true" });
    await scene.stack.preview();
    expect(seen).to.deep.equal({});
    expect(await asked()).to.deep.equal([]);
  });

  it("answer in a preview with a key, as far as their arguments are known", async () => {
    await configure({ "blockchain-nodes:offline": "false" });
    await scene.stack.preview();
    expect(Object.keys(seen).sort()).to.deep.equal(["all", "organization"]);
    expect(seen.all).to.deep.equal([]);
    expect(await asked()).to.deep.equal(["GET /v1/organization/", "GET /v2/projects/"]);
  });

  it("answer in an up what depends on resources after these; endpoints are secret, the rest is not", async () => {
    const { outputs } = await scene.stack.up();
    const { nodes } = await scene.objects();
    const ids = nodes.map(({ id }) => id);
    expect(outputs.organization?.value).to.match(/^RG-/);
    expect(outputs.own?.value.map(({ id }: { id: string }) => id)).to.deep.equal(ids);
    expect(outputs.own?.secret).to.equal(false);
    expect(outputs.endpoints?.secret).to.equal(true);
    expect(outputs.endpoints?.value[0].endpoints.https).to.match(/[0-9a-f]{28}/);
  });

  it("leave neither key nor credential in clear in the state and in what is shown", async () => {
    const run = await scene.stack.up();
    const [first] = run.outputs.endpoints?.value ?? [];
    const token = /[0-9a-f]{28,}/.exec(first.endpoints.https)?.[0];
    const { endpoints, ...others } = run.outputs;
    const shown = JSON.stringify([others, run.stdout, run.stderr, run.diagnostics, await scene.stack.storedState()]);
    expect(token).to.be.a("string");
    expect(shown).not.to.include(token);
    expect(shown).not.to.include(scene.sandbox.apiKey);
  });

  it("ask again in each run, and show no change where there is none", async () => {
    expect((await scene.stack.up()).summary).to.deep.equal({ same: 3 });
    expect(await asked()).to.include("GET /v2/nodes/");
  });

  it("end with the stack", async () => {
    scene.stack.setEnv(platformEnv(scene.sandbox));
    await scene.stack.destroy();
    expect((await scene.objects()).nodes).to.deep.equal([]);
  });
});
