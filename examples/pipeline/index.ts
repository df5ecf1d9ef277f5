import { Node, Project, stackHealth } from "pulumi-blockchain-nodes";

const project = new Project("shop", { description: "Nodes of the shop, one project for each stack" });

const ethereum = new Node("ethereum", { project: project.id, chain: "ethereum-mainnet" });
const polygon = new Node("polygon", { project: project.id, chain: "polygon-pos-mainnet" });

/** Where programs connect to: secret outputs, shown by `pulumi stack output --show-secrets`. */
export const ethereumEndpoint = ethereum.httpsEndpoint;
export const polygonEndpoint = polygon.httpsEndpoint;

/** Health of every node at the end of the run. The gate of the pipeline is `blockchain-nodes health`. */
export const health = stackHealth([ethereum, polygon]);
