// Components with resources that use each other, are in each other, and wait for each other.
const pulumi = require("@pulumi/pulumi");
const {
  connectNode,
  getNodesOutput,
  Network,
  Node,
  Project,
  stackHealth,
  withoutBigints,
} = require("pulumi-blockchain-nodes");

class Backend extends pulumi.ComponentResource {
  constructor(name, chain, options) {
    super("shop:index:Backend", name, {}, options);
    const project = new Project(`${name}-project`, {}, { parent: this });
    // A child of the project that it is in.
    this.node = new Node(`${name}-node`, { project: project.id, chain }, { parent: project });
    // Takes what its neighbour gives.
    this.twin = new Node(`${name}-twin`, { project: this.node.project, chain: this.node.chain }, { parent: this });
    this.registerOutputs({ endpoint: this.node.httpsEndpoint });
  }
}

class Shop extends pulumi.ComponentResource {
  constructor(name) {
    super("shop:index:Shop", name);
    const first = new Backend("first", "ethereum-mainnet", { parent: this });
    // A component that waits for a resource, and a resource that waits for a component.
    const second = new Backend("second", "base-mainnet", { parent: this, dependsOn: first.node });
    const last = new Project("last", {}, { parent: this, dependsOn: second });
    const place = { type: "shared", provider: "chainstack_global", region: "global1" };
    const network = new Network(
      "network",
      {
        project: last.id,
        protocol: "ethereum",
        network: "ethereum-mainnet",
        nodes: [{ ...place, configuration: { archive: false } }],
        readiness: "platform",
      },
      { parent: this },
    );
    // Reads what another resource has made.
    const initial = network.nodes.apply(([node]) => node.id);
    this.reread = Node.get("reread", initial, { parent: this });
    // What it asks about is there: its arguments come from what it asks about.
    const found = getNodesOutput({ project: first.twin.project }, { parent: this });
    // Takes what functions say inside of a component: known in preview too, or each preview would show a change.
    this.health = stackHealth([first.node, second.node], { inPreview: true });
    const description = pulumi.interpolate`${found.length} nodes, ${this.health.verdict}`;
    this.report = new Project("report", { description }, { parent: this });
    // What a node says. A bigint would arrive as an empty object, as it does in `lost`.
    this.block = first.node.endpoints.apply(async (endpoints) => {
      const node = connectNode(endpoints);
      const { number } = await node.call("eth_getBlockByNumber", [1n]);
      await node.close();
      return { ...withoutBigints({ number }), lost: number };
    });
    this.registerOutputs({ health: this.health });
  }
}

const shop = new Shop("shop");

exports.health = shop.health.verdict;
exports.block = pulumi.unsecret(shop.block);
exports.report = shop.report.description;
exports.endpoint = shop.reread.httpsEndpoint;
