// Fifty nodes from a loop. `renamed` is the one that gets another name.
const pulumi = require("@pulumi/pulumi");
const { Node, Project } = require("pulumi-blockchain-nodes");

const renamed = new pulumi.Config().get("renamed") ?? "";
const chains = ["ethereum-mainnet", "base-mainnet", "polygon-pos-mainnet", "arbitrum-mainnet", "optimism-mainnet"];

const project = new Project("project");
for (let index = 0; index < 50; index++) {
  const name = renamed.split(" ").includes(String(index)) ? { name: `renamed-${index}` } : {};
  const chain = chains[index % chains.length];
  new Node(`node-${index}`, { project: project.id, chain, readiness: "platform", ...name });
}
