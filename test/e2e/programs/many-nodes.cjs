// @ts-check
// As many nodes as the argument says, in one project, where the arguments say.
const { Node, Project } = require("pulumi-blockchain-nodes");

/** @type {{ count: number, placement?: { chain: string, region?: string } }} */
const { count, placement = { chain: "ethereum-mainnet" } } = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");

const project = new Project("apps").id;
for (let index = 0; index < count; index += 1) {
  new Node(`rpc-${index}`, { project, ...placement, readiness: "platform" });
}
