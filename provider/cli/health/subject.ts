import type { NodeEndpoints } from "../../access/endpoints.js";
import { endpointTarget } from "../../access/target.js";
import type { ProbeTarget } from "../../health/session/options.js";

/** A node to examine. */
export interface HealthSubject extends ProbeTarget {
  /** Name on the platform. */
  readonly name: string;
  /** Host of its main endpoint. */
  readonly host: string;
}

/** A function that redacts all secrets of a node and its reference, whether or not any endpoint can be called. */
export function redactorOf({
  endpoints,
  reference,
}: Pick<ProbeTarget, "endpoints" | "reference">): (text: string) => string {
  const others = Object.entries(reference ?? {}).map(([name, value]) => [`reference ${name}`, value] as const);
  // Only the secrets of the members count.
  const every = { ...Object.fromEntries(others), ...endpoints, "endpoint https": endpoints.https, https: anyUrl };
  return endpointTarget(every as NodeEndpoints).redact;
}

const anyUrl = "https://localhost";
