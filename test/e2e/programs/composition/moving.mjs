// A node and a network that get another name, another parent and both, as `stage` goes on.
import * as pulumi from "@pulumi/pulumi";
import { Network, Node, Project } from "pulumi-blockchain-nodes";

const isMoved = new pulumi.Config().get("stage") === "moved";

class Chain extends pulumi.ComponentResource {
  constructor(name, options) {
    super("moving:index:Chain", name, {}, options);
  }
}

const component = isMoved ? new Chain("renamed-chain", { aliases: [{ name: "chain" }] }) : new Chain("chain");
const atRoot = { parent: pulumi.rootStackResource };

const project = new Project(
  isMoved ? "new-project" : "project",
  {},
  isMoved ? { parent: component, aliases: [{ name: "project", ...atRoot }] } : {},
);
const args = { project: project.id, chain: "ethereum-mainnet", readiness: "platform" };
// Another name, another parent, and the name of the parent.
new Node(isMoved ? "new-name" : "name", args, isMoved ? { aliases: [{ name: "name" }] } : {});
new Node("parent", args, isMoved ? { parent: component, aliases: [atRoot] } : {});
new Node("inherited", args, { parent: component });

const networkProject = new Project("network-project");
new Network(
  isMoved ? "new-network" : "network",
  {
    project: networkProject.id,
    protocol: "ethereum",
    network: "ethereum-mainnet",
    nodes: [{ type: "shared", provider: "chainstack_global", region: "global1", configuration: { archive: false } }],
    readiness: "platform",
  },
  isMoved ? { parent: component, aliases: [{ name: "network", ...atRoot }] } : {},
);
