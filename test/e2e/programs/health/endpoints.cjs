// @ts-check
// A gate of endpoints, in a stack without any setting.
const { NodeHealth } = require("pulumi-blockchain-nodes");

const { endpoints } = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");
// Not marked as a secret by the program.
const gate = new NodeHealth("gate", { endpoints, expect: { chain: "base-mainnet" }, timeouts: { create: "1s" } });
exports.verdict = gate.verdict;
