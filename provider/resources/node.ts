import * as pulumi from "@pulumi/pulumi";
import type { NodeEndpoints } from "../access/endpoints.js";
import type { Timeouts } from "./project.js";
import { type ResourceShape, resourceParts } from "./shape.js";

/**
 * What "ready" means for a create: `none` returns at once; `platform` waits for the status `running` with an endpoint;
 * `rpc` waits on until the node answers for the right chain with a fresh head that moves.
 */
export type Readiness = "none" | "platform" | "rpc";

/** Arguments that every placement of a {@link Node} knows. */
export interface NodeCommonArgs {
  /**
   * Name on the platform; names need not be unique there. Changed in place.
   *
   * @default the resource's name and 8 hex digits, for example `rpc-1a2b9c8d`
   */
  readonly name?: pulumi.Input<string>;
  /**
   * How far a create waits. Raising it later is an update that waits again.
   *
   * @default "rpc"
   */
  readonly readiness?: pulumi.Input<Readiness>;
  /**
   * What becomes of a node that is not ready at the deadline, fails, or serves the wrong chain: kept in the state, so
   * that the next `up` goes on with it, or deleted again.
   *
   * @default "keep"
   */
  readonly onCreateTimeout?: pulumi.Input<"keep" | "delete">;
  /** Not available yet: refused at preview. Use {@link Node.get} to read a node that exists. */
  readonly adopt?: undefined;
  /** Deadlines; a change alone is stored without a platform call. */
  readonly timeouts?: pulumi.Input<Timeouts>;
}

/** Placement by the names of the catalogue (v2). Changing any of these replaces the node. */
export interface NodeChainPlacement {
  /** Id of the project, for example `PR-123-456-789`. */
  readonly project: pulumi.Input<string>;
  /** Slug of the chain, for example `ethereum-mainnet`. */
  readonly chain: pulumi.Input<string>;
  /** Region, for example `lon1`; without it and `provider` the node goes to the global provider. */
  readonly region?: pulumi.Input<string>;
  /** Provider, needed where a region has several. */
  readonly provider?: pulumi.Input<string>;
}

/** Placement by the ids of one deployment option (v2). Changing any of these replaces the node. */
export interface NodeIdPlacement {
  /** Id of the project, for example `PR-123-456-789`. */
  readonly project: pulumi.Input<string>;
  /** Id of the chain, for example `BC-000-000-008`. */
  readonly blockchain: pulumi.Input<string>;
  /** Id of the cloud, for example `CC-0016`. */
  readonly cloud: pulumi.Input<string>;
}

/** Placement in a network of v1. Changing any of these replaces the node. */
export interface NodeNetworkPlacement {
  /** Id of the network, for example `NW-123-456-7`. */
  readonly networkId: pulumi.Input<string>;
  /** `shared` or `dedicated`. */
  readonly type: pulumi.Input<string>;
  /** Cloud provider, for example `aws`. */
  readonly provider: pulumi.Input<string>;
  /** Region of that provider, for example `us-east-1`. */
  readonly region: pulumi.Input<string>;
  /** Options of the protocol in the platform's own names, for example `{ archive: false }`. */
  readonly configuration: pulumi.Input<Record<string, unknown>>;
}

/** Arguments of a {@link Node}: exactly one placement, and what is common to all. */
export type NodeArgs = NodeCommonArgs & (NodeChainPlacement | NodeIdPlacement | NodeNetworkPlacement);

/**
 * A blockchain node. It is created when it is `ready`: when it answers over RPC at the head of the right chain, unless
 * `readiness` asks for less. Its endpoints hold credentials and are encrypted in state.
 */
