// @ts-check
// Every type of resource and every function.
const nodes = require("pulumi-blockchain-nodes");

const second = new nodes.Provider("second", { organization: "RG-1-2" });
const project = new nodes.Project("apps");
const shared = { type: "shared", provider: "chainstack_global", region: "global1", configuration: { archive: false } };
const network = new nodes.Network("eth", {
  project: project.id,
  protocol: "ethereum",
  network: "ethereum-mainnet",
  nodes: [shared],
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
