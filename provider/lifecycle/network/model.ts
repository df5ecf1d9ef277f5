import { isObject, objectsIn } from "../../base/is-object.js";
import { networkTexts, type OutputSchemas } from "../../resources/shapes.js";
import { z } from "../../vendor/zod.js";
import { optionalText, optionalTexts, requiredText, timeouts } from "../engine/lenient.js";
import { type Properties, pick } from "../engine/properties.js";
import { type NodeOutputs, parseOutputs, placeInNetwork, readiness } from "../node/model.js";

const slot = z.object({ name: requiredText, ...placeInNetwork });
const inputs = z.object({
  project: requiredText,
  protocol: requiredText,
  network: requiredText,
  nodes: z.array(slot).catch([]),
  name: optionalText,
  readiness: readiness.catch("rpc"),
  timeouts,
});
const outputs = z.object({
  ...optionalTexts(networkTexts),
  ready: z.boolean().optional().catch(undefined),
  readiness: readiness.optional().catch(undefined),
  timeouts,
} satisfies Omit<OutputSchemas<"Network", z.ZodType>, "nodes">);

export type NetworkInputs = z.output<typeof inputs>;
export type SlotInputs = z.output<typeof slot>;

export type SlotArguments = { readonly [Name in keyof SlotInputs]?: SlotInputs[Name] | undefined };

/** State of an initial node: the outputs of a Node, with its id. */
export interface SlotState extends NodeOutputs {
  /** Undefined if it was deleted outside of Pulumi, or never shown: the next `up` creates or finds it. */
  readonly id: string | undefined;
}

export interface NetworkState extends z.output<typeof outputs> {
  /** Inputs of the last run; undefined for a network that only `get` has read. */
  readonly inputs: NetworkInputs | undefined;
  readonly nodes: readonly SlotState[];
  /** Generated names of its nodes, by position. */
  readonly generatedNames?: Properties;
}

const slotKeys = slot.keyof().options;

/** Parses checked or recorded inputs: what those lack is empty. */
export function parseInputs(properties: Properties): NetworkInputs {
  return inputs.parse(properties);
}

export function parseState(
  properties: Properties,
  written: NetworkInputs | undefined,
  generated: unknown,
): NetworkState {
  return {
    ...outputs.parse(properties),
    inputs: written,
    nodes: objectsIn(properties.nodes).map((node) => ({ ...parseOutputs(node), id: optionalText.parse(node.id) })),
    generatedNames: isObject(generated) ? generated : {},
  };
}

export function outputsOf({ inputs: _, generatedNames, nodes, ...own }: NetworkState): Properties {
  return { ...own, nodes: nodes.map((node) => pick<Properties>({ ...node }, Object.keys(node))) };
}

/** The arguments in outputs of a network: its nodes have fewer arguments than outputs. */
export function argumentsIn({ nodes, ...own }: Properties): Properties {
  return nodes === undefined ? own : { ...own, nodes: objectsIn(nodes).map((node) => pick(node, slotKeys)) };
}

export function writtenIn(node: SlotArguments): SlotArguments {
  return pick(node, slotKeys);
}

export function echoOf({ nodes, ...own }: NetworkInputs): Omit<NetworkInputs, "nodes"> {
  return own;
}
