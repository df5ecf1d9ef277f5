// @ts-check
// Every resource that gets a name from the provider, in one place.
const { Network, Node, Project } = require("pulumi-blockchain-nodes");

/** @type {{ place: { provider: "chainstack_global" | "chainstack_managed", region: string } }} */
const { place } = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");
const placed = { type: "shared", configuration: { archive: false }, ...place };

const project = new Project("apps");
const network = new Network("eth", {
  project: project.id,
  protocol: "ethereum",
  network: "ethereum-mainnet",
  nodes: [placed, placed],
  readiness: "none",
});
new Node("rpc", { project: project.id, chain: "polygon-pos-mainnet", ...place, readiness: "none" });
new Node("second", { ...placed, networkId: network.id, readiness: "none" });
