import * as pulumi from "@pulumi/pulumi";
import type { NodeEndpoints } from "../access/endpoints.js";
import { cheapTraces } from "./cheap-traces.js";
import type { Readiness } from "./node.js";
import type { Timeouts } from "./project.js";
import { resourceParts } from "./shape.js";

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
  /** Protocol options under the platform's own names. Changing this replaces the network. */
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
   * The initial nodes, at least one, matched by position. Changing their number replaces the network. Add more nodes as
   * `Node` resources with `networkId`.
   */
  readonly nodes: pulumi.Input<pulumi.Input<NetworkNode>[]>;
  /**
   * What a create waits for, for each initial node. Raising it later is an update that waits again.
   *
   * @default "rpc"
   */
  readonly readiness?: pulumi.Input<Readiness>;
  /** For consortium projects only; the platform names public networks itself. Changed in place. */
  readonly name?: pulumi.Input<string>;
  /** Not available yet; rejected at preview. Use {@link Network.get} to read an existing network. */
  readonly adopt?: undefined;
  /** Deadlines. Changing only these updates state without a platform call. */
  readonly timeouts?: pulumi.Input<Timeouts>;
}

/** State of an initial node. Unknown values are absent. */
export interface NetworkNodeState {
  /** Id of the node; absent when it was deleted outside of Pulumi, until the next `up` recreates it. */
  readonly id?: string;
  /** Name on the platform. */
  readonly name: string;
  /** `shared` or `dedicated`. */
  readonly type: string;
  /** Cloud provider. */
  readonly provider: string;
  /** Region of that provider. */
  readonly region: string;
  /** The argument, as written. */
  readonly configuration: Record<string, unknown>;
  /** Last known status; `deleted` when the node was deleted outside of Pulumi. */
  readonly status: string;
  /** Whether the node has reached the network's `readiness` once. */
  readonly ready: boolean;
  /** Host of the main endpoint: the part that is not secret. */
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
  /** API namespaces that the platform advertises. */
  readonly apiNamespaces?: string[];
  /** `full` or `archive`. */
  readonly mode?: string;
  /** Client version. */
  readonly version?: string;
  /** Addresses and credentials; absent until the node is deployed. */
  readonly endpoints?: NodeEndpoints;
}

/**
 * A v1 network with its initial nodes. Deleting it deletes those; nodes that others added block the deletion and are
 * named by id.
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
  /** Name on the platform, which generates it for public networks. */
  declare readonly name: pulumi.Output<string>;
  /** Last known status: `pending`, `ok`, `warning`, `failed`. Never reported as drift. */
  declare readonly status: pulumi.Output<string>;
  /** Creation time: ISO 8601, UTC. */
  declare readonly createdAt: pulumi.Output<string>;
  /** Id of the owning organization. Keys of another organization are rejected. */
  declare readonly organization: pulumi.Output<string>;
  /** Whether every initial node has reached the requested `readiness` once. */
  declare readonly ready: pulumi.Output<boolean>;
  /** The readiness that the last create or update waited for. */
  declare readonly readiness: pulumi.Output<Readiness>;
  /** The argument `timeouts`, as written. */
  declare readonly timeouts: pulumi.Output<pulumi.Unwrap<Timeouts> | undefined>;

  constructor(name: string, args: NetworkArgs, options?: pulumi.CustomResourceOptions) {
    const parts = resourceParts("Network", name, args, options);
    const restoreTraces = cheapTraces();
    try {
      super(...parts);
    } finally {
      restoreTraces();
    }
    // In the preview of a create the SDK returns arguments as outputs: nodes without id and endpoints.
    const nodes = pulumi.all([this.nodes, this.ready]).apply(([known]) => known);
    Object.assign(this, { nodes });
  }

  /**
   * Reads an existing network without managing it: this program never changes or deletes it.
   *
   * @param id for example `NW-123-456-7`
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Network {
    return new Network(name, {} as NetworkArgs, { ...options, id });
  }
}
