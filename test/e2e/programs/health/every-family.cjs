// @ts-check
// A node of each family of chains, ready when it answers, and the health of all of them.
const { Node, Project, stackHealth } = require("pulumi-blockchain-nodes");

/** @type {{ chains: readonly string[] }} */
const { chains } = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");

const project = new Project("apps");
// By the global provider: the catalogue knows Polkadot in another region only.
const place = { region: "global2", provider: "chainstack_partner" };
const nodes = chains.map(
  (chain) => new Node(chain, { project: project.id, chain, ...(chain === "polkadot-mainnet" ? place : {}) }),
);
exports.health = stackHealth(nodes);
