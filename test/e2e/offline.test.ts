import { once } from "node:events";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { type CliResult, runPulumi } from "../support/engine-cli";
import { type EngineHome, openHome, useEngine } from "../support/engine-home";

const allTypes = `
const nodes = require("pulumi-blockchain-nodes");

const second = new nodes.Provider("second", { organization: "RG-1-2" });
const project = new nodes.Project("apps");
const shared = { type: "shared", provider: "chainstack_global", region: "global1", configuration: { archive: false } };
const network = new nodes.Network("eth", {
  project: project.id, protocol: "ethereum", network: "ethereum-mainnet", nodes: [shared],
});
const rpc = new nodes.Node("rpc", { project: project.id, chain: "base-mainnet" });
new nodes.Node("ids", { project: project.id, blockchain: "BC-000-000-008", cloud: "CC-0016" });
new nodes.Node("more", { ...shared, networkId: network.id });
new nodes.Project("elsewhere", {}, { provider: second });
new nodes.OrganizationSettings("settings", { name: "Acme" });

exports.organization = nodes.getOrganizationOutput();
exports.projects = nodes.getProjectsOutput();
exports.members = nodes.getProjectMembersOutput({ project: project.id });
exports.networks = nodes.getNetworksOutput({ project: project.id });
exports.nodes = nodes.getNodesOutput({ project: project.id });
exports.options = nodes.getDeploymentOptionsOutput();
exports.usage = nodes.getNodeUsageOutput();
exports.health = nodes.stackHealth([network, rpc]);
exports.endpoint = rpc.httpsEndpoint;
`;

const mistake = `
const { Node, Project } = require("pulumi-blockchain-nodes");

new Node("rpc", { project: new Project("apps").id, chain: "Ethereum-Mainnet" });
`;

describe("a program of all types, without key and cut off from the network", function () {
  this.timeout(120_000);
  useEngine();
  let home: EngineHome;
  let connections: string;

  beforeEach(async () => {
    home = await openHome();
    connections = join(home.folder, "connections");
    symlinkSync(resolve(__dirname, "../../node_modules"), join(home.workFolder, "node_modules"));
    writeFileSync(join(home.workFolder, "Pulumi.yaml"), "name: offline\nruntime: nodejs\n");
    writeFileSync(join(home.workFolder, "package.json"), '{ "main": "index.js" }');
  });
  afterEach(() => home.dispose());

  async function preview(program: string, env: Record<string, string> = {}): Promise<CliResult> {
    writeFileSync(join(home.workFolder, "index.js"), program);
    const options = { cwd: home.workFolder, home };
    const made = await runPulumi(["stack", "init", "dev"], options);
    expect(made.ok, made.stderr).to.equal(true);
    const recorder = resolve(__dirname, "record-connections.cjs");
    return runPulumi(["preview", "--diff"], {
      ...options,
      env: { ...env, CONNECTIONS_FILE: connections, NODE_OPTIONS: `--require ${recorder}` },
    });
  }

  /** Everything that the program and the provider processes connected to. */
  function connected(): readonly string[] {
    expect(existsSync(connections), "the recorder was loaded").to.equal(true);
    return readFileSync(connections, "utf8").trim().split("\n");
  }

  it("is previewed, and connects to nothing but the engine", async () => {
    const { ok, stdout, stderr } = await preview(allTypes);
    expect(ok, stdout + stderr).to.equal(true);
    expect(stdout).to.match(/\+ 9 to create/);
    const hosts = new Set(connected().map((address) => address.split(":")[0]));
    expect([...hosts]).to.deep.equal(["127.0.0.1"]);
  });

  describe("with a key and a platform that listens", () => {
    let server: Server;
    let calls = 0;
    beforeEach(async () => {
      calls = 0;
      server = createServer((socket) => {
        calls += 1;
        socket.destroy();
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
    });
    afterEach(() => server.close());

    it("connects to nothing but the engine either, when functions are switched off", async () => {
      const { port } = server.address() as { readonly port: number };
      const { ok, stdout, stderr } = await preview(allTypes, {
        BLOCKCHAIN_NODES_BASE_URL: `http://127.0.0.1:${port}`,
        BLOCKCHAIN_NODES_API_KEY: "abcdefgh.0123456789abcdef0123456789abcdef",
        BLOCKCHAIN_NODES_OFFLINE: "true",
      });
      expect(ok, stdout + stderr).to.equal(true);
      expect(connected().filter((address) => address.endsWith(`:${port}`))).to.deep.equal([]);
      expect(calls).to.equal(0);
    });
  });

  it("is refused for a wrong value on the argument that it belongs to, with the fix", async () => {
    const { ok, stdout, stderr } = await preview(mistake);
    expect(ok).to.equal(false);
    expect(stdout + stderr).to.match(/property chain value \{Ethereum-Mainnet\} has a problem: .*"ethereum-mainnet"/);
    expect(new Set(connected().map((address) => address.split(":")[0]))).to.deep.equal(new Set(["127.0.0.1"]));
  });

  for (const [what, program, said] of [
    [
      "a wrong argument of a function's twin",
      'exports.x = require("pulumi-blockchain-nodes").getNodesOutput({ regoin: "lon1" });',
      /getNodes: nothing was asked\. regoin: is not an argument here; did you mean "region"\?/,
    ],
    [
      "a plain function without a key",
      'module.exports = async () => ({ x: await require("pulumi-blockchain-nodes").getProjects() });',
      /The platform's base URL is missing: set it with .* BLOCKCHAIN_NODES_BASE_URL/,
    ],
    [
      "an unknown argument of a Provider",
      'new (require("pulumi-blockchain-nodes").Provider)("acct", { apikey: "x" });',
      /Provider "acct": apikey is not an argument; did you mean "apiKey"\?/,
    ],
    [
      "the option import",
      'new (require("pulumi-blockchain-nodes").Project)("apps", {}, { import: "PR-1-2-3" });',
      /Project "apps": the resource option "import" cannot work/,
    ],
  ] as const) {
    it(`ends at once with one line for ${what}`, async () => {
      const { ok, stdout, stderr } = await preview(program);
      expect(ok).to.equal(false);
      expect(stdout + stderr).to.match(said);
    }).timeout(25_000);
  }
});
