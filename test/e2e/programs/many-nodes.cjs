// @ts-check
// As many nodes as the argument says, in one project.
const { Node, Project } = require("pulumi-blockchain-nodes");

/** @type {{ count: number }} */
const { count } = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");

const project = new Project("apps").id;
for (let index = 0; index < count; index += 1) {
  new Node(`rpc-${index}`, { project, chain: "ethereum-mainnet", readiness: "platform" });
}
