// @ts-check
// Reads a node that does not exist.
const { Node } = require("pulumi-blockchain-nodes");

Node.get("gone", "ND-999-999-999");
