import type { NodeEndpoints } from "../../access/endpoints.js";
import { ConfigError } from "../../errors/errors.js";
import type { ProbeDepth } from "../../health/session/options.js";
import type { HealthSubject } from "./subject.js";

/**
 * Adds to each node what it is compared with: the given reference or, at depth `full`, another node of the same chain
 * among them, if there is one.
 *
 * @throws {ConfigError} if the reference is given for nodes of several chains
 */
export function withReferences(
  subjects: readonly HealthSubject[],
  given: NodeEndpoints | undefined,
  depth: ProbeDepth,
): readonly HealthSubject[] {
  const chains = [...new Set(subjects.map(({ chain }) => chain))];
  if (given !== undefined && chains.length > 1) {
    throw new ConfigError(`--reference is a node of one chain, but the nodes are of several: ${chains.join(", ")}.`);
  }
  if (given !== undefined) {
    return subjects.map((subject) => ({ ...subject, reference: given }));
  }
  if (depth !== "full") {
    return subjects;
  }
  const byChain = new Map(chains.map((chain) => [chain, subjects.filter((subject) => subject.chain === chain)]));
  return subjects.map((subject) => {
    const peers = (byChain.get(subject.chain) ?? []).filter(({ endpoints }) => (endpoints.https ?? "") !== "");
    const index = peers.indexOf(subject);
    const next = peers[(index + 1) % peers.length];
    return next === undefined || next === subject ? subject : { ...subject, reference: next.endpoints };
  });
}
