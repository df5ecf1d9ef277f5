import * as pulumi from "@pulumi/pulumi";
import { Network, Node, Project, stackHealth } from "pulumi-blockchain-nodes";

const config = new pulumi.Config();

const project = new Project("quickstart", { description: "Made by the quickstart of pulumi-blockchain-nodes" });

// A v1 network comes with its first nodes. It has a project of its own: a v2 node may join a network of its chain and
// project, and a network is not deleted while it holds a node of another resource.
const networks = new Project("quickstart-networks");
const ethereum = new Network("ethereum", {
  project: networks.id,
  protocol: "ethereum",
  network: "ethereum-mainnet",
  nodes: [{ type: "shared", provider: "chainstack_global", region: "global1", configuration: { archive: false } }],
});

// A v2 node needs only a project and a chain.
const rpc = new Node("rpc", {
  project: project.id,
  chain: "polygon-pos-mainnet",
  name: config.require("rpcName"),
});

const bitcoin = new Node("bitcoin", {
  project: project.id,
  chain: config.require("bitcoinChain"),
});

/** Where programs connect to: secret outputs, shown by `pulumi stack output --show-secrets`. */
export const ethereumEndpoint = ethereum.nodes.apply((nodes) => nodes[0]?.endpoints?.https);
export const rpcEndpoint = rpc.httpsEndpoint;
export const bitcoinEndpoint = bitcoin.httpsEndpoint;

/** Every node probed: right chain, fresh head, moving. */
export const health = stackHealth([ethereum, rpc, bitcoin]);
