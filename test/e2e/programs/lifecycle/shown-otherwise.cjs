// @ts-check
// A node placed by names, and a network whose first node has the name of another resource's node in it.
const { Network, Node, Project } = require("pulumi-blockchain-nodes");

/** @type {{ project?: string, rpc?: string }} */
const names = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");
const shared = { type: "shared", provider: "chainstack_global", region: "global1", configuration: { archive: false } };

const project = new Project("apps", { type: "public", name: names.project ?? "apps" });
const nets = new Project("nets");
new Node("rpc", {
  project: project.id,
  chain: "ethereum-mainnet",
  region: "global1",
  readiness: "platform",
  name: names.rpc ?? "rpc",
});
const network = new Network("net", {
  project: nets.id,
  protocol: "ethereum",
  network: "ethereum-mainnet",
  nodes: [{ name: "web", ...shared }, shared],
  readiness: "platform",
});
new Node("twin", { networkId: network.id, ...shared, name: "web", readiness: "platform" });
