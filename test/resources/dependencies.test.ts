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

/** What a resource waits for, by name. */
function dependenciesOf(registered: Registered, name: string): readonly (string | undefined)[] | undefined {
  return registered.get(name)?.dependencies.map((urn) => urn.split("::").at(-1));
}

/** What a resource waits for that takes the value as an argument. */
async function namedBy(registered: Registered, value: pulumi.Output<unknown>) {
  await settled(new Project("taker", { description: value.apply((content) => JSON.stringify(content)) }));
  return dependenciesOf(registered, "taker");
}

/** An account with a key from elsewhere, and a component that uses it, with a node and a network in it. */
function makeScene() {
  const vault = new Project("vault");
  const account = new Provider("account", { apiKey: vault.name, offline: true });
  const parent = new Component("component", { providers: [account] });
  const node = new Node("node", { project: "PR-1-2-3", chain: "ethereum-mainnet" }, { parent });
  const nodes = [{ type: "shared", provider: "chainstack_global", region: "global1", configuration: {} }];
  const placement = { project: "PR-1-2-3", protocol: "ethereum", network: "ethereum-mainnet", nodes };
  return { account, parent, node, network: new Network("network", placement, { parent }) };
}

describe("the resources that a value names", () => {
  it("are the Node alone for its getters", async () => {
    const registered = await useMocks({ isPreview: true });
    const { node } = makeScene();
    expect(await namedBy(registered, pulumi.all([node.httpsEndpoint, node.auth]))).to.deep.equal(["node"]);
  });

  it("are the Network alone for its nodes", async () => {
    const registered = await useMocks({ isPreview: true });
    const { network } = makeScene();
    expect(await namedBy(registered, network.nodes)).to.deep.equal(["network"]);
  });

  for (const inPreview of [false, true]) {
    it(`are the nodes for stackHealth ${inPreview ? "that probes" : "that is unknown"} in preview, not what the key of their account comes from`, async () => {
      const registered = await useMocks({ isPreview: true });
      const { node, network } = makeScene();
      const health = stackHealth([node, network], { inPreview });
      expect(await namedBy(registered, health)).to.have.members(["node", "network"]);
    });
  }

  for (const option of ["provider", "parent"] as const) {
    it(`are those of its arguments for a function, not what the key of its ${option} comes from`, async () => {
      const registered = await useMocks({ isPreview: true });
      const { account: provider, parent } = makeScene();
      const project = new Project("project").id;
      const found = getNodesOutput({ project }, option === "provider" ? { provider } : { parent });
      expect(await namedBy(registered, found)).to.deep.equal(["project"]);
    });
  }

  it("are those of its arguments for a Provider", async () => {
    const registered = await useMocks({ isPreview: true });
    await settled(makeScene().account);
    expect(dependenciesOf(registered, "account")).to.deep.equal(["vault"]);
  });
});
