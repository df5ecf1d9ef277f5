import * as pulumi from "@pulumi/pulumi";
import type { NodeEndpoints } from "../access/endpoints.js";
import { ConfigError } from "../errors/errors.js";
import type { ProbeTarget } from "../health/session/options.js";
import type { HealthReport, NodeProbe } from "../health/shown-report.js";
import { type Node, statedOf } from "../resources/node.js";
import type { NodeExpectation } from "../resources/node-health.js";
import { isOffline, isOfflineFor } from "./call/accounts.js";
import { checkProbing, type ProbingOptions, probing, targetOf } from "./call/probing.js";

/** A node that the program has no resource of. */
export interface NodeAtEndpoints {
  /** Its endpoints, secret. */
  readonly endpoints: pulumi.Input<NodeEndpoints>;
  /** Slug of the chain that it must serve, for example `ethereum-mainnet`. */
  readonly chain: pulumi.Input<string>;
}

/** Options of {@link probeNode}. */
export interface ProbeNodeOptions extends ProbingOptions {
  /**
   * What the node must be, in place of what the platform states about it. With `mode`, `apiNamespaces` or `version` the
   * default depth is `capabilities`.
   */
  readonly expect?: Pick<NodeExpectation, "apiNamespaces" | "chain" | "identity" | "mode" | "version">;
  /**
   * Whether to return the evidence too: ages, heights, versions and cost, which change with every run.
   *
   * @default false
   */
  readonly details?: boolean;
}

const optionNames: readonly (keyof ProbeNodeOptions)[] = ["inPreview", "depth", "maxCost", "expect", "details"];

/**
 * Probes one node from the program's process. Never rejects because of the node: what cannot be found out is `unknown`.
 * The result contains no secrets; without `details` it changes only with the node's health, so that it is safe to
 * export.
 *
 * @param node a Node, or endpoints with their chain
 * @returns unknown in preview, unless `inPreview` is set without the setting `offline`
 * @throws {ConfigError} for what is neither, and for an option that does not exist or is malformed
 */
export function probeNode(
  node: Node | NodeAtEndpoints,
  options: ProbeNodeOptions & { readonly details: true },
): pulumi.Output<HealthReport>;
export function probeNode(node: Node | NodeAtEndpoints, options?: ProbeNodeOptions): pulumi.Output<NodeProbe>;
export function probeNode(
  node: Node | NodeAtEndpoints,
  options: ProbeNodeOptions = {},
): pulumi.Output<HealthReport | NodeProbe> {
  checkProbing("probeNode", options, optionNames);
  const subject = pulumi.all([targetFrom(node), pulumi.output(options.expect ?? {})]);
  const offline = pulumi.Resource.isInstance(node) ? isOfflineFor(node) : pulumi.output(isOffline());
  return probing(subject, [offline], options, async ([target, expect]) => {
    // Loaded here, so that a program that only declares resources does not load an HTTP client.
    const [{ examine }, { demandsOf, depthFor }, { shownReport, stablePart }] = await Promise.all([
      import("../health/examine.js"),
      import("../health/demands.js"),
      import("../health/shown-report.js"),
    ]);
    const demands = demandsOf(expect);
    const probed: ProbeTarget = {
      ...target,
      chain: expect.chain ?? target.chain,
      expected: expect.identity,
      promise: demands ?? target.promise,
    };
    const { depth = depthFor(demands), maxCost } = options;
    const report = shownReport(probed, await examine(probed, { depth, maxCost }));
    return options.details === true ? report : stablePart(report);
  });
}

function targetFrom(node: Node | NodeAtEndpoints): pulumi.Output<ProbeTarget> {
  if (!pulumi.Resource.isInstance(node)) {
    if (node?.endpoints === undefined || node.chain === undefined) {
      throw new ConfigError("probeNode: pass a Node, or an object of endpoints and chain.");
    }
    const { endpoints, chain } = node;
    return pulumi.output({ endpoints, chain }).apply(targetOf);
  }
  if (!("httpsEndpoint" in node)) {
    throw new ConfigError("probeNode: the resource is not a Node. Pass the endpoints and the chain of one node.");
  }
  return pulumi.output({ endpoints: node.endpoints, ...statedOf(node) }).apply(targetOf);
}
