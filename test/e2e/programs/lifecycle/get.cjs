// @ts-check
// Reads what another stack has made.
const { Network, Node, Project, stackHealth } = require("pulumi-blockchain-nodes");

/** @type {Record<"project" | "network" | "node" | "initial", string>} */
const ids = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");

const node = Node.get("rpc", ids.node);
const network = Network.get("eth", ids.network);

exports.project = Project.get("apps", ids.project).name;
exports.chain = node.network;
exports.ready = node.ready;
exports.host = node.host;
exports.endpoint = node.httpsEndpoint;
exports.networkStatus = network.status;
exports.initial = Node.get("initial", ids.initial).type;
exports.health = stackHealth([node, network]);
