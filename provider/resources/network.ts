import * as pulumi from "@pulumi/pulumi";
import type { NodeEndpoints } from "../access/endpoints.js";
import type { Readiness } from "./node.js";
import type { Timeouts } from "./project.js";
import { type ResourceShape, resourceParts } from "./shape.js";

/** An initial node of a {@link Network}. */
export interface NetworkNode {
  /**
   * Name on the platform. Changed in place.
   *
   * @default the network's name, the position and 8 hex digits, for example `net-0-1a2b9c8d`
   */
  readonly name?: pulumi.Input<string>;
  /** `shared` or `dedicated`. Changing this replaces the network. */
  readonly type: pulumi.Input<string>;
  /** Cloud provider. Changing this replaces the network. */
  readonly provider: pulumi.Input<string>;
  /** Region of that provider. Changing this replaces the network. */
  readonly region: pulumi.Input<string>;
  /** Options of the protocol in the platform's own names. Changing this replaces the network. */
  readonly configuration: pulumi.Input<Record<string, unknown>>;
}

/** Arguments of a {@link Network}. */
export interface NetworkArgs {
  /** Id of the project. Changing this replaces the network. */
  readonly project: pulumi.Input<string>;
  /** Protocol, for example `ethereum`. Changing this replaces the network. */
  readonly protocol: pulumi.Input<string>;
  /** Slug of the chain, for example `ethereum-mainnet`. Changing this replaces the network. */
  readonly network: pulumi.Input<string>;
  /**
   * The nodes that the network begins with, at least one, matched by position. Their number is fixed: another one
   * replaces the network. More nodes are `Node` resources with `networkId`.
   */
  readonly nodes: pulumi.Input<pulumi.Input<NetworkNode>[]>;
  /**
   * How far a create waits, for each of its nodes. Raising it later is an update that waits again.
   *
   * @default "rpc"
   */
  readonly readiness?: pulumi.Input<Readiness>;
  /** Only for consortium projects; the platform names public networks itself. Changed in place. */
  readonly name?: pulumi.Input<string>;
  /** Not available yet: refused at preview. Use {@link Network.get} to read a network that exists. */
  readonly adopt?: undefined;
  /** Deadlines; a change alone is stored without a platform call. */
  readonly timeouts?: pulumi.Input<Timeouts>;
}

/** An initial node as it is. What is not known is absent. */
export interface NetworkNodeState {
  /** Id of the node; absent when it was deleted outside, until the next `up` has made it again. */
  readonly id?: string;
  /** Name on the platform. */
  readonly name: string;
  /** `shared` or `dedicated`. */
  readonly type: string;
  /** Cloud provider. */
  readonly provider: string;
  /** Region of that provider. */
  readonly region: string;
  /** The argument, as it was written. */
  readonly configuration: Record<string, unknown>;
  /** Status as the platform gave it last; `deleted` when the node was deleted outside. */
  readonly status: string;
  /** Whether the node has once been as ready as the network's `readiness` asks. */
  readonly ready: boolean;
  /** Host of the main endpoint: the part that is no secret. */
  readonly host?: string;
  /** Protocol of the network. */
  readonly protocol?: string;
  /** Slug of the chain. */
  readonly network?: string;
  /** Id of the network. */
  readonly networkId?: string;
  /** Id of the project. */
  readonly project?: string;
  /** Id of the organization. */
  readonly organization?: string;
  /** API namespaces that the platform promises. */
  readonly apiNamespaces?: string[];
  /** `full` or `archive`. */
  readonly mode?: string;
  /** Version of the client. */
  readonly version?: string;
  /** Addresses and credentials; absent until the node is deployed. */
  readonly endpoints?: NodeEndpoints;
}

/**
 * A network of v1 with the nodes that it begins with. Its deletion deletes those; nodes that others added stop it and
 * are named by their ids.
 */
export class Network extends pulumi.CustomResource {
  /** Id of the project. */
  declare readonly project: pulumi.Output<string>;
  /** Protocol, for example `ethereum`. */
  declare readonly protocol: pulumi.Output<string>;
  /** Slug of the chain. */
  declare readonly network: pulumi.Output<string>;
  /** The initial nodes with their endpoints, secret as a whole. */
  declare readonly nodes: pulumi.Output<NetworkNodeState[]>;
  /** Name on the platform, generated there for public networks. */
  declare readonly name: pulumi.Output<string>;
  /** Status as the platform gave it last: `pending`, `ok`, `warning`, `failed`. Never drift. */
  declare readonly status: pulumi.Output<string>;
  /** When it was made: ISO 8601, UTC. */
  declare readonly createdAt: pulumi.Output<string>;
  /** Id of the organization that it belongs to. Keys of another one are refused. */
  declare readonly organization: pulumi.Output<string>;
  /** Whether every initial node has once been as ready as `readiness` asks. */
  declare readonly ready: pulumi.Output<boolean>;
  /** How far the last create or update was asked to wait. */
  declare readonly readiness: pulumi.Output<Readiness>;
  /** The argument `timeouts`, as it was written. */
  declare readonly timeouts: pulumi.Output<pulumi.Unwrap<Timeouts> | undefined>;

  constructor(name: string, args: NetworkArgs, options?: pulumi.CustomResourceOptions) {
    super(...resourceParts(shape, name, args, options));
    // In a preview of the create the SDK would take the arguments for the outputs: nodes without id and endpoints.
    const nodes = pulumi.all([this.nodes, this.ready]).apply(([known]) => known);
    Object.assign(this, { nodes });
  }

  /**
   * Reads a network that exists and leaves it alone: it is never changed or deleted by this program.
   *
   * @param id for example `NW-123-456-7`
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Network {
    return new Network(name, {} as NetworkArgs, { ...options, id });
  }
}

const shape: ResourceShape = {
  type: "Network",
  handler: "network",
  secrets: ["nodes"],
  outputs: [
    "project",
    "protocol",
    "network",
    "nodes",
    "name",
    "status",
    "createdAt",
    "organization",
    "ready",
    "readiness",
    "timeouts",
  ],
};
