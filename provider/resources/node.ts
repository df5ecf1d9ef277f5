import * as pulumi from "@pulumi/pulumi";
import type { NodeEndpoints } from "../access/endpoints.js";
import { ifKnown } from "./bare-output.js";
import { cheapTraces } from "./cheap-traces.js";
import type { Timeouts } from "./project.js";
import { resourceParts } from "./shape.js";

/**
 * What "ready" means for a create: `none` does not wait; `platform` waits for the status `running` and an endpoint;
 * `rpc` also waits until the node responds for the right chain with a fresh, advancing head.
 */
export type Readiness = "none" | "platform" | "rpc";

/** Arguments of a {@link Node} in every placement. */
export interface NodeCommonArgs {
  /**
   * Name on the platform, not necessarily unique. Changed in place.
   *
   * @default the resource's name and 8 hex digits, for example `rpc-1a2b9c8d`
   */
  readonly name?: pulumi.Input<string>;
  /**
   * What a create waits for. Raising it later is an update that waits again.
   *
   * @default "rpc"
   */
  readonly readiness?: pulumi.Input<Readiness>;
  /**
   * What happens to a node that is not ready at the deadline, fails, or serves the wrong chain: it is kept in state and
   * the next `up` resumes the wait, or it is deleted.
   *
   * @default "keep"
   */
  readonly onCreateTimeout?: pulumi.Input<"keep" | "delete">;
  /** Not available yet; rejected at preview. Use {@link Node.get} to read an existing node. */
  readonly adopt?: undefined;
  /** Deadlines. Changing only these updates state without a platform call. */
  readonly timeouts?: pulumi.Input<Timeouts>;
}

/** Placement by catalogue names (v2). Changing any of these replaces the node. */
export interface NodeChainPlacement {
  /** Id of the project, for example `PR-123-456-789`. */
  readonly project: pulumi.Input<string>;
  /** Slug of the chain, for example `ethereum-mainnet`. */
  readonly chain: pulumi.Input<string>;
  /** Region, for example `lon1`. Without `region` and `provider` the node runs at the global provider. */
  readonly region?: pulumi.Input<string>;
  /** Cloud provider; required where a region has several. */
  readonly provider?: pulumi.Input<string>;
}

/** Placement by the ids of a deployment option (v2). Changing any of these replaces the node. */
export interface NodeIdPlacement {
  /** Id of the project, for example `PR-123-456-789`. */
  readonly project: pulumi.Input<string>;
  /** Id of the chain, for example `BC-000-000-008`. */
  readonly blockchain: pulumi.Input<string>;
  /** Id of the cloud, for example `CC-0016`. */
  readonly cloud: pulumi.Input<string>;
}

/** Placement in a v1 network. Changing any of these replaces the node. */
export interface NodeNetworkPlacement {
  /** Id of the network, for example `NW-123-456-7`. */
  readonly networkId: pulumi.Input<string>;
  /** `shared` or `dedicated`. */
  readonly type: pulumi.Input<string>;
  /** Cloud provider, for example `aws`. */
  readonly provider: pulumi.Input<string>;
  /** Region of that provider, for example `us-east-1`. */
  readonly region: pulumi.Input<string>;
  /** Protocol options under the platform's own names, for example `{ archive: false }`. */
  readonly configuration: pulumi.Input<Record<string, unknown>>;
}

/** Arguments of a {@link Node}: exactly one placement, and the common arguments. */
export type NodeArgs = NodeCommonArgs & (NodeChainPlacement | NodeIdPlacement | NodeNetworkPlacement);

/**
 * A blockchain node. Its create completes when the node answers over RPC at the head of the right chain, unless
 * `readiness` requests less. Its endpoints contain credentials and are encrypted in state.
 */
