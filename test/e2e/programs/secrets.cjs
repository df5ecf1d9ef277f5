// @ts-check
// Nodes of all kinds and what is secret about them; with `isLate` one more, whose create fails.
const { Network, Node, Project, stackHealth } = require("pulumi-blockchain-nodes");

/** @type {{ isLate?: boolean }} */
const { isLate } = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");
const shared = { type: "shared", provider: "chainstack_global", region: "global1", configuration: { archive: false } };

const project = new Project("apps");
const network = new Network("eth", {
  project: project.id,
  protocol: "ethereum",
  network: "ethereum-mainnet",
  nodes: [shared],
});
const node = new Node("rpc", { project: project.id, chain: "base-mainnet" });
const second = new Node("second", { ...shared, networkId: network.id });
if (isLate === true) {
  new Node("late", { project: "PR-0-0-0", chain: "ethereum-mainnet", region: "lon1", timeouts: { create: "1s" } });
} else {
  exports.endpoint = node.httpsEndpoint;
  exports.auth = second.auth;
  exports.health = stackHealth([network, node, second]);
}
