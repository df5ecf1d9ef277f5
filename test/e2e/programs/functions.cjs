// @ts-check
// A project with a node, and questions about the account. What answers the program saw goes to a file, one a line: the
// outputs of a preview are in no state.
const { appendFileSync } = require("node:fs");
const { getNodesOutput, getOrganizationOutput, getProjectsOutput, Node, Project } = require("pulumi-blockchain-nodes");

/** @type {{ seen: string }} */
const { seen } = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");

/**
 * @template T
 * @param {string} name
 * @param {import("@pulumi/pulumi").Output<T>} output
 */
const watch = (name, output) =>
  output.apply((value) => {
    appendFileSync(seen, `${JSON.stringify([name, value])}\n`);
    return value;
  });

const project = new Project("shop");
const node = new Node("rpc", { project: project.id, chain: "ethereum-mainnet", readiness: "platform" });
/** @type {any} */
const inProject = node.project;
exports.organization = watch("organization", getOrganizationOutput()).id;
exports.all = watch("all", getProjectsOutput());
// Depends on an id that is not known before the project is there.
exports.own = watch("own", getNodesOutput({ project: inProject }));
exports.endpoints = watch("endpoints", getNodesOutput({ project: inProject, includeEndpoints: true }));
