/**
 * URLs and credentials of one node: the value of a Node's secret output `endpoints`. Every URL works as it is (a v1 key
 * is already part of it). What the chain does not offer is absent, never an empty string.
 */
export interface NodeEndpoints {
  /** JSON-RPC over HTTP POST. */
  readonly https?: string;
  /** JSON-RPC over WebSocket. */
  readonly wss?: string;
  /** Beacon chain REST, without `/eth/v1`. */
  readonly beacon?: string;
  /** GraphQL over HTTP. */
  readonly graphql?: string;
  /** Address `host:port`; the token is sent as metadata `x-token`. */
  readonly grpc?: string;
  /** Value of the gRPC metadata `x-token`. */
  readonly grpcToken?: string;
  /** Prometheus metrics, dedicated nodes only. */
  readonly metrics?: string;
  /** Basic authentication, instead of the key in the URL. */
  readonly username?: string;
  /** Password of basic authentication. */
  readonly password?: string;
  /** The node's token, as in the URLs of a v1 node. */
  readonly key?: string;
  /** Further URLs of some chains, by the platform's name in camelCase, for example `toncenterApiV2`. */
  readonly [other: string]: string | undefined;
}
