// @ts-check
// A node, the same one read again, and a node of a network; or nothing.
const { Network, Node, Project } = require("pulumi-blockchain-nodes");

/** @type {{ isEmpty?: boolean }} */
const { isEmpty = false } = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");

const project = new Project("apps").id;
if (!isEmpty) {
  const rpc = new Node("rpc", { project, name: "rpc", chain: "ethereum-mainnet" });
  Node.get("again", rpc.id);
  new Network("net", {
    project,
    protocol: "ethereum",
    network: "ethereum-mainnet",
    nodes: [
      {
        name: "slot",
        type: "shared",
        provider: "chainstack_global",
        region: "global1",
        configuration: { archive: false },
      },
    ],
  });
}
