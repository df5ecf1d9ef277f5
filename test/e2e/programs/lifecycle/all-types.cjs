// @ts-check
// All types of resources that wait for an answer; `rpc` is what changes about a node.
const { Network, Node, Project, stackHealth } = require("pulumi-blockchain-nodes");

/** @type {{ rpc?: { name?: string, region?: string } }} */
const { rpc } = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");
const global = { type: "shared", provider: "chainstack_global", region: "global1", configuration: { archive: false } };

const project = new Project("apps", { description: "end to end" });
const network = new Network("eth", {
  project: project.id,
  protocol: "ethereum",
  network: "ethereum-mainnet",
  nodes: [global],
});
const node = new Node("rpc", { project: project.id, chain: "polygon-pos-mainnet", ...rpc });
const bitcoin = new Node("btc", { project: project.id, chain: "bitcoin-regtest" });
const second = new Node("second", { networkId: network.id, ...global });

exports.endpoint = node.httpsEndpoint;
exports.health = stackHealth([network, node, bitcoin, second]);
