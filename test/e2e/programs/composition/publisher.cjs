// Hands its endpoints on to other stacks.
const { Node, Project } = require("pulumi-blockchain-nodes");

const project = new Project("project");
const node = new Node("node", { project: project.id, chain: "ethereum-mainnet", readiness: "platform" });

exports.endpoints = node.endpoints;
exports.endpoint = node.httpsEndpoint;
exports.project = project.id;
