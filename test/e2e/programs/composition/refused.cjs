// An option that would lose a node.
const { Node, Project } = require("pulumi-blockchain-nodes");

const project = new Project("project");
new Node("node", { project: project.id, chain: "ethereum-mainnet" }, { deletedWith: project });
