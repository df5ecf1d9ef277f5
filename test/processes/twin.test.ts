import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Network, Node, OrganizationSettings, Project } from "pulumi-blockchain-nodes";
import { startSandbox } from "../../sandbox/index";
import {
  configOf,
  globalPlace,
  makeProject,
  type TypeName,
  typeNames,
  unknown,
  validArgs,
} from "../support/processes/kit";
import { type Plugin, startPlugin } from "../support/processes/plugin";
import { type Bag, CallError } from "../support/processes/wire";

type Handlers = typeof import("pulumi-blockchain-nodes/lifecycle");

/** A provider as a user of `pulumi.dynamic` writes it: methods that the SDK serializes, thin so that it can. */
const twins: Readonly<Record<TypeName, pulumi.dynamic.ResourceProvider>> = {
  Project: thin(() => (require("pulumi-blockchain-nodes/lifecycle") as Handlers).project),
  Network: thin(() => (require("pulumi-blockchain-nodes/lifecycle") as Handlers).network),
  Node: thin(() => (require("pulumi-blockchain-nodes/lifecycle") as Handlers).node),
  OrganizationSettings: thin(() => (require("pulumi-blockchain-nodes/lifecycle") as Handlers).organizationSettings),
};

function thin(handler: () => pulumi.dynamic.ResourceProvider): pulumi.dynamic.ResourceProvider {
  return {
    configure: async (request) => handler().configure?.(request),
    check: async (olds, news) => (await handler().check?.(olds, news)) ?? {},
    diff: async (id, olds, news) => (await handler().diff?.(id, olds, news)) ?? {},
    create: async (inputs) => handler().create(inputs),
    read: async (id, props) => (await handler().read?.(id, props)) ?? {},
    update: async (id, olds, news) => (await handler().update?.(id, olds, news)) ?? {},
    delete: async (id, props) => handler().delete?.(id, props),
  };
}

class Twin extends pulumi.dynamic.Resource {}

const classes = { Project, Network, Node, OrganizationSettings } as const;

/** What the two programs register, by type. */
interface Registration {
  readonly token: string;
  readonly inputs: Bag;
}

/** A step of a story: a call on the object created earlier, with the results of the previous steps. */
type Step = (plugin: Plugin, story: Story) => Promise<unknown>;

interface Story {
  readonly provider: string;
  readonly owner: string;
  readonly project: string;
  id: string;
  inputs: Bag;
  outs: Bag;
}

function news({ provider, owner }: Story, args: Bag): Bag {
  return { ...args, __provider: provider, __owner: owner };
}

/** Arguments that work on a sandbox. */
function argsOf(type: TypeName, { project }: Story): Bag {
  const place = { ...globalPlace, name: "first", configuration: { archive: false } };
  switch (type) {
    case "Project":
      return { name: "shop", description: "twins" };
    case "Network":
      return { project, protocol: "ethereum", network: "ethereum-mainnet", nodes: [place], readiness: "platform" };
    case "OrganizationSettings":
      return { name: "Acme" };
    default:
      return { project, chain: "polygon-pos-mainnet", name: "rpc", readiness: "platform" };
  }
}

/** Whether a create waits for nodes. */
function isWaitedFor(type: TypeName): boolean {
  return type === "Network" || type === "Node";
}

/** The same in a region where nodes stay pending. */
function slow(inputs: Bag): Bag {
  const place = { provider: "chainstack_managed", region: "lon1" };
  const nodes = (inputs.nodes ?? []) as readonly Bag[];
  return {
    ...inputs,
    ...(nodes.length === 0 ? place : { nodes: nodes.map((node) => ({ ...node, ...place })) }),
    timeouts: { create: "200ms" },
  };
}

function stepsOf(type: TypeName): Readonly<Record<string, Step>> {
  return {
    "check of valid arguments": async (plugin, story) => {
      const answer = await plugin.check({}, news(story, argsOf(type, story)));
      story.inputs = answer.inputs;
      return answer;
    },
    "check of invalid arguments": (plugin, story) =>
      plugin.check({}, news(story, { name: "", color: 5, timeouts: { create: "x" } })),
    "check of unknown arguments": (plugin, story) => plugin.check({}, news(story, { name: unknown, nodes: unknown })),
    "create with invalid inputs": (plugin, story) =>
      plugin.create({ ...story.inputs, project: "none", nodes: [], name: " " }),
    create: async (plugin, story) => {
      const answer = await plugin.create(story.inputs);
      story.id = answer.id;
      story.outs = answer.properties;
      return answer;
    },
    ...(isWaitedFor(type) && {
      "create that stays unfinished": (plugin, story) => plugin.create(slow(story.inputs)),
    }),
    "diff without a change": (plugin, { id, outs, inputs }) => plugin.diff(id, outs, inputs),
    "diff with changes": (plugin, { id, outs, inputs }) =>
      plugin.diff(id, outs, { ...inputs, name: "other", project: "PR-9-9-9", type: "dedicated" }),
    "diff with unknown values": (plugin, { id, outs, inputs }) =>
      plugin.diff(id, outs, { ...inputs, name: unknown, project: unknown, chain: unknown, type: unknown }),
    read: (plugin, { id, outs }) => plugin.read(id, outs),
    "read by the id alone": (plugin, story) => plugin.read(story.id, news(story, {})),
    "read of another organization": (plugin, { id, outs }) => plugin.read(id, { ...outs, organization: "RG-0-0" }),
    update: (plugin, { id, outs, inputs }) =>
      plugin.update(
        id,
        outs,
        type === "Network" ? { ...inputs, timeouts: { delete: "1m" } } : { ...inputs, name: "other" },
      ),
    "update of a missing object": (plugin, { outs, inputs }) =>
      plugin.update("XX-0-0-0", { ...outs, ready: false }, { ...inputs, name: "third" }),
    "delete of another organization": (plugin, { id, outs }) => plugin.delete(id, { ...outs, organization: "RG-0-0" }),
    delete: (plugin, { id, outs }) => plugin.delete(id, outs),
    "read of a deleted object": (plugin, { id, outs }) => plugin.read(id, outs),
    "delete of a deleted object": (plugin, { id, outs }) => plugin.delete(id, outs),
  };
}

