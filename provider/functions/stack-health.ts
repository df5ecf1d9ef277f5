import * as pulumi from "@pulumi/pulumi";
import type { NodeEndpoints } from "../access/endpoints.js";
import type { StackHealth } from "../health/report.js";
import type { Network, NetworkNodeState } from "../resources/network.js";
import type { Node } from "../resources/node.js";
import { isOfflineFor } from "./call/accounts.js";

/** Options of {@link stackHealth}. */
export interface StackHealthOptions {
  /**
   * Probe during preview too, as far as the nodes exist by then. Otherwise the result is unknown in preview, and always
   * while the setting `offline` is on, for the stack or for the provider of one of the nodes.
   *
   * @default false
   */
  readonly inPreview?: boolean;
}

/** A node to probe, as far as its outputs tell. */
interface Subject {
  readonly name: string;
  readonly chain: string;
  readonly host: string;
  readonly endpoints: NodeEndpoints;
}

/**
 * Probes nodes from the program's own process and says how fit they are: one verdict for all of them and one line for
 * each. Never rejects because of a node: what cannot be found out is `unknown`, and so is a node without endpoints.
 *
 * The result holds no secret and nothing that changes between runs while nothing else does, so that it can be exported
 * as a stack output.
 *
 * @param nodes nodes, and networks with their initial nodes
 * @returns unknown in preview, unless asked for; with the setting `offline` even then
 */
export function stackHealth(
  nodes: readonly (Node | Network)[],
  { inPreview = false }: StackHealthOptions = {},
): pulumi.Output<StackHealth> {
  const unknown = pulumi.unknown as unknown as StackHealth;
  const subjects = pulumi.all(nodes.map(subjectsOf)).apply((lists) => lists.flat());
  const staysUnknown = pulumi
    .all(nodes.map(isOfflineFor))
    .apply((each) => pulumi.runtime.isDryRun() && (!inPreview || each.includes(true)));
  // Also in preview made of the nodes, so that it names them in a plan as it does in an up.
  const health = pulumi
    .all([subjects, staysUnknown])
    .apply(([known, stays]) => pulumi.output(stays ? unknown : probeAll(known)));
  // The report derives from secret endpoints, and is free of them by construction.
  return pulumi.unsecret(health);
}

async function probeAll(subjects: readonly Subject[]): Promise<StackHealth> {
  // Loaded here, so that a program that only declares resources does not load an HTTP client.
  const [{ probeEndpoints }, { summarize }] = await Promise.all([
    import("../health/probe.js"),
    import("../health/report.js"),
  ]);
  const probed = await Promise.all(
    subjects.map(async (subject) => ({ ...subject, report: await probeEndpoints(subject) })),
  );
  return summarize(probed);
}

function subjectsOf(resource: Node | Network): pulumi.Output<Subject[]> {
  if ("nodes" in resource) {
    // Name and chain are waited for only where no nodes are known: a preview may not know them.
    const bare = () =>
      pulumi.output({ name: resource.name, network: resource.network }).apply((seen) => [subjectOf(seen)]);
    return resource.nodes.apply((nodes) => pulumi.output(nodes?.map(subjectOf) ?? bare()));
  }
  const { name, network, host, endpoints } = resource;
  return pulumi.output({ name, network, host, endpoints }).apply((seen) => [subjectOf(seen)]);
}

/** What outputs show of a node; a state from elsewhere may lack any of them. */
type Seen = { readonly [Key in "endpoints" | "host" | "name" | "network"]?: NetworkNodeState[Key] | null | undefined };

function subjectOf({ name, network, host, endpoints }: Seen): Subject {
  return { name: name ?? "", chain: network ?? "", host: host ?? "", endpoints: endpoints ?? {} };
}
