// @ts-check
// Nodes of all placements, each project with a patience that suits a test.
const { Network, Node, Project } = require("pulumi-blockchain-nodes");

/** @type {{ isProtected?: boolean }} */
const { isProtected = false } = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");
const place = { type: "shared", provider: "chainstack_global", region: "global1", configuration: { archive: false } };
/** @type {{ readiness: "none" }} */
const lazy = { readiness: "none" };
const timeouts = { delete: "4s" };

const project = new Project("apps", { timeouts });
new Node("rpc", { project: project.id, chain: "ethereum-mainnet", ...lazy }, { protect: isProtected });
const network = new Network("net", {
  project: new Project("nets", { timeouts }).id,
  protocol: "ethereum",
  network: "ethereum-mainnet",
  nodes: [place],
  ...lazy,
});
new Node("more", { networkId: network.id, ...place, ...lazy });
