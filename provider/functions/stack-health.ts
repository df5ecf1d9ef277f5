import * as pulumi from "@pulumi/pulumi";
import type { NodeEndpoints } from "../access/endpoints.js";
import type { StackHealth } from "../health/report.js";
import type { Network, NetworkNodeState } from "../resources/network.js";
import type { Node } from "../resources/node.js";

/** Options of {@link stackHealth}. */
export interface StackHealthOptions {
  /**
   * Probe during preview too, as far as the nodes exist by then. Otherwise the result is unknown in preview.
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
 * each. Never rejects because of a node: what cannot be found out is `unknown`.
 *
 * The result holds no secret and nothing that changes between runs while nothing else does, so that it can be exported
 * as a stack output.
 *
 * @param nodes nodes, and networks with their initial nodes
 * @returns unknown in preview, unless asked for
 */
export function stackHealth(
  nodes: readonly (Node | Network)[],
  { inPreview = false }: StackHealthOptions = {},
): pulumi.Output<StackHealth> {
  if (pulumi.runtime.isDryRun() && !inPreview) {
    return pulumi.output(pulumi.unknown as unknown as StackHealth);
  }
  const subjects = pulumi.all(nodes.map(subjectsOf)).apply((lists) => lists.flat());
  // The report derives from secret endpoints, and is free of them by construction.
  return pulumi.unsecret(subjects.apply(probeAll));
}

async function probeAll(subjects: readonly Subject[]): Promise<StackHealth> {
  // Loaded here, so that a program that only declares resources does not load an HTTP client.
  const [{ probeEndpoints }, { summarize }] = await Promise.all([
    import("../health/probe.js"),
    import("../health/report.js"),
  ]);
  const probed = await Promise.all(
    subjects.map(async ({ name, chain, host, endpoints }) => ({
      name,
      chain,
      host,
      report: await probeEndpoints({ endpoints, chain }),
    })),
  );
  return summarize(probed);
}

function subjectsOf(resource: Node | Network): pulumi.Output<Subject[]> {
  if ("nodes" in resource) {
    return resource.nodes.apply((nodes) => nodes.map(subjectOfItem));
  }
  return pulumi
    .all([resource.name, resource.network, resource.host, resource.endpoints])
    .apply(([name, chain = "", host = "", endpoints]) => [{ name, chain, host, endpoints }]);
}

function subjectOfItem({ name, network = "", host = "", endpoints = {} }: NetworkNodeState): Subject {
  return { name, chain: network, host, endpoints };
}
