import * as pulumi from "@pulumi/pulumi";
import type { StackHealth } from "../health/report.js";
import type { ProbeTarget } from "../health/session/options.js";
import type { Network } from "../resources/network.js";
import { type Node, statedOf } from "../resources/node.js";
import { isOfflineFor } from "./call/accounts.js";
import { checkProbing, type ProbingOptions, probing, type SeenNode, targetOf } from "./call/probing.js";

/** Options of {@link stackHealth}. */
export interface StackHealthOptions extends ProbingOptions {}

const optionNames: readonly (keyof StackHealthOptions)[] = ["inPreview", "depth", "maxCost"];

/** A node to probe, as far as its outputs are known. */
interface Subject extends ProbeTarget {
  readonly name: string;
  readonly host: string;
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
 * @throws {ConfigError} for an option that does not exist or is malformed
 */
export function stackHealth(
  nodes: readonly (Node | Network)[],
  options: StackHealthOptions = {},
): pulumi.Output<StackHealth> {
  checkProbing("stackHealth", options, optionNames);
  const subjects = pulumi.all(nodes.map(subjectsOf)).apply((lists) => lists.flat());
  return probing(subjects, nodes.map(isOfflineFor), options, (known) => probeAll(known, options));
}

async function probeAll(subjects: readonly Subject[], { depth, maxCost }: StackHealthOptions): Promise<StackHealth> {
  // Loaded here, so that a program that only declares resources does not load an HTTP client.
  const [{ examineAll }, { summarize }] = await Promise.all([
    import("../health/examine-all.js"),
    import("../health/report.js"),
  ]);
  return summarize(await examineAll(subjects, { depth, maxCost }));
}

function subjectsOf(resource: Node | Network): pulumi.Output<Subject[]> {
  if ("nodes" in resource) {
    // Needs name and chain only without known nodes: a preview may not know them.
    const bare = () =>
      pulumi.output({ name: resource.name, chain: resource.network }).apply((seen) => [subjectOf(seen)]);
    return resource.nodes.apply((nodes) =>
      pulumi.output(nodes?.map((node) => subjectOf({ ...node, chain: node.network })) ?? bare()),
    );
  }
  const { name, host, endpoints } = resource;
  return pulumi.output({ name, host, endpoints, ...statedOf(resource) }).apply((seen) => [subjectOf(seen)]);
}

type Seen = SeenNode & { readonly [Key in "host" | "name"]?: string | null | undefined };

function subjectOf(seen: Seen): Subject {
  return { name: seen.name ?? "", host: seen.host ?? "", ...targetOf(seen) };
}
