// @ts-check
// A node, and with `timeout` a gate in front of a project that needs the node.
const { Node, NodeHealth, Project } = require("pulumi-blockchain-nodes");

/** @type {{ timeout?: string, release?: string, name?: string }} */
const { timeout, release = "1", name = "first" } = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");

const project = new Project("apps");
const node = new Node("rpc", { project: project.id, chain: "base-mainnet", name });
if (timeout !== undefined) {
  const timeouts = { create: timeout, update: timeout };
  const gate = new NodeHealth("gate", { node, triggers: { release }, timeouts });
  new Project("dependent", { description: gate.verdict });
  exports.report = gate.report;
}
