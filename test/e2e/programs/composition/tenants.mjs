// Two accounts: that of the environment, and one that components hand down or make themselves.
import * as pulumi from "@pulumi/pulumi";
import { getOrganizationOutput, Node, Project, Provider } from "pulumi-blockchain-nodes";

const config = new pulumi.Config();

class Tenant extends pulumi.ComponentResource {
  constructor(name, options) {
    super("tenants:index:Tenant", name, {}, options);
    const project = new Project(`${name}-project`, {}, { parent: this });
    const args = { project: project.id, chain: "ethereum-mainnet", readiness: "platform" };
    this.node = new Node(`${name}-node`, args, { parent: this });
    this.organization = getOrganizationOutput({ parent: this }).id;
    this.registerOutputs();
  }
}

class SelfMade extends pulumi.ComponentResource {
  constructor(name) {
    super("tenants:index:SelfMade", name);
    // The name is the one thing that the account takes from elsewhere.
    const salts = new Project("salts", { description: "salt" }, { parent: this });
    const apiKey = config.requireSecret("otherKey");
    const account = new Provider(`${name}-account`, { apiKey, ownerSalt: salts.description }, { parent: this });
    const project = new Project(`${name}-project`, {}, { parent: this, provider: account });
    const args = { project: project.id, chain: "base-mainnet", readiness: "platform" };
    this.node = new Node(`${name}-node`, args, { parent: this, provider: account });
    this.organization = getOrganizationOutput({ provider: account }).id;
    this.registerOutputs();
  }
}

const other = new Provider("other", { apiKey: config.requireSecret("otherKey") });
const own = new Tenant("own");
const handed = new Tenant("handed", { providers: [other] });
const mapped = new Tenant("mapped", { providers: { "pulumi-nodejs": other } });
const selfMade = new SelfMade("self");

export const organizations = pulumi.all([own, handed, mapped, selfMade].map(({ organization }) => organization));
export const nodes = pulumi.all([own, handed, mapped, selfMade].map(({ node }) => node.organization));
