import type { NodeEndpoints } from "../../access/endpoints.js";
import { probeDepths } from "../../health/session/options.js";
import type { OutputSchemas } from "../../resources/shapes.js";
import { z } from "../../vendor/zod.js";
import { optionalRecord, optionalText, timeouts } from "../engine/lenient.js";
import { type Properties, pick } from "../engine/properties.js";
import { endpoints } from "../node/model.js";

/** Values of the argument `expect`. */
export const modes = ["archive", "full"] as const;
export const acceptedVerdicts = ["healthy", "degraded"] as const;

const texts = z.array(z.string()).optional().catch(undefined);

const expectation = z
  .object({
    chain: optionalText,
    identity: optionalText,
    mode: z.enum(modes).optional().catch(undefined),
    apiNamespaces: texts,
    version: optionalText,
    depth: z.enum(probeDepths).optional().catch(undefined),
    verdict: z.enum(acceptedVerdicts).optional().catch(undefined),
    maxCost: z.number().optional().catch(undefined),
  })
  .optional()
  .catch(undefined);

const probedNode = z
  .object({
    id: optionalText,
    chain: optionalText,
    type: optionalText,
    mode: optionalText,
    version: optionalText,
    apiNamespaces: texts,
  })
  .optional()
  .catch(undefined);

const inputs = z.object({
  node: probedNode,
  endpoints,
  expect: expectation,
  triggers: z.unknown().optional(),
  timeouts,
});

const outputs = z.object({
  ...inputs.shape,
  verdict: optionalText,
  report: optionalRecord,
} satisfies OutputSchemas<"NodeHealth", z.ZodType>);

/** Arguments of a NodeHealth, of which each may be missing in state. */
export interface HealthInputs {
  /** The Node, if the program names one. */
  readonly node?: z.output<typeof probedNode>;
  readonly endpoints?: NodeEndpoints | undefined;
  readonly expect?: z.output<typeof expectation>;
  readonly triggers?: unknown;
  readonly timeouts?: z.output<typeof timeouts>;
}

/** The arguments, and the result of the last probe. */
export interface HealthState extends HealthInputs {
  readonly verdict?: string | undefined;
  readonly report?: Properties | undefined;
}

export function parseInputs(properties: Properties): HealthInputs {
  return inputs.parse(properties);
}

export function parseState(properties: Properties): HealthState {
  return outputs.parse(properties);
}

export function outputsOf(state: HealthState): Properties {
  return pick({ ...state }, outputs.keyof().options);
}
