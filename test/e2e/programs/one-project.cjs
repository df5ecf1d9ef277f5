// @ts-check
// A project, and nothing else.
const { Project } = require("pulumi-blockchain-nodes");

new Project("apps");
