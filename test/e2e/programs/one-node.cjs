// @ts-check
// A node with the given arguments, in a project of its own unless they name one.
const { Node, Project } = require("pulumi-blockchain-nodes");

/** @type {{ node: any }} */
const { node } = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");

new Node("rpc", "project" in node ? node : { project: new Project("apps").id, ...node });