export class Node extends pulumi.CustomResource {
  /** Name on the platform. */
  declare readonly name: pulumi.Output<string>;
  /** Status as the platform gave it last: `pending`, `running`, `maintenance`, `error`, `failed`, … Never drift. */
  declare readonly status: pulumi.Output<string>;
  /** Whether the node has once been as ready as `readiness` asks; `false` makes the next `up` go on waiting. */
  declare readonly ready: pulumi.Output<boolean>;
  /** Host, and port if it is not the usual one, of the main endpoint: the part that is no secret. */
  declare readonly host: pulumi.Output<string | undefined>;
  /** Protocol, for example `ethereum`. */
  declare readonly protocol: pulumi.Output<string | undefined>;
  /** Slug of the chain. */
  declare readonly network: pulumi.Output<string | undefined>;
  /** Id of the v1 network; absent for nodes that were placed through v2. */
  declare readonly networkId: pulumi.Output<string | undefined>;
  /** Id of the project. */
  declare readonly project: pulumi.Output<string | undefined>;
  /** Region where it runs, for example `global1`. */
  declare readonly region: pulumi.Output<string | undefined>;
  /** Provider that runs it, for example `chainstack_global`. */
  declare readonly provider: pulumi.Output<string | undefined>;
  /** Id of the cloud; v2 only. */
  declare readonly cloud: pulumi.Output<string | undefined>;
  /** Id of the chain; v2 only. */
  declare readonly blockchain: pulumi.Output<string | undefined>;
  /** Id of the organization that it belongs to. Keys of another one are refused. */
  declare readonly organization: pulumi.Output<string>;
  /** API namespaces that the platform promises, for example `eth`, `debug`. */
  declare readonly apiNamespaces: pulumi.Output<string[] | undefined>;
  /** `full` or `archive`; v1 only. */
  declare readonly mode: pulumi.Output<string | undefined>;
  /** Version of the client; v1 only. */
  declare readonly version: pulumi.Output<string | undefined>;
  /** The argument `chain`. */
  declare readonly chain: pulumi.Output<string | undefined>;
  /** `shared` or `dedicated`; v1 only. */
  declare readonly type: pulumi.Output<string | undefined>;
  /** The argument `configuration`, as it was written. */
  declare readonly configuration: pulumi.Output<Record<string, unknown> | undefined>;
  /** How far the last create or update was asked to wait. */
  declare readonly readiness: pulumi.Output<Readiness>;
  /** What becomes of a node that does not get ready. */
  declare readonly onCreateTimeout: pulumi.Output<"keep" | "delete">;
  /** The argument `timeouts`, as it was written. */
  declare readonly timeouts: pulumi.Output<pulumi.Unwrap<Timeouts> | undefined>;
  /** Addresses and credentials, secret as a whole. The getters below give its parts. */
  declare readonly endpoints: pulumi.Output<NodeEndpoints>;

  constructor(name: string, args: NodeArgs, options?: pulumi.CustomResourceOptions) {
    super(...resourceParts(shape, name, args, options));
  }

  /**
   * Reads a node that exists and leaves it alone: it is never changed or deleted by this program.
   *
   * @param id for example `ND-123-456-789`
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Node {
    return new Node(name, {} as NodeArgs, { ...options, id });
  }

  /** JSON-RPC over HTTP, secret. */
  get httpsEndpoint(): pulumi.Output<string | undefined> {
    return this.#part("https");
  }

  /** JSON-RPC over WebSocket, secret; absent where the chain has none. */
  get wssEndpoint(): pulumi.Output<string | undefined> {
    return this.#part("wss");
  }

  /** Beacon chain REST, secret. */
  get beaconEndpoint(): pulumi.Output<string | undefined> {
    return this.#part("beacon");
  }

  /** GraphQL, secret. */
  get graphqlEndpoint(): pulumi.Output<string | undefined> {
    return this.#part("graphql");
  }

  /** gRPC address `host:port`, secret as part of the whole. */
  get grpcEndpoint(): pulumi.Output<string | undefined> {
    return this.#part("grpc");
  }

  /** Prometheus metrics, secret; dedicated nodes only. */
  get metricsEndpoint(): pulumi.Output<string | undefined> {
    return this.#part("metrics");
  }

  /** Credentials apart from the URLs, secret. */
  get auth(): pulumi.Output<NodeAuth> {
    return pulumi.secret(this.endpoints).apply((endpoints) => {
      const { username, password, key, grpcToken } = endpoints ?? {};
      return { username, password, key, grpcToken };
    });
  }

  #part(name: keyof NodeEndpoints): pulumi.Output<string | undefined> {
    return pulumi.secret(this.endpoints).apply((endpoints) => endpoints?.[name]);
  }
}

/** Credentials of a node; what it does not have is absent. */
export interface NodeAuth {
  /** User of basic authentication. */
  readonly username: string | undefined;
  /** Password of basic authentication. */
  readonly password: string | undefined;
  /** Token in the path of the URLs. */
  readonly key: string | undefined;
  /** Value of the gRPC metadata `x-token`. */
  readonly grpcToken: string | undefined;
}

const shape: ResourceShape = {
  type: "Node",
  handler: "node",
  secrets: ["endpoints"],
  outputs: [
    "name",
    "status",
    "ready",
    "host",
    "protocol",
    "network",
    "networkId",
    "project",
    "region",
    "provider",
    "cloud",
    "blockchain",
    "organization",
    "apiNamespaces",
    "mode",
    "version",
    "chain",
    "type",
    "configuration",
    "readiness",
    "onCreateTimeout",
    "timeouts",
    "endpoints",
  ],
};
