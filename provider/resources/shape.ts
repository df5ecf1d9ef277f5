import * as pulumi from "@pulumi/pulumi";
import { ConfigError } from "../errors/errors.js";
import { bareOutput } from "./bare-output.js";

/** How a resource type reaches its provider. */
export interface ResourceShape {
  /** Last part of the type token. */
  readonly type: string;
  /** Name of the handler that the lifecycle module exports. */
  readonly handler: string;
  /** Every key of its state; the SDK makes properties only of keys that it is given. */
  readonly outputs: readonly string[];
  /** Outputs that are encrypted in state. */
  readonly secrets?: readonly string[];
  /** Whether its deletion makes no call, so that nothing can be left behind. */
  readonly isOnlyForgotten?: true;
}

/** What the constructor of a resource passes on to the SDK. */
export type ResourceParts = readonly [
  token: string,
  name: string,
  props: pulumi.Inputs,
  options: pulumi.CustomResourceOptions,
];

/**
 * The provider's code as the engine stores it: one constant line, twice in the state of each resource. It is a wire
 * format: a changed byte would be a diff on every resource of every user.
 */
function providerText(handler: string): string {
  return `exports.handler=()=>require("pulumi-blockchain-nodes/lifecycle").${handler};`;
}

/** Type token of a resource, by the last part of it. */
export function tokenOf(type: string): string {
  return `pulumi-nodejs:dynamic/blockchain-nodes:${type}`;
}

/** The stack's organization. The SDK throws where none is named, as in the unit tests of programs: then it is empty. */
function organizationName(): string {
  try {
    return pulumi.getOrganization();
  } catch {
    return "";
  }
}

/**
 * The URN that a resource is going to have. Bare, since the parent's own URN names the parent: an input made of it would
 * wait for every child of a component, for the resource itself too, and never end.
 */
function urnOf(name: string, token: string, parent: pulumi.Resource | undefined): pulumi.Output<string> {
  // What is no resource is refused by the SDK, which knows best how.
  return pulumi.createUrn(name, token, pulumi.Resource.isInstance(parent) ? bareOutput(parent.urn) : parent);
}

/** An option that cannot work here, with what is wrong with it and what to do. */
interface RefusedOption {
  readonly option: keyof pulumi.CustomResourceOptions;
  /** Whether this use of it does harm, or nothing at all. */
  readonly isRefused?: (options: pulumi.CustomResourceOptions, shape: ResourceShape) => boolean;
  readonly reason: (shape: ResourceShape) => string;
}

const refusedOptions: readonly RefusedOption[] = [
  {
    option: "import",
    reason: ({ type }) => `cannot work for dynamic resources. Use ${type}.get to read an object that exists.`,
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
      'has no effect on dynamic resources, but for "#initerror". Use "replacementTrigger", or `pulumi up --replace` once.',
  },
];

/**
 * Refuses what the engine would take without a word. What transforms make of the options comes later, and cannot be seen.
 *
 * @throws {ConfigError}
 */
function refuseOptions(shape: ResourceShape, name: string, options: pulumi.CustomResourceOptions) {
  const refused = refusedOptions.find(
    ({ option, isRefused = () => true }) => options[option] !== undefined && isRefused(options, shape),
  );
  if (refused !== undefined) {
    throw new ConfigError(`${shape.type} "${name}": the resource option "${refused.option}" ${refused.reason(shape)}`);
  }
}

/**
 * The parts of a dynamic resource without serialized code. A function and no base class, so that the engine finds the
 * user's own line at the place in the stack where it looks for it.
 *
 * @throws {ConfigError} for options that cannot work here
 */
export function resourceParts(
  shape: ResourceShape,
  name: string,
  args: object,
  options: pulumi.CustomResourceOptions = {},
): ResourceParts {
  refuseOptions(shape, name, options);
  const token = tokenOf(shape.type);
  const props = {
    ...Object.fromEntries(shape.outputs.map((key) => [key, undefined])),
    ...args,
    __provider: providerText(shape.handler),
    __owner: pulumi.interpolate`${organizationName()}/${urnOf(name, token, options.parent)}`,
  };
  const additionalSecretOutputs = [...(shape.secrets ?? []), ...(options.additionalSecretOutputs ?? [])];
  return [token, name, props, { ...options, additionalSecretOutputs }];
}