async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return { answer: await call };
  } catch (error) {
    if (!(error instanceof CallError)) {
      throw error;
    }
    return { status: error.status, message: error.message, partial: error.partial };
  }
}

describe("pulumi.dynamic.Resource twin around the same handlers", function () {
  // A missing object is looked up twice, some seconds apart.
  this.timeout(90_000);
  const ours = new Map<TypeName, Registration>();
  const theirs = new Map<TypeName, Registration>();
  const open: { stop(): Promise<void> }[] = [];
  const results: Record<"ours" | "theirs", Map<TypeName, unknown>> = { ours: new Map(), theirs: new Map() };

  before(async () => {
    await register((type) => new classes[type](`ours-${type}`, validArgs[type] as never), ours);
    await register(
      (type) => new Twin(twins[type], `twin-${type}`, { ...validArgs[type] }, {}, "blockchain-nodes", type),
      theirs,
    );
    await Promise.all([play(ours, results.ours), play(theirs, results.theirs)]);
  });
  after(async () => {
    await Promise.all(open.map((it) => it.stop()));
  });

  async function register(make: (type: TypeName) => pulumi.Resource, into: Map<TypeName, Registration>): Promise<void> {
    await pulumi.runtime.setMocks({
      newResource: ({ name, type, inputs }) => {
        into.set(name.replace(/^.*-/, "") as TypeName, { token: type, inputs });
        return { id: `${name}-id`, state: inputs };
      },
      call: () => ({}),
    });
    const urns = typeNames.map((type) => make(type).urn);
    await new Promise((resolve) => pulumi.all(urns).apply(resolve));
  }

  /** Plays the story of each type in a process, on a sandbox that returns the same ids and tokens to every process. */
  async function play(registered: ReadonlyMap<TypeName, Registration>, into: Map<TypeName, unknown>): Promise<void> {
    const sandbox = await startSandbox({ seed: 7, settings: { nodeStart: "request", regionalSeconds: 600 } });
    open.push({ stop: () => sandbox.close() });
    const plugin = await startPlugin({ config: configOf(sandbox) });
    open.push(plugin);
    const project = await makeProject(sandbox);
    for (const type of typeNames) {
      const provider = String(registered.get(type)?.inputs.__provider);
      const story: Story = { provider, owner: `o/urn:pulumi:s::p::t::${type}`, project, id: "", inputs: {}, outs: {} };
      const outcomes: [title: string, outcome: unknown][] = [];
      for (const [title, step] of Object.entries(stepsOf(type))) {
        outcomes.push([title, await outcomeOf(step(plugin, story))]);
      }
      const text = JSON.stringify(outcomes)
        .replaceAll(JSON.stringify(provider), '"PROVIDER"')
        .replaceAll(new URL(sandbox.baseUrl).host, "HOST")
        // Each request has a unique name.
        .replaceAll(/ \[request [^\]]+\]/g, " [request ID]")
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");
      into.set(type, JSON.parse(text));
    }
  }

  for (const type of typeNames) {
    it(`${type}: same token and inputs, except provider text and hidden owner`, () => {
      const { __provider: text, __owner: owner, ...inputs } = ours.get(type)?.inputs ?? {};
      const { __provider: twinText, ...twinInputs } = theirs.get(type)?.inputs ?? {};
      expect(theirs.get(type)?.token).to.equal(ours.get(type)?.token);
      expect(twinInputs).to.deep.equal(inputs);
      expect(text).to.be.a("string").with.length.lessThan(100);
      expect(twinText).to.be.a("string").with.length.greaterThan(1000);
      expect(owner).to.be.a("string");
    });

    it(`${type}: same result of every call, failures included`, () => {
      const our = results.ours.get(type);
      const twin = results.theirs.get(type);
      expect(our).to.deep.equal(twin);
      const failed = (our as [title: string, outcome: { readonly status?: number }][])
        .filter(([, { status }]) => status !== undefined)
        .map(([title, { status }]) => `${title}: ${status}`);
      expect(failed).to.deep.equal([
        "create with invalid inputs: 2",
        ...(isWaitedFor(type) ? ["create that stays unfinished: 2"] : []),
        "read of another organization: 2",
        // Ids contain the organization of the key, and no other.
        ...(type === "OrganizationSettings" ? [] : ["update of a missing object: 2"]),
        "delete of another organization: 2",
      ]);
    });
  }
});
