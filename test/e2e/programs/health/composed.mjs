// Gates in a component, of an explicit provider without settings, and of endpoints that are no resource.
import * as pulumi from "@pulumi/pulumi";
import { Node, NodeHealth, Project, Provider } from "pulumi-blockchain-nodes";

const { endpoints } = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");

class Backend extends pulumi.ComponentResource {
  constructor(name) {
    super("shop:index:Backend", name);
    const project = new Project("project", {}, { parent: this });
    this.node = new Node("node", { project: project.id, chain: "base-mainnet" }, { parent: this });
    this.gate = new NodeHealth("gate", { node: this.node }, { parent: this });
    new NodeHealth("child-gate", { node: this.node }, { parent: this.node });
    new Project("dependent", {}, { parent: this, dependsOn: this.gate });
  }
}

new Backend("backend");
const expect = { chain: "base-mainnet" };
const provider = new Provider("none", { baseUrl: "https://not-called.example.com", apiKey: "not-used" });
new NodeHealth("by-endpoints", { endpoints: pulumi.secret(endpoints), expect }, { provider });
