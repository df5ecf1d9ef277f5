import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Network, Node, Provider, stackHealth } from "pulumi-blockchain-nodes";
import { type Bag, contentOf, useMocks } from "../support/resources/mocks";

const token = "0123456789abcdef0123456789abcdef";
const endpoints = {
  https: `http://127.0.0.1:1/${token}`,
  wss: `ws://127.0.0.1:1/${token}`,
  beacon: `http://127.0.0.1:1/beacon/${token}`,
  graphql: `http://127.0.0.1:1/${token}/graphql`,
  grpc: "127.0.0.1:2",
  grpcToken: "grpc-token",
  metrics: `http://127.0.0.1:1/metrics/${token}`,
  username: "user",
  password: "word-of-passing",
  key: token,
} as const;

const getters = [
  ["httpsEndpoint", "https"],
  ["wssEndpoint", "wss"],
  ["beaconEndpoint", "beacon"],
  ["graphqlEndpoint", "graphql"],
  ["grpcEndpoint", "grpc"],
  ["metricsEndpoint", "metrics"],
] as const;

function makeNode(): Node {
  return new Node("rpc", { project: "PR-1-2-3", chain: "ethereum-mainnet", name: "rpc" });
}

function makeNetwork(): Network {
  const place = { type: "shared", provider: "chainstack_global", region: "global1" };
  const nodes = [{ ...place, configuration: { archive: false } }];
  return new Network("eth", { project: "PR-1-2-3", protocol: "ethereum", network: "ethereum-mainnet", nodes });
}

const nodeOutputs: Bag = { network: "ethereum-mainnet", host: "127.0.0.1:1", endpoints, ready: true };
const items = [{ id: "ND-1-2-3", name: "eth-0", network: "ethereum-mainnet", host: "127.0.0.1:1", endpoints }];
const networkOutputs: Bag = { ready: true, nodes: pulumi.secret(items) };

describe("Node getters", () => {
  for (const [getter, key] of getters) {
    it(`${getter}: from the endpoints, secret even if the engine does not say so`, async () => {
      await useMocks({ outputs: { rpc: nodeOutputs } });
      expect(await contentOf(makeNode()[getter])).to.deep.equal({
        value: endpoints[key],
        isKnown: true,
        isSecret: true,
      });
    });

    it(`${getter} › chain without it: undefined`, async () => {
      await useMocks({ outputs: { rpc: { ...nodeOutputs, endpoints: {} } } });
      expect(await contentOf(makeNode()[getter])).to.deep.equal({ value: undefined, isKnown: true, isSecret: true });
    });

    it(`${getter} › preview of a create: unknown`, async () => {
      await useMocks({ isPreview: true });
      expect((await contentOf(makeNode()[getter])).isKnown).to.equal(false);
    });
  }

  it("auth: the credentials without the URLs, secret", async () => {
    await useMocks({ outputs: { rpc: nodeOutputs } });
    const { username, password, key, grpcToken } = endpoints;
    expect(await contentOf(makeNode().auth)).to.deep.equal({
      value: { username, password, key, grpcToken },
      isKnown: true,
      isSecret: true,
    });
  });
});

describe("Network.nodes", () => {
  it("preview of a create, where the SDK has only the arguments: unknown", async () => {
    await useMocks({ isPreview: true });
    const network = makeNetwork();
    expect((await contentOf(network.nodes)).isKnown).to.equal(false);
    expect((await contentOf(network.project)).isKnown).to.equal(true);
  });

  it("after an up: the engine's nodes, secret if the engine says so", async () => {
    await useMocks({ outputs: { eth: networkOutputs } });
    expect(await contentOf(makeNetwork().nodes)).to.deep.equal({ value: items, isKnown: true, isSecret: true });
  });

  it("preview of an existing network: known", async () => {
    await useMocks({ isPreview: true, outputs: { eth: networkOutputs } });
    expect((await contentOf(makeNetwork().nodes)).isKnown).to.equal(true);
  });
});

describe("stackHealth", () => {
  it("preview: unknown", async () => {
    await useMocks({ isPreview: true, outputs: { rpc: nodeOutputs, eth: networkOutputs } });
    expect((await contentOf(stackHealth([makeNode(), makeNetwork()]))).isKnown).to.equal(false);
  });

  for (const isPreview of [false, true]) {
    const options = isPreview ? { inPreview: true } : {};
    it(`${isPreview ? "inPreview" : "up"}: one line for each node, neither secret nor containing a secret`, async () => {
      await useMocks({ isPreview, outputs: { rpc: nodeOutputs, eth: networkOutputs } });
      const { value, isKnown, isSecret } = await contentOf(stackHealth([makeNode(), makeNetwork()], options));
      const line = { chain: "ethereum-mainnet", host: "127.0.0.1:1", verdict: "unknown" };
      expect({ isKnown, isSecret }).to.deep.equal({ isKnown: true, isSecret: false });
      expect(value.verdict).to.equal("unknown");
      expect(value.report.nodes.map(({ decidedBy, ...rest }) => rest)).to.deep.equal([
        { name: "rpc", ...line },
        { name: "eth-0", ...line },
      ]);
      expect(JSON.stringify(value)).not.to.match(new RegExp(`${token}|${endpoints.password}`));
    });
  }

  it("inPreview › nodes do not exist yet: unknown", async () => {
    await useMocks({ isPreview: true });
    const health = stackHealth([makeNode(), makeNetwork()], { inPreview: true });
    expect((await contentOf(health)).isKnown).to.equal(false);
  });

  for (const [title, config] of [
    ["the stack", { "blockchain-nodes:offline": "true" }],
    ["the provider of one of the nodes", {}],
  ] as const) {
    it(`inPreview › ${title} offline: unknown`, async () => {
      await useMocks({ isPreview: true, outputs: { rpc: nodeOutputs, eth: networkOutputs } });
      pulumi.runtime.setAllConfig(config);
      try {
        const provider = title === "the stack" ? undefined : new Provider("acct", { offline: true });
        const options = provider === undefined ? {} : { provider };
        const node = new Node("rpc", { project: "PR-1-2-3", chain: "ethereum-mainnet", name: "rpc" }, options);
        const health = stackHealth([makeNetwork(), node], { inPreview: true });
        expect((await contentOf(health)).isKnown).to.equal(false);
      } finally {
        pulumi.runtime.setAllConfig({});
      }
    });
  }

  it("no endpoints: verdict unknown", async () => {
    await useMocks({
      outputs: {
        rpc: { network: "ethereum-mainnet" },
        eth: { nodes: [{ id: "ND-1", name: "eth-0", network: "ethereum-mainnet", endpoints: null }] },
      },
    });
    const { value } = await contentOf(stackHealth([makeNode(), makeNetwork()]));
    expect(value.report.nodes.map(({ name, host, verdict }) => [name, host, verdict])).to.deep.equal([
      ["rpc", "", "unknown"],
      ["eth-0", "", "unknown"],
    ]);
  });

  it("network without known nodes: one line", async () => {
    await useMocks({ outputs: { eth: { nodes: null } } });
    const { value } = await contentOf(stackHealth([makeNetwork()]));
    expect(value.verdict).to.equal("unknown");
    expect(value.report.nodes.map(({ chain, verdict }) => [chain, verdict])).to.deep.equal([
      ["ethereum-mainnet", "unknown"],
    ]);
  });

  it("no nodes: verdict unknown", async () => {
    await useMocks();
    expect((await contentOf(stackHealth([]))).value).to.deep.equal({ verdict: "unknown", report: { nodes: [] } });
  });
});
