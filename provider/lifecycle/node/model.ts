import type { NodeEndpoints } from "../../access/endpoints.js";
import { nodeTexts, type OutputSchemas } from "../../resources/shapes.js";
import { z } from "../../vendor/zod.js";
import { optionalRecord, optionalText, optionalTexts, record, requiredText, timeouts } from "../engine/lenient.js";
import { type Properties, pick } from "../engine/properties.js";
import { placementOf } from "./placements.js";

/** What to wait for, in ascending order: nothing, the status `running`, or a node that responds at its chain's head. */
export const readiness = z.enum(["none", "platform", "rpc"]);
export const onCreateTimeout = z.enum(["keep", "delete"]);

export type Readiness = z.output<typeof readiness>;

const settings = {
  name: requiredText,
  readiness: readiness.catch("rpc"),
  onCreateTimeout: onCreateTimeout.catch("keep"),
  timeouts,
};

/** Placement of a node in a v1 network, for a Node and for an initial node. */
export const placeInNetwork = {
  type: requiredText,
  provider: requiredText,
  region: requiredText,
  configuration: record,
};

const inputs = z.discriminatedUnion("placement", [
  z.object({
    placement: z.literal("catalogue"),
    ...settings,
    project: requiredText,
    chain: requiredText,
    region: optionalText,
    provider: optionalText,
  }),
  z.object({
    placement: z.literal("ids"),
    ...settings,
    project: requiredText,
    blockchain: requiredText,
    cloud: requiredText,
  }),
  z.object({ placement: z.literal("network"), ...settings, networkId: requiredText, ...placeInNetwork }),
]);

/** Endpoints in state. */
export const endpoints = z
  .record(z.string(), z.unknown())
  .transform((members): NodeEndpoints => Object.fromEntries(Object.entries(members).filter(isEndpoint)))
  .optional()
  .catch(undefined);

function isEndpoint(member: [string, unknown]): member is [string, string] {
  return typeof member[1] === "string" && member[1] !== "";
}

/** Outputs that the platform shows. */
const shown = z.object({
  ...optionalTexts(nodeTexts),
  apiNamespaces: z.array(z.string()).optional().catch(undefined),
  endpoints,
});

const outputs = z.object({
  ...shown.shape,
  organization: optionalText,
  ready: z.boolean().optional().catch(undefined),
  chain: optionalText,
  configuration: optionalRecord,
  readiness: readiness.optional().catch(undefined),
  onCreateTimeout: onCreateTimeout.optional().catch(undefined),
  timeouts,
} satisfies OutputSchemas<"Node", z.ZodType>);

export type NodeInputs = z.output<typeof inputs>;
export type PlaceInNetwork = Pick<Extract<NodeInputs, { placement: "network" }>, keyof typeof placeInNetwork>;
/** Outputs that the platform shows; each may be missing. */
export type ShownOutputs = z.output<typeof shown>;
export type NodeOutputs = z.output<typeof outputs>;

export interface NodeState extends NodeOutputs {
  /** Inputs of the last run; undefined for a node that only `get` has read. */
  readonly inputs: NodeInputs | undefined;
}

export const shownKeys = shown.keyof().options;
const outputKeys = outputs.keyof().options;

/** Parses checked or recorded inputs: what those lack is empty. */
export function parseInputs(properties: Properties): NodeInputs {
  return inputs.parse({ ...properties, placement: placementOf(properties) ?? "ids" });
}

export function parseOutputs(properties: Properties): NodeOutputs {
  return outputs.parse(properties);
}

export function shownIn(recorded: NodeOutputs): ShownOutputs {
  return pick(recorded, shownKeys);
}

export function echoOf({ placement, ...written }: NodeInputs): Partial<NodeOutputs> {
  const members: Partial<NodeOutputs> = written;
  return pick(
    members,
    outputKeys.filter((key) => members[key] !== ""),
  );
}