export class Node extends pulumi.CustomResource {
  /** Name on the platform. */
  declare readonly name: pulumi.Output<string>;
  /**
   * Last known status on the platform: `pending`, `running`, `maintenance`, `error`, `failed`, … Never reported as
   * drift.
   */
  declare readonly status: pulumi.Output<string>;
  /** Whether the node has reached the requested `readiness` once; while `false`, the next `up` resumes the wait. */
  declare readonly ready: pulumi.Output<boolean>;
  /** Host of the main endpoint, with a non-default port: the part that is not secret. */
  declare readonly host: pulumi.Output<string | undefined>;
  /** Protocol, for example `ethereum`. */
  declare readonly protocol: pulumi.Output<string | undefined>;
  /** Slug of the chain. */
  declare readonly network: pulumi.Output<string | undefined>;
  /** Id of the v1 network; absent for nodes placed through v2. */
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
  /** Id of the owning organization. Keys of another organization are rejected. */
  declare readonly organization: pulumi.Output<string>;
  /** API namespaces that the platform advertises, for example `eth`, `debug`. */
  declare readonly apiNamespaces: pulumi.Output<string[] | undefined>;
  /** `full` or `archive`; v1 only. */
  declare readonly mode: pulumi.Output<string | undefined>;
  /** Client version; v1 only. */
  declare readonly version: pulumi.Output<string | undefined>;
  /** The argument `chain`. */
  declare readonly chain: pulumi.Output<string | undefined>;
  /** `shared` or `dedicated`; v1 only. */
  declare readonly type: pulumi.Output<string | undefined>;
  /** The argument `configuration`, as written. */
  declare readonly configuration: pulumi.Output<Record<string, unknown> | undefined>;
  /** The readiness that the last create or update waited for. */
  declare readonly readiness: pulumi.Output<Readiness>;
  /** What happens to a node that does not become ready. */
  declare readonly onCreateTimeout: pulumi.Output<"keep" | "delete">;
  /** The argument `timeouts`, as written. */
  declare readonly timeouts: pulumi.Output<pulumi.Unwrap<Timeouts> | undefined>;
  /** Addresses and credentials, secret as a whole. The getters below return its parts. */
  declare readonly endpoints: pulumi.Output<NodeEndpoints>;

  constructor(name: string, args: NodeArgs, options?: pulumi.CustomResourceOptions) {
    const parts = resourceParts("Node", name, args, options);
    const restoreTraces = cheapTraces();
    try {
      super(...parts);
    } finally {
      restoreTraces();
    }
  }

  /**
   * Reads an existing node without managing it: this program never changes or deletes it.
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

  /** JSON-RPC over WebSocket, secret; absent if the chain has none. */
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

  /** gRPC address `host:port`, secret. */
  get grpcEndpoint(): pulumi.Output<string | undefined> {
    return this.#part("grpc");
  }

  /** Prometheus metrics, secret; dedicated nodes only. */
  get metricsEndpoint(): pulumi.Output<string | undefined> {
    return this.#part("metrics");
  }

  /** Credentials without the URLs, secret. */
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

/** Credentials of a node; each is absent if the node has none. */
export interface NodeAuth {
  /** User name for basic authentication. */
  readonly username: string | undefined;
  /** Password for basic authentication. */
  readonly password: string | undefined;
  /** Token in the path of the URLs. */
  readonly key: string | undefined;
  /** Value of the gRPC metadata `x-token`. */
  readonly grpcToken: string | undefined;
}

/** What a probe must know of a node beside its endpoints; an old state may lack any of it. @internal */
export function statedOf({ network, chain, protocol, type, mode, version, apiNamespaces }: Node) {
  const slug = pulumi
    .all([ifKnown(network), ifKnown(chain), ifKnown(protocol)])
    .apply((names) => names.find((name) => typeof name === "string"));
  const [kind, own] = [ifKnown(type), ifKnown(mode)];
  return { chain: slug, type: kind, mode: own, version: ifKnown(version), apiNamespaces: ifKnown(apiNamespaces) };
}
