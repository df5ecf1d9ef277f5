// @ts-check
// What `sweep` must know as its own: generated names and one that the program gives.
const { Network, Node, Project } = require("pulumi-blockchain-nodes");

const placed = { type: "shared", provider: "chainstack_global", region: "global1", configuration: { archive: false } };
const project = new Project("apps");
const chain = { protocol: "ethereum", network: "ethereum-mainnet" };
const network = new Network("eth", { project: project.id, ...chain, nodes: [placed], readiness: "none" });
new Node("rpc", { project: project.id, chain: "polygon-pos-mainnet", readiness: "none" });
new Node("named", { project: project.id, chain: "polygon-pos-mainnet", name: "hand", readiness: "none" });
new Node("second", { networkId: network.id, ...placed, readiness: "none" });
