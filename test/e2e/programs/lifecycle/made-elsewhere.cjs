// @ts-check
// What other stacks get.
const { Network, Node, Project } = require("pulumi-blockchain-nodes");

const project = new Project("apps", { name: "made-elsewhere" });
const network = new Network("eth", {
  project: project.id,
  protocol: "ethereum",
  network: "ethereum-mainnet",
  nodes: [{ type: "shared", provider: "chainstack_global", region: "global1", configuration: { archive: false } }],
});
const node = new Node("rpc", { project: project.id, chain: "base-mainnet" });

exports.project = project.id;
exports.network = network.id;
exports.node = node.id;
exports.initial = network.nodes.apply(([first]) => first?.id);
