import { expect } from "chai";
import * as lifecycle from "pulumi-blockchain-nodes/lifecycle";
import type { TestSandbox } from "../sandbox";
import { type Plugin, type PluginOptions, startPlugin } from "./plugin";
import { type Bag, CallError } from "./wire";

/** A resource type: one per handler. */
export type AnyTypeName = Capitalize<keyof typeof lifecycle>;

/** A type with an object on the platform, whose calls need settings. */
export type TypeName = Exclude<AnyTypeName, "NodeHealth">;

/** Every type with an object on the platform. */
export const typeNames = Object.keys(lifecycle)
  .map((name) => name.charAt(0).toUpperCase() + name.slice(1))
  .filter((name) => name !== "NodeHealth") as TypeName[];

/** Provider texts, as in the state of every user. */
export const texts: Readonly<Record<AnyTypeName, string>> = {
  Project: 'exports.handler=()=>require("pulumi-blockchain-nodes/lifecycle").project;',
  Network: 'exports.handler=()=>require("pulumi-blockchain-nodes/lifecycle").network;',
  Node: 'exports.handler=()=>require("pulumi-blockchain-nodes/lifecycle").node;',
  OrganizationSettings: 'exports.handler=()=>require("pulumi-blockchain-nodes/lifecycle").organizationSettings;',
  NodeHealth: 'exports.handler=()=>require("pulumi-blockchain-nodes/lifecycle").nodeHealth;',
};

/** What the engine sends for an unknown value. */
export const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** A placement where nodes run at once. */
export const globalPlace = { type: "shared", provider: "chainstack_global", region: "global1" } as const;

/** URN of a resource of these tests. */
export function urnOf(type: AnyTypeName, name: string): string {
  return `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/blockchain-nodes:${type}::${name}`;
}

/** Inputs that a resource of that name sends: the program's, and the hidden ones. */
export function inputsOf(type: AnyTypeName, name: string, args: Bag = {}): Bag {
  return { ...args, __provider: texts[type], __owner: `organization/${urnOf(type, name)}` };
}

/** Valid arguments of each type that need no other object, with placeholders. */
export const validArgs: Readonly<Record<TypeName, Bag>> = {
  Project: { description: "shop" },
  Network: {
    project: "PR-123-456-789",
    protocol: "ethereum",
    network: "ethereum-mainnet",
    nodes: [{ ...globalPlace, configuration: { archive: false } }],
  },
  Node: { project: "PR-123-456-789", chain: "ethereum-mainnet" },
  OrganizationSettings: { name: "Acme" },
};

/** All compatible arguments of each type. */
export const fullArgs: Readonly<Record<TypeName, Bag>> = {
  Project: { name: "web", description: "shop", type: "public", timeouts: { create: "1m", update: "1m", delete: "1m" } },
  Network: {
    ...validArgs.Network,
    nodes: [
      { name: "first", ...globalPlace, configuration: { archive: false, client: { name: "geth" } } },
      { name: "second", ...globalPlace, configuration: { archive: false } },
    ],
    readiness: "platform",
    timeouts: { create: "1m", update: "1m", delete: "1m" },
  },
  Node: {
    ...validArgs.Node,
    name: "web",
    region: "global1",
    provider: "chainstack_global",
    readiness: "platform",
    onCreateTimeout: "delete",
    timeouts: { create: "1m", update: "1m", delete: "1m" },
  },
  OrganizationSettings: { name: "Acme" },
};

/** The properties once for each path at any depth, with an unknown value there. */
export function withUnknowns(bag: Bag): readonly { readonly path: string; readonly bag: Bag }[] {
  return Object.entries(bag).flatMap(([key, value]) =>
    unknownsIn(value).map(([path, changed]) => ({ path: key + path, bag: { ...bag, [key]: changed } })),
  );
}

function unknownsIn(value: unknown): readonly (readonly [path: string, changed: unknown])[] {
  const here = ["", unknown] as const;
  if (Array.isArray(value)) {
    return [
      here,
      ...value.flatMap((item, index) =>
        unknownsIn(item).map(([path, changed]) => [`[${index}]${path}`, value.with(index, changed)] as const),
      ),
    ];
  }
  if (typeof value === "object" && value !== null) {
    return [
      here,
      ...Object.entries(value).flatMap(([key, item]) =>
        unknownsIn(item).map(([path, changed]) => [`.${key}${path}`, { ...value, [key]: changed }] as const),
      ),
    ];
  }
  return [here];
}

/** Configuration for a sandbox, at a rate for tests. */
export function configOf({ baseUrl, apiKey }: Pick<TestSandbox, "apiKey" | "baseUrl">): Record<string, string> {
  return {
    "blockchain-nodes:baseUrl": baseUrl,
    "blockchain-nodes:apiKey": apiKey,
    "blockchain-nodes:requestsPerSecond": "500",
  };
}

/** Creates a project on the platform outside the provider. */
export async function makeProject({ baseUrl, apiKey }: Pick<TestSandbox, "apiKey" | "baseUrl">): Promise<string> {
  const answer = await fetch(`${baseUrl}/v2/projects/`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "ready-made" }),
  });
  return ((await answer.json()) as { readonly id: string }).id;
}

/** Inputs after `check`, which must report nothing. */
export async function checked(
  plugin: Plugin,
  type: AnyTypeName,
  name: string,
  args: Bag,
  olds: Bag = {},
): Promise<Bag> {
  const { inputs, failures } = await plugin.check(olds, inputsOf(type, name, args));
  expect(failures).to.deep.equal([]);
  return inputs;
}

/** A created resource, as in the engine's state. */
export interface Created {
  readonly id: string;
  readonly inputs: Bag;
  readonly properties: Bag;
}

/** Checks and creates, as `up` does. */
export async function createdOf(plugin: Plugin, type: AnyTypeName, name: string, args: Bag = {}): Promise<Created> {
  const inputs = await checked(plugin, type, name, args);
  return { inputs, ...(await plugin.create(inputs)) };
}

/** The error of a call that must fail, after assertions that hold for each: status UNKNOWN and one line. */
export async function failureOf(call: Promise<unknown>): Promise<CallError> {
  const answer = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if (!("error" in answer)) {
    throw new Error(`The call succeeded: ${JSON.stringify(answer.value)}`);
  }
  const { error } = answer;
  if (!(error instanceof CallError)) {
    throw error;
  }
  expect(error.status, error.message).to.equal(2);
  expect(error.message).to.match(/^\S[^\n]*\S$/);
  return error;
}

/** A process for the calling suite, started in `before` and ended in `after`. */
export function usePlugin(options: () => PluginOptions = () => ({})): () => Plugin {
  let plugin: Plugin | undefined;
  before(async () => {
    plugin = await startPlugin(options());
  });
  after(() => plugin?.stop());
  return () => {
    if (plugin === undefined) {
      throw new Error("The provider process runs inside of tests and hooks only.");
    }
    return plugin;
  };
}
