// One program with many options; `stage` is what its author changes.
const pulumi = require("@pulumi/pulumi");
const { Network, Node, Project } = require("pulumi-blockchain-nodes");

const stage = new pulumi.Config().get("stage") ?? "first";
const isFirst = stage === "first";

// The old way and the new way to change arguments and options of everything.
pulumi.runtime.registerStackTransformation(({ type, props, opts }) =>
  type.endsWith(":Project") ? { props: { ...props, description: "by a transformation" }, opts } : undefined,
);
const hasten = ({ type, props, opts }) =>
  /:(Node|Network)$/.test(type)
    ? {
        props: { ...props, readiness: "platform" },
        opts: { ...opts, additionalSecretOutputs: [...opts.additionalSecretOutputs, "status"] },
      }
    : undefined;
const parent = new pulumi.ComponentResource("options:index:All", "all", {}, { transforms: [hasten] });

const project = new Project("project", { name: "chosen" }, { parent, additionalSecretOutputs: ["createdAt"] });
const on = (chain) => ({ project: project.id, chain });

new Node("guarded", on("ethereum-mainnet"), { parent, protect: stage !== "last" });
new Node("ignoring", { ...on("ethereum-mainnet"), name: `ignored-${stage}` }, { parent, ignoreChanges: ["name"] });
new Network(
  "ignoring-network",
  {
    // Of its own: the platform may put a node of v2 into the network of its chain and project.
    project: new Project("network-project", {}, { parent }).id,
    protocol: "ethereum",
    network: "ethereum-mainnet",
    nodes: [
      {
        name: `ignored-${stage}`,
        type: "shared",
        provider: "chainstack_global",
        region: "global1",
        configuration: { archive: false },
      },
    ],
  },
  { parent, ignoreChanges: ["nodes[0].name"] },
);
new Node("deleted-first", on(isFirst ? "ethereum-mainnet" : "base-mainnet"), { parent, deleteBeforeReplace: true });
new Node("created-first", on(isFirst ? "ethereum-mainnet" : "base-mainnet"), { parent });
new Node("triggered", on("ethereum-mainnet"), { parent, replacementTrigger: isFirst ? "a" : "b" });
// What is kept keeps its project.
const keeper = new Project("keeper", {}, { parent, retainOnDelete: true });
const kept = { project: keeper.id, chain: "ethereum-mainnet" };
new Node("kept", kept, { parent, retainOnDelete: true, deletedWith: keeper });
