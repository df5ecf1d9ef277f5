import * as pulumi from "@pulumi/pulumi";
import type { NodeEndpoints } from "../access/endpoints.js";
import { ConfigError } from "../errors/errors.js";
import type { HealthReport } from "../health/shown-report.js";
import type { Verdict } from "../health/verdict.js";
import { cheapTraces } from "./cheap-traces.js";
import { type Node, statedOf } from "./node.js";
import { resourceParts } from "./shape.js";

/** What a node must be to pass a {@link NodeHealth}. Changing any of it probes again. */
export interface NodeExpectation {
  /**
   * Slug of the chain that it must serve, for example `ethereum-mainnet`; required with `endpoints`.
   *
   * @default the chain of `node`
   */
  readonly chain?: pulumi.Input<string>;
  /**
   * Its identity, in the form of its chain: decimal chain id, genesis hash, …
   *
   * @default what this package knows about the chain
   */
  readonly identity?: pulumi.Input<string>;
  /** `archive`: it must serve state of any age. */
  readonly mode?: pulumi.Input<"archive" | "full">;
  /** API namespaces that it must offer, for example `debug`. */
  readonly apiNamespaces?: pulumi.Input<pulumi.Input<string>[]>;
  /** Version of the client. */
  readonly version?: pulumi.Input<string>;
  /**
   * How much is checked: identity, head and sync; also what else was bought; everything, in many calls.
   *
   * @default "basic", with `mode`, `apiNamespaces` or `version` "capabilities"
   */
  readonly depth?: pulumi.Input<"basic" | "capabilities" | "full">;
  /**
   * The worst verdict that passes.
   *
   * @default healthy, degraded and gated pass
   */
  readonly verdict?: pulumi.Input<"healthy" | "degraded">;
  /**
   * Request units that one look may spend.
   *
   * @default 30, for `capabilities` 60, for `full` 200
   */
  readonly maxCost?: pulumi.Input<number>;
}

/** Deadlines of a {@link NodeHealth}: durations such as `"90s"` or `"20m"`. */
export interface NodeHealthTimeouts {
  /** @default "10m" */
  readonly create?: pulumi.Input<string>;
  /** @default "10m" */
  readonly update?: pulumi.Input<string>;
}

/** Arguments of a {@link NodeHealth} of any node. */
export interface NodeHealthCommonArgs {
  /** Values whose change probes again, for example the version of a release. */
  readonly triggers?: pulumi.Input<pulumi.Input<unknown>[] | Record<string, pulumi.Input<unknown>>>;
  /** Deadlines. Changing only these updates state without a probe. */
  readonly timeouts?: pulumi.Input<NodeHealthTimeouts>;
}

/** A NodeHealth of a node that the program has as a resource. */
export interface HealthOfNodeArgs extends NodeHealthCommonArgs {
  /** The node. Another node, chain or host probes again; new credentials alone do not. */
  readonly node: Node;
  /** What it must be. */
  readonly expect?: pulumi.Input<NodeExpectation>;
  /** For a node without a resource only. */
  readonly endpoints?: undefined;
}

/** What a node without a resource must be. */
export interface EndpointsExpectation extends NodeExpectation {
  /** Slug of the chain, for example `ethereum-mainnet`. */
  readonly chain: pulumi.Input<string>;
}

/** A NodeHealth of any other node. */
export interface HealthOfEndpointsArgs extends NodeHealthCommonArgs {
  /** Endpoints of the node, secret. Another host probes again; a new token alone does not. */
  readonly endpoints: pulumi.Input<NodeEndpoints>;
  /** What it must be; `chain` is required. */
  readonly expect: pulumi.Input<EndpointsExpectation>;
  /** In place of `endpoints`. */
  readonly node?: undefined;
}

/** Arguments of a {@link NodeHealth}: a node or endpoints, and the common arguments. */
export type NodeHealthArgs = HealthOfNodeArgs | HealthOfEndpointsArgs;

/** The Node that a {@link NodeHealth} probed, and what the platform states about it. */
export interface HealthNode {
  /** Id of the node. */
  readonly id: string;
  /** Slug of its chain. */
  readonly chain?: string;
  /** `shared` or `dedicated`, if known. */
  readonly type?: string;
  /** `full` or `archive`, if known. */
  readonly mode?: string;
  /** Version of its client, if known. */
  readonly version?: string;
  /** API namespaces that the platform advertises, if known. */
  readonly apiNamespaces?: string[];
}

/**
 * A gate: its create completes when a node is healthy, so that resources that depend on it are created only then. It
 * probes in `up` only, and again when an argument changes; a refresh keeps the result, and a delete makes no call.
 *
 * A node that does not pass in time fails the create, with the evidence: then nothing is in state, and the next `up`
 * probes again. It needs no settings of the provider, since it calls the node alone.
 */
export class NodeHealth extends pulumi.CustomResource {
  /** Verdict of the last probe. */
  declare readonly verdict: pulumi.Output<Verdict>;
  /** Evidence of the last probe, without secrets. */
  declare readonly report: pulumi.Output<HealthReport>;
  /** The probed node; absent with `endpoints`. */
  declare readonly node: pulumi.Output<HealthNode | undefined>;
  /** The probed endpoints, secret as a whole. */
  declare readonly endpoints: pulumi.Output<NodeEndpoints>;
  /** The argument `expect`, as written. */
  declare readonly expect: pulumi.Output<pulumi.Unwrap<NodeExpectation> | undefined>;
  /** The argument `triggers`, as written. */
  declare readonly triggers: pulumi.Output<unknown>;
  /** The argument `timeouts`, as written. */
  declare readonly timeouts: pulumi.Output<pulumi.Unwrap<NodeHealthTimeouts> | undefined>;

  constructor(name: string, args: NodeHealthArgs, options?: pulumi.CustomResourceOptions) {
    if (options?.id !== undefined) {
      throw unreadable(name);
    }
    const parts = resourceParts("NodeHealth", name, { ...args, ...subjectOf(name, args) }, options);
    const restoreTraces = cheapTraces();
    try {
      super(...parts);
    } finally {
      restoreTraces();
    }
  }

  /**
   * Not available: a NodeHealth is a result in the state of its stack, and nothing on the platform.
   *
   * @throws {ConfigError} always
   */
  static get(name: string): never {
    throw unreadable(name);
  }
}

function unreadable(name: string): ConfigError {
  return new ConfigError(
    `NodeHealth "${name}": there is nothing to read, since it is no object of the platform. Use \`new NodeHealth\`, or the function probeNode.`,
  );
}

/**
 * The arguments `node` and `endpoints` as the provider receives them: a Node becomes what a probe needs of it.
 *
 * @throws {ConfigError} for both of them, and for what is no Node
 */
function subjectOf(name: string, { node, endpoints }: NodeHealthArgs): object {
  if (node === undefined) {
    return {};
  }
  if (endpoints !== undefined) {
    throw new ConfigError(`NodeHealth "${name}": endpoints cannot be combined with "node", which has its own.`);
  }
  if (!pulumi.Resource.isInstance(node) || !("httpsEndpoint" in node)) {
    throw new ConfigError(
      `NodeHealth "${name}": node must be a resource of type Node. For any other node, such as one of a Network, pass endpoints together with expect.chain.`,
    );
  }
  return {
    node: { id: node.id, ...statedOf(node) },
    // Without what no probe uses: state holds it twice.
    endpoints: pulumi.secret(node.endpoints).apply((all) => {
      const { graphql, grpc, grpcToken, ...probed } = all ?? {};
      return all === undefined ? undefined : probed;
    }),
  };
}
