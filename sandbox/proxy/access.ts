import type { IncomingMessage } from "node:http";
import { allows } from "../state/access-rules";
import { existsAt, type Node } from "../state/model";
import type { Store } from "../state/store";

/** The APIs of a node: JSON-RPC, and the beacon REST API. */
type NodeService = "beacon" | "rpc";

/** A request with valid credentials for a node. */
export interface AuthenticatedRequest {
  readonly node: Node;
  readonly service: NodeService;
  /** Path after the token, with its slash; empty when nothing follows. */
  readonly rest: string;
}

/** Parsed path of a request to a node. */
export interface NodePath {
  readonly service: NodeService;
  readonly id: string;
  /** Path after the node id, with the token moved to its front. */
  readonly rest: string;
}

/** Parses `/rpc/<id>/…` or `/<token>/rpc/<id>/…`; likewise `/beacon`, which the token may also follow. */
export function parseNodePath(path: string): NodePath {
  const pattern = /^(?<first>\/[0-9a-f]+)?\/(?:rpc|(?<beacon>beacon)(?<second>\/[0-9a-f]+)?)\/(?<id>[^/]*)(?<rest>.*)$/;
  const { first = "", beacon, second = "", id = "", rest = "" } = pattern.exec(path)?.groups ?? {};
  return { service: beacon === undefined ? "rpc" : "beacon", id, rest: first + second + rest };
}

/** The path without tokens, which are long hexadecimal segments. */
export function redactToken(path: string): string {
  return path.replace(/\/[0-9a-f]{28,}/gi, "/…");
}

/**
 * Checks the token in the path, or the username and password. An unknown node is indistinguishable from a wrong token.
 */
export function authenticate(
  store: Store,
  path: string,
  authorization: string | undefined,
): AuthenticatedRequest | undefined {
  const { service, id, rest } = parseNodePath(path);
  const node = store.nodes.get(id);
  const now = store.clock.now();
  if (node === undefined || !existsAt(node, now) || node.deletedAt !== undefined) {
    return undefined;
  }
  const valid = node.secrets.filter(({ until }) => until === undefined || now < until);
  const [, segment = "", afterToken = ""] = /^\/([^/]*)(.*)$/.exec(rest) ?? [];
  if (valid.some(({ token }) => token === segment)) {
    return { node, service, rest: afterToken };
  }
  const basic = basicCredentials(authorization);
  if (valid.some(({ username, password }) => `${username}:${password}` === basic)) {
    return { node, service, rest };
  }
  return undefined;
}

/** Whether the active access rules of a node allow a request. */
export function isAllowed(node: Node, { headers, socket }: IncomingMessage): boolean {
  return allows(node.accessRules.values(), { address: socket.remoteAddress, origin: headers.origin });
}

function basicCredentials(authorization: string | undefined): string | undefined {
  const encoded = /^Basic +(\S+)$/i.exec(authorization ?? "")?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString();
}
