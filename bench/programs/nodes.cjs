// @ts-check
// As many nodes as the argument says, in a project that exists.
const { Node } = require("pulumi-blockchain-nodes");

/** @type {{ count: number, placement: import("pulumi-blockchain-nodes").NodeArgs }} */
const { count, placement } = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");

for (let index = 0; index < count; index += 1) {
  new Node(`rpc-${index}`, placement);
}
