import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { ConfigError, Network, Node, NodeHealth, type NodeHealthArgs, Project } from "pulumi-blockchain-nodes";
import { contentOf, settled, useMocks } from "../support/resources/mocks";

const token = "pulumi-nodejs:dynamic/blockchain-nodes:NodeHealth";
const endpoints = { https: "https://node.example.com/key", grpc: "node.example.com:443", grpcToken: "t", graphql: "g" };
const outputs = { rpc: { network: "ethereum-mainnet", type: "dedicated", mode: "archive", endpoints } };
const hidden = {
  __provider: 'exports.handler=()=>require("pulumi-blockchain-nodes/lifecycle").nodeHealth;',
  __owner: `acme/urn:pulumi:dev::shop::${token}::gate`,
};

class Component extends pulumi.ComponentResource {
  constructor(name: string) {
    super("shop:index:Component", name);
  }
}

const makeNode = (options?: pulumi.CustomResourceOptions) =>
  new Node("rpc", { project: "PR-1-2-3", chain: "ethereum-mainnet" }, options);

describe("NodeHealth", () => {
  it("of a node: what a probe needs of it, endpoints secret", async () => {
    const registered = await useMocks({ outputs });
    await settled(new NodeHealth("gate", { node: makeNode(), triggers: ["1"] }));
    expect(registered.get("gate")).to.deep.include({
      type: token,
      id: undefined,
      additionalSecretOutputs: ["endpoints"],
    });
    expect(registered.get("gate")?.inputs).to.deep.equal({
      ...hidden,
      node: { id: "rpc-id", chain: "ethereum-mainnet", type: "dedicated", mode: "archive" },
      endpoints: asSecret({ https: endpoints.https }),
      triggers: ["1"],
    });
  });

  it("of endpoints: the arguments as given", async () => {
    const registered = await useMocks();
    const expected = { chain: "ethereum-mainnet" };
    await settled(new NodeHealth("gate", { endpoints, expect: expected }));
    expect(registered.get("gate")?.inputs).to.deep.equal({ ...hidden, endpoints, expect: expected });
  });

  it("in a component, child of its node: depends on the node only", async () => {
    const registered = await useMocks({ outputs });
    const parent = new Component("parent");
    const node = makeNode({ parent });
    await settled(new NodeHealth("gate", { node }, { parent }), new NodeHealth("child", { node }, { parent: node }));
    for (const name of ["gate", "child"]) {
      expect(
        registered.get(name)?.dependencies.map((urn) => urn.split("::").at(-1)),
        name,
      ).to.deep.equal(["rpc"]);
    }
  });

  it("preview of an existing node whose state lacks outputs: known, so that no change is shown", async () => {
    const registered = await useMocks({ isPreview: true, outputs });
    await settled(new NodeHealth("gate", { node: makeNode() }));
    expect(registered.get("gate")?.inputs.node).to.deep.equal({
      id: "rpc-id",
      chain: "ethereum-mainnet",
      type: "dedicated",
      mode: "archive",
    });
  });

  it("preview of a create: verdict, report and subject unknown, a property for each output", async () => {
    await useMocks({ isPreview: true });
    const gate = new NodeHealth("gate", { node: makeNode() });
    for (const name of ["verdict", "report", "endpoints"] as const) {
      expect((await contentOf<unknown>(gate[name])).isKnown, name).to.equal(false);
    }
    for (const name of ["node", "expect", "triggers", "timeouts"] as const) {
      expect(pulumi.Output.isInstance(gate[name]), name).to.equal(true);
    }
  });

  const wrong: readonly (readonly [title: string, args: () => unknown, message: RegExp])[] = [
    ["node and endpoints", () => ({ node: makeNode(), endpoints }), /endpoints cannot be combined with "node"/],
    ["an id as node", () => ({ node: "ND-1-2-3" }), /node must be a resource of type Node/],
    ["a project as node", () => ({ node: new Project("p") }), /node must be a resource of type Node/],
    [
      "a network as node",
      () => ({ node: new Network("n", { project: "PR-1-2-3", protocol: "p", network: "n", nodes: [] }) }),
      /such as one of a Network, pass endpoints together with expect\.chain/,
    ],
  ];

  for (const [title, args, message] of wrong) {
    it(`${title}: rejected`, async () => {
      const registered = await useMocks();
      expect(() => new NodeHealth("gate", args() as NodeHealthArgs)).to.throw(ConfigError, message);
      expect(registered.has("gate")).to.equal(false);
    });
  }

  it("get: rejected, and the error names the alternatives", async () => {
    await useMocks();
    const message = /^NodeHealth "gate": there is nothing to read.*`new NodeHealth`, or the function probeNode\.$/;
    expect(() => NodeHealth.get("gate")).to.throw(ConfigError, message);
    expect(() => new NodeHealth("gate", {} as NodeHealthArgs, { id: "health-1" })).to.throw(ConfigError, message);
  });

  it("resource options that cannot work: rejected; deletedWith: accepted", async () => {
    const registered = await useMocks({ outputs });
    const node = makeNode();
    for (const option of [{ import: "x" }, { customTimeouts: { create: "1h" } }, { replaceOnChanges: ["triggers"] }]) {
      expect(() => new NodeHealth("gate", { node }, option)).to.throw(ConfigError, Object.keys(option)[0]);
    }
    await settled(new NodeHealth("gate", { node }, { deletedWith: node }));
    expect(registered.has("gate")).to.equal(true);
  });
});

/** A secret as the SDK sends it. */
function asSecret(value: unknown): object {
  return { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value };
}
