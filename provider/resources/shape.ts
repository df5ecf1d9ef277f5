import * as pulumi from "@pulumi/pulumi";
import { ConfigError } from "../errors/errors.js";
import { bareOutput } from "./bare-output.js";
import { type ResourceShape, type ResourceType, shapes } from "./shapes.js";

/** What a resource's constructor passes to the SDK. */
export type ResourceParts = readonly [
  token: string,
  name: string,
  props: pulumi.Inputs,
  options: pulumi.CustomResourceOptions,
];

/**
 * The provider code that the engine stores: one constant line, twice in the state of each resource. It is a wire
 * format: changing a byte would show a diff on every resource of every user.
 */
function providerText(handler: string): string {
  return `exports.handler=()=>require("pulumi-blockchain-nodes/lifecycle").${handler};`;
}

export function tokenOf(type: ResourceType): string {
  return `pulumi-nodejs:dynamic/blockchain-nodes:${type}`;
}

/** The stack's organization; empty where the SDK throws because there is none, as in unit tests of programs. */
function organizationName(): string {
  try {
    return pulumi.getOrganization();
  } catch {
    return "";
  }
}

/**
 * The URN that a resource will have. Bare, since the parent's URN output depends on the parent: an input derived from
 * it would wait for every child of a component, including the resource itself, and never resolve.
 */
function urnOf(name: string, token: string, parent: pulumi.Resource | undefined): pulumi.Output<string> {
  // The SDK itself rejects parents that are not resources.
  return pulumi.createUrn(name, token, pulumi.Resource.isInstance(parent) ? bareOutput(parent.urn) : parent);
}

/** A resource option that cannot work here, why, and what to use instead. */
interface RefusedOption {
  readonly option: keyof pulumi.CustomResourceOptions;
  /** Whether this use of the option is harmful or has no effect. */
  readonly isRefused?: (options: pulumi.CustomResourceOptions, shape: ResourceShape) => boolean;
  readonly reason: (shape: ResourceShape, type: ResourceType) => string;
}

const refusedOptions: readonly RefusedOption[] = [
  {
    option: "import",
    reason: (_, type) => `cannot work for dynamic resources. Use ${type}.get to read an object that exists.`,
  },
  {
    option: "deletedWith",
    isRefused: ({ id, retainOnDelete = false }, { isOnlyForgotten = false }) =>
      id === undefined && !retainOnDelete && !isOnlyForgotten,
    reason: () =>
      'would drop it from the state while it lives on, since the platform deletes nothing along with another object. Remove the option, or use "retainOnDelete" to leave the object on purpose.',
  },
  {
    option: "customTimeouts",
    reason: ({ outputs }) =>
      `does not reach dynamic resources. ${outputs.includes("timeouts") ? 'Use the argument "timeouts".' : "Remove it: nothing waits here."}`,
  },
  {
    option: "replaceOnChanges",
    isRefused: ({ replaceOnChanges = [] }) => replaceOnChanges.some((path) => path !== "#initerror"),
    reason: () =>
      'has no effect on dynamic resources except "#initerror". Use "replacementTrigger", or `pulumi up --replace` once.',
  },
];

/**
 * Rejects options that the engine would silently accept. Transforms run later, so their changes cannot be checked.
 *
 * @throws {ConfigError}
 */
function refuseOptions(type: ResourceType, name: string, options: pulumi.CustomResourceOptions) {
  const shape: ResourceShape = shapes[type];
  const refused = refusedOptions.find(
    ({ option, isRefused = () => true }) => options[option] !== undefined && isRefused(options, shape),
  );
  if (refused !== undefined) {
    const reason = refused.reason(shape, type);
    throw new ConfigError(`${type} "${name}": the resource option "${refused.option}" ${reason}`);
  }
}

/**
 * The parts of a dynamic resource without serialized code. A function rather than a base class, so that the engine
 * finds the user's line where it looks for it in the stack trace.
 *
 * @throws {ConfigError} for options that cannot work here
 */
export function resourceParts(
  type: ResourceType,
  name: string,
  args: object,
  options: pulumi.CustomResourceOptions = {},
): ResourceParts {
  refuseOptions(type, name, options);
  const { outputs, handler, secrets = [] }: ResourceShape = shapes[type];
  const token = tokenOf(type);
  const props = {
    ...Object.fromEntries(outputs.map((key) => [key, undefined])),
    ...args,
    __provider: providerText(handler),
    __owner: pulumi.interpolate`${organizationName()}/${urnOf(name, token, options.parent)}`,
  };
  const additionalSecretOutputs = [...secrets, ...(options.additionalSecretOutputs ?? [])];
  return [token, name, props, { ...options, additionalSecretOutputs }];
}
