// An option that no constructor sees: of a component, by a transform, and by an old transformation.
const pulumi = require("@pulumi/pulumi");
const { Node, Project } = require("pulumi-blockchain-nodes");

const deletedWith = new Project("project", { timeouts: { delete: "1s" } });
const args = { project: deletedWith.id, chain: "ethereum-mainnet", readiness: "platform" };

const forget = ({ props, opts }) => ({ props, opts: { ...opts, deletedWith } });
const parent = new pulumi.ComponentResource("forgotten:index:Component", "component", {}, { deletedWith });
new Node("by-component", args, { parent });
new Node("by-transform", args, { transforms: [forget] });
new Node("by-transformation", args, { transformations: [forget] });
