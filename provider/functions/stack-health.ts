import * as pulumi from "@pulumi/pulumi";
import type { NodeEndpoints } from "../access/endpoints.js";
import type { StackHealth } from "../health/report.js";
import type { Network, NetworkNodeState } from "../resources/network.js";
import type { Node } from "../resources/node.js";
import { isOfflineFor } from "./call/accounts.js";

/** Options of {@link stackHealth}. */
export interface StackHealthOptions {
  /**
   * Also probe in preview, as far as the nodes exist. Otherwise, and always with the setting `offline` for the stack or
   * for the provider of any node, the result is unknown in preview.
   *
   * @default false
   */
  readonly inPreview?: boolean;
}

/** A node to probe, as far as its outputs are known. */
interface Subject {
  readonly name: string;
  readonly chain: string;
  readonly host: string;
  readonly endpoints: NodeEndpoints;
}

/**
 * Probes nodes from the program's process and reports their health: one verdict for all of them and one line for each.
 * Never rejects because of a node: one that cannot be probed, or has no endpoints, is `unknown`.
 *
 * The result is safe and stable to export as a stack output: it has no secrets, and changes only with the health or the
 * nodes.
 *
 * @param nodes nodes, and networks with their initial nodes
 * @returns unknown in preview, unless `inPreview` is set without the setting `offline`
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
  // Derives from the nodes in preview too, so that a plan has the same dependencies as an up.
  const health = pulumi
    .all([subjects, staysUnknown])
    .apply(([known, stays]) => pulumi.output(stays ? unknown : probeAll(known)));
  // The report derives from secret endpoints, but contains none of them by construction.
  return pulumi.unsecret(health);
}

async function probeAll(subjects: readonly Subject[]): Promise<StackHealth> {
  // Loaded here, so that a program that only declares resources does not load an HTTP client.
  const [{ examineAll }, { summarize }] = await Promise.all([
    import("../health/examine-all.js"),
    import("../health/report.js"),
  ]);
  return summarize(await examineAll(subjects));
}

function subjectsOf(resource: Node | Network): pulumi.Output<Subject[]> {
  if ("nodes" in resource) {
    // Needs name and chain only without known nodes: a preview may not know them.
    const bare = () =>
      pulumi.output({ name: resource.name, network: resource.network }).apply((seen) => [subjectOf(seen)]);
    return resource.nodes.apply((nodes) => pulumi.output(nodes?.map(subjectOf) ?? bare()));
  }
  const { name, network, host, endpoints } = resource;
  return pulumi.output({ name, network, host, endpoints }).apply((seen) => [subjectOf(seen)]);
}

/** Outputs of a node; state that something else wrote may lack any of them. */
type Seen = { readonly [Key in "endpoints" | "host" | "name" | "network"]?: NetworkNodeState[Key] | null | undefined };

function subjectOf({ name, network, host, endpoints }: Seen): Subject {
  return { name: name ?? "", chain: network ?? "", host: host ?? "", endpoints: endpoints ?? {} };
}
