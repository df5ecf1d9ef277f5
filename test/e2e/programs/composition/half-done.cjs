// A node that is made anew where its create did not succeed.
const { Node, Project } = require("pulumi-blockchain-nodes");

const project = new Project("project");
const args = { project: project.id, chain: "ethereum-mainnet", readiness: "platform" };
new Node("half-done", args, { replaceOnChanges: ["#initerror"] });
