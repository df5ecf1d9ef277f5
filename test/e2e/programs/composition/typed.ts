// In TypeScript, by the usual loader.
import * as pulumi from "@pulumi/pulumi";
import { Node, type NodeArgs, Project } from "pulumi-blockchain-nodes";

/** Nodes of several chains in one project. */
class Chains extends pulumi.ComponentResource {
  readonly endpoints: readonly pulumi.Output<string | undefined>[];

  constructor(name: string, chains: readonly string[], options?: pulumi.ComponentResourceOptions) {
    super("typed:index:Chains", name, {}, options);
    const project = new Project("project", {}, { parent: this });
    const args = (chain: string): NodeArgs => ({ project: project.id, chain, readiness: "platform" });
    const nodes = chains.map((chain) => new Node(chain, args(chain), { parent: this }));
    this.endpoints = nodes.map(({ httpsEndpoint }) => httpsEndpoint);
    this.registerOutputs({ endpoints: this.endpoints });
  }
}

const { endpoints: all } = new Chains("chains", ["ethereum-mainnet", "base-mainnet"]);

export const endpoints = all;
