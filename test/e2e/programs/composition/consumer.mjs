// Uses what another stack hands on.
import * as pulumi from "@pulumi/pulumi";
import { Node, Project } from "pulumi-blockchain-nodes";

const published = new pulumi.StackReference(new pulumi.Config().require("publisher"));

// An argument that is a secret of another stack.
const holder = new Project("holder", { description: published.requireOutput("endpoint") });
const project = published.requireOutput("project");
new Node("node", { project, chain: "base-mainnet", readiness: "platform" });

export const endpoints = published.requireOutput("endpoints");
export const endpoint = endpoints.apply(({ https }) => https);
export const description = holder.description;
