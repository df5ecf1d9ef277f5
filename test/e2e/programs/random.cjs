// @ts-check
// The program of a random stack: what the resources refer to, and the resources.
const nodes = require("pulumi-blockchain-nodes");

/**
 * @type {{
 *   references: Record<"project" | "otherProject" | "network" | "networkProject" | "otherNetworkProject", string>,
 *   resources: { type: "Network" | "Node" | "Project", args: Record<string, unknown> }[],
 * }}
 */
const { references, resources } = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");

const project = new nodes.Project("home");
const other = new nodes.Project("other");
const networkProject = new nodes.Project("nets");
const otherNetworkProject = new nodes.Project("other-nets");
const network = new nodes.Network("home-net", {
  project: project.id,
  protocol: "ethereum",
  network: "ethereum-mainnet",
  readiness: "none",
  nodes: [{ type: "shared", provider: "chainstack_global", region: "global1", configuration: { archive: false } }],
});
/** @type {Record<string, import("@pulumi/pulumi").Output<string>>} */
const found = {
  [references.project]: project.id,
  [references.otherProject]: other.id,
  [references.network]: network.id,
  [references.networkProject]: networkProject.id,
  [references.otherNetworkProject]: otherNetworkProject.id,
};
resources.forEach(({ type, args }, index) => {
  /** @type {any} */
  const resolved = Object.fromEntries(
    Object.entries(args).map(([key, value]) => [key, typeof value === "string" ? (found[value] ?? value) : value]),
  );
  new nodes[type](`r${index}`, resolved);
});
