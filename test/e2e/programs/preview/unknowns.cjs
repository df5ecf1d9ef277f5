// @ts-check
// Everything that depends on something unknown in the first preview.
const { output } = require("@pulumi/pulumi");
const { Network, Node, Project, stackHealth } = require("pulumi-blockchain-nodes");

const shared = { type: "shared", provider: "chainstack_global", region: "global1", configuration: { archive: false } };
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

exports.health = stackHealth([network, node]);
exports.endpoint = node.wssEndpoint;
