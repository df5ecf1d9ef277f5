import type { NodeEndpoints } from "./endpoints.js";
import type { NodeClient } from "./node-client.js";
import type { openNode as OpenNode } from "./open-node.js";
import type { ConnectOptions } from "./settings.js";

/**
 * Gives typed access to a node: JSON-RPC, WebSocket and beacon REST, by the value of a Node's secret output `endpoints`. Nothing is
 * sent before the first call; connections are kept alive and shared by all clients of the process.
 *
 * @throws {ConfigError} when the JSON-RPC endpoint is missing, malformed, or not encrypted beyond this machine, or an option is wrong
 */
export function connectNode(endpoints: NodeEndpoints, options: ConnectOptions = {}): NodeClient {
  // Here, not above: a program that calls no node does not load the HTTP client and the schemas, which take longer than all the rest.
  const { openNode } = require("./open-node.js") as { readonly openNode: typeof OpenNode };
  return openNode(endpoints, options);
}
