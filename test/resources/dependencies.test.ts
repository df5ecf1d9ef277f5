import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { getNodesOutput, Network, Node, Project, Provider, stackHealth } from "pulumi-blockchain-nodes";
import { settled, useMocks } from "../support/resources/mocks";

type Registered = Awaited<ReturnType<typeof useMocks>>;

class Component extends pulumi.ComponentResource {
  constructor(name: string, options?: pulumi.ComponentResourceOptions) {
    super("shop:index:Component", name, {}, options);
  }
}

/** Names of a resource's dependencies. */
function dependenciesOf(registered: Registered, name: string): readonly (string | undefined)[] | undefined {
  return registered.get(name)?.dependencies.map((urn) => urn.split("::").at(-1));
}

/** Dependencies of a resource that takes the value as an argument. */
async function namedBy(registered: Registered, value: pulumi.Output<unknown>) {
  await settled(new Project("taker", { description: value.apply((content) => JSON.stringify(content)) }));
  return dependenciesOf(registered, "taker");
}

/** An account whose key is an output, and a component that uses it, with a node and a network. */
function makeScene() {
  const vault = new Project("vault");
  const account = new Provider("account", { apiKey: vault.name, offline: true });
  const parent = new Component("component", { providers: [account] });
  const node = new Node("node", { project: "PR-1-2-3", chain: "ethereum-mainnet" }, { parent });
  const nodes = [{ type: "shared", provider: "chainstack_global", region: "global1", configuration: {} }];
  const placement = { project: "PR-1-2-3", protocol: "ethereum", network: "ethereum-mainnet", nodes };
  return { account, parent, node, network: new Network("network", placement, { parent }) };
}

describe("dependencies", () => {
  it("getters of a Node: the Node only", async () => {
    const registered = await useMocks({ isPreview: true });
    const { node } = makeScene();
    expect(await namedBy(registered, pulumi.all([node.httpsEndpoint, node.auth]))).to.deep.equal(["node"]);
  });

  it("nodes of a Network: the Network only", async () => {
    const registered = await useMocks({ isPreview: true });
    const { network } = makeScene();
    expect(await namedBy(registered, network.nodes)).to.deep.equal(["network"]);
  });

  for (const inPreview of [false, true]) {
    it(`stackHealth ${inPreview ? "that probes" : "that is unknown"} in preview: the nodes, not the origin of their account's key`, async () => {
      const registered = await useMocks({ isPreview: true });
      const { node, network } = makeScene();
      const health = stackHealth([node, network], { inPreview });
      expect(await namedBy(registered, health)).to.have.members(["node", "network"]);
    });
  }

  for (const option of ["provider", "parent"] as const) {
    it(`function: those of its arguments, not the origin of the key of its ${option}`, async () => {
      const registered = await useMocks({ isPreview: true });
      const { account: provider, parent } = makeScene();
      const project = new Project("project").id;
      const found = getNodesOutput({ project }, option === "provider" ? { provider } : { parent });
      expect(await namedBy(registered, found)).to.deep.equal(["project"]);
    });
  }

  it("Provider: those of its arguments", async () => {
    const registered = await useMocks({ isPreview: true });
    await settled(makeScene().account);
    expect(dependenciesOf(registered, "account")).to.deep.equal(["vault"]);
  });
});
