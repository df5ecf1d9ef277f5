import { expect } from "chai";
import { Network, Node, Project, stackHealth } from "pulumi-blockchain-nodes";
import { useEngine } from "../support/engine-home";
import { openScene, type Scene } from "./scene";

describe("get", function () {
  this.timeout(120_000);
  useEngine();
  let scene: Scene;
  let ids: Record<"project" | "network" | "node" | "initial", string>;

  before(async () => {
    scene = await openScene(async () => {
      const project = new Project("apps", { name: "made-elsewhere" });
      const network = new Network("eth", {
        project: project.id,
        protocol: "ethereum",
        network: "ethereum-mainnet",
        nodes: [
          { type: "shared", provider: "chainstack_global", region: "global1", configuration: { archive: false } },
        ],
      });
      const node = new Node("rpc", { project: project.id, chain: "base-mainnet" });
      return {
        project: project.id,
        network: network.id,
        node: node.id,
        initial: network.nodes.apply(([first]) => first?.id),
      };
    });
    const { outputs } = await scene.stack.up();
    ids = Object.fromEntries(Object.entries(outputs).map(([key, { value }]) => [key, String(value)])) as typeof ids;
  });
  after(() => scene.close());

  it("reads what exists with all outputs, and destroy leaves it alone", async () => {
    const reader = await openScene(async () => {
      const node = Node.get("rpc", ids.node);
      const network = Network.get("eth", ids.network);
      return {
        project: Project.get("apps", ids.project).name,
        chain: node.network,
        ready: node.ready,
        host: node.host,
        endpoint: node.httpsEndpoint,
        networkStatus: network.status,
        initial: Node.get("initial", ids.initial).type,
        health: stackHealth([node, network]),
      };
    });
    try {
      reader.stack.setEnv({
        BLOCKCHAIN_NODES_BASE_URL: scene.sandbox.baseUrl,
        BLOCKCHAIN_NODES_API_KEY: scene.sandbox.apiKey,
        BLOCKCHAIN_NODES_REQUESTS_PER_SECOND: "200",
      });
      const { outputs } = await reader.stack.up();
      expect(outputs.project?.value).to.equal("made-elsewhere");
      expect(outputs.chain?.value).to.equal("base-mainnet");
      expect(outputs.ready?.value).to.equal(true);
      expect(outputs.networkStatus?.value).to.equal("ok");
      expect(outputs.health?.value.verdict).to.equal("healthy");
      expect(outputs.endpoint?.secret).to.equal(true);
      await reader.stack.destroy();
      expect((await scene.objects()).nodes).to.have.length(2);
    } finally {
      await reader.close();
    }
  });

  it("fails for an id that does not exist", async () => {
    scene.stack.setProgram(async () => {
      Node.get("gone", "ND-999-999-999");
    });
    const run = await scene.stack.preview({ expectFailure: true });
    expect(run.diagnostics.map(({ message }) => message).join("\n")).to.match(/does not exist/);
  });
});
