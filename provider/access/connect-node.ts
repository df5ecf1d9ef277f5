import type { NodeEndpoints } from "./endpoints.js";
import type { NodeClient } from "./node-client.js";
import type { openNode as OpenNode } from "./open-node.js";
import type { ConnectOptions } from "./settings.js";

/**
 * Opens typed access to a node: JSON-RPC, WebSocket and beacon REST, from a Node's secret output `endpoints`. Nothing
 * is sent before the first call. Connections are kept alive and shared by all clients of the process.
 *
 * @throws {ConfigError} when no endpoint is usable, an endpoint is malformed or unencrypted (except on loopback), or an
 * option is invalid
 */
export function connectNode(endpoints: NodeEndpoints, options: ConnectOptions = {}): NodeClient {
  // Imported here so that a program without node calls does not load the HTTP client and the schemas, which take longer
  // than the rest together.
  const { openNode } = require("./open-node.js") as { readonly openNode: typeof OpenNode };
  return openNode(endpoints, options);
}
