import { z } from "zod";
import { isRecord } from "../engine/json.js";
import { optionalText, requiredText, timeouts } from "../engine/lenient.js";
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
  project: optionalText,
  protocol: optionalText,
  network: optionalText,
  name: optionalText,
  status: optionalText,
  createdAt: optionalText,
  organization: optionalText,
  ready: z.boolean().optional().catch(undefined),
  readiness: readiness.optional().catch(undefined),
  timeouts,
});

/** What the program says about a network. */
export type NetworkInputs = z.output<typeof inputs>;
/** What it says about an initial node. */
export type SlotInputs = z.output<typeof slot>;

/** The same, as far as it is known. */
export type SlotArguments = { readonly [Name in keyof SlotInputs]?: SlotInputs[Name] | undefined };

/** What is recorded of an initial node: the outputs of a Node, with its id. */
export interface SlotState extends NodeOutputs {
  /** Undefined where it was deleted outside, or was never shown: the next `up` takes that for work to do. */
  readonly id: string | undefined;
}

/** What is recorded of a network. */
export interface NetworkState extends z.output<typeof outputs> {
  /** What the program wrote last; undefined for a network that only `get` has read. */
  readonly inputs: NetworkInputs | undefined;
  readonly nodes: readonly SlotState[];
  /** Names of its nodes that were generated, by position. */
  readonly generatedNames?: Properties;
}

const slotKeys = slot.keyof().options;

/** Reads inputs that were checked, or that are recorded: what those lack is empty. */
export function parseInputs(properties: Properties): NetworkInputs {
  return inputs.parse(properties);
}

/** Reads outputs of any version. */
export function parseState(
  properties: Properties,
  written: NetworkInputs | undefined,
  generated: unknown,
): NetworkState {
  return {
    ...outputs.parse(properties),
    inputs: written,
    nodes: recordsIn(properties.nodes).map((node) => ({ ...parseOutputs(node), id: optionalText.parse(node.id) })),
    generatedNames: isRecord(generated) ? generated : {},
  };
}

/** The outputs of a network, those of its nodes included. */
export function outputsOf({ inputs: _, generatedNames, nodes, ...own }: NetworkState): Properties {
  return { ...own, nodes: nodes.map((node) => pick<Properties>({ ...node }, Object.keys(node))) };
}

/** The arguments in outputs of a network: of a node there are fewer. */
export function argumentsIn({ nodes, ...own }: Properties): Properties {
  return nodes === undefined ? own : { ...own, nodes: recordsIn(nodes).map((node) => pick(node, slotKeys)) };
}

function recordsIn(nodes: unknown): readonly Properties[] {
  return Array.isArray(nodes) ? nodes.filter(isRecord) : [];
}

/** The part of an initial node that the program wrote. */
export function writtenIn(node: SlotArguments): SlotArguments {
  return pick(node, slotKeys);
}

/** Inputs as they are echoed in the outputs. */
export function echoOf({ nodes, ...own }: NetworkInputs): Omit<NetworkInputs, "nodes"> {
  return own;
}
