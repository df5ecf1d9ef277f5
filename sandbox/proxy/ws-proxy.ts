import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { parseTarget } from "../base/http";
import { isObject, parseJsonOrText } from "../base/json";
import { acceptWebSocket } from "../base/web-socket";
import type { SandboxContext } from "../context";
import { RecordedNode } from "../recorded/recorded-node";
import { serveSocket } from "../recorded/socket";
import { type AuthenticatedRequest, authenticate, isAllowed } from "./access";
import { forbiddenText, unauthorizedText } from "./http-proxy";
import { resolveUpstream } from "./upstream";

/** Pipes a WebSocket to the real node. Returns the status, or undefined when the connection closed without one. */
export async function proxyWebSocket(
  context: SandboxContext,
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<number | undefined> {
  const url = parseTarget(incoming.url);
  const authenticated = authenticate(context.store, url.pathname, incoming.headers.authorization);
  if (authenticated === undefined) {
    return refuse(socket, 401, unauthorizedText);
  }
  if (!isAllowed(authenticated.node, incoming)) {
    return refuse(socket, 403, forbiddenText);
  }
  const { node, service, rest } = authenticated;
  const behind = context.fleet.get(node.id);
  const isMute = () => context.lies.isMute(node.id);
  if (behind instanceof RecordedNode) {
    return serveRecorded(behind, isMute, { service, rest }, incoming, socket, head);
  }
  const path = behind?.kind.hasWebSocket === true ? behind.kind.upstreamPath(rest, behind.chain) : undefined;
  if (behind === undefined || path === undefined || service !== "rpc") {
    return refuse(socket, 404, "Not Found");
  }
  const resolved = await resolveUpstream(behind);
  if (resolved.kind === "refusing") {
    socket.destroy();
    return undefined;
  }
  if (resolved.kind === "dead" || socket.destroyed) {
    return refuse(socket, 502, "Bad Gateway");
  }
  if (isMute()) {
    return serveMute(incoming, socket, head);
  }
  const upstream = connect(resolved.port, "127.0.0.1", () => {
    upstream.write(requestHead(incoming, `${path}${url.search}`));
    upstream.write(head);
    socket.pipe(upstream).pipe(socket);
  });
  socket.once("close", () => upstream.destroy());
  upstream.once("close", () => socket.destroy());
  upstream.on("error", () => socket.destroy());
  return 101;
}

/** A WebSocket of a node without a process behind it. */
function serveRecorded(
  node: RecordedNode,
  isMute: () => boolean,
  { service, rest }: Pick<AuthenticatedRequest, "rest" | "service">,
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): number | undefined {
  if (!node.family.hasWebSocket || service !== "rpc" || !["", "/"].includes(rest)) {
    return refuse(socket, 404, "Not Found");
  }
  if (node.condition.mode === "refusing") {
    socket.destroy();
    return undefined;
  }
  const accepted = acceptWebSocket(incoming, socket, head);
  if (accepted === undefined) {
    return 400;
  }
  serveSocket(node, accepted, { isMute });
  return 101;
}

/** A WebSocket in place of the node's: accepts every subscription, and sends no events. */
function serveMute(incoming: IncomingMessage, socket: Duplex, head: Buffer): number {
  const accepted = acceptWebSocket(incoming, socket, head);
  accepted?.onText((text) => {
    const message = parseJsonOrText(Buffer.from(text));
    const { id, method } = isObject(message) ? message : {};
    const result = method === "eth_unsubscribe" ? true : "0x9cef478923ff08bf67fde6c64013158d";
    const isKnown = method === "eth_subscribe" || method === "eth_unsubscribe";
    const outcome = isKnown ? { result } : { error: { code: -32601, message: "Method not found" } };
    accepted.send(JSON.stringify({ jsonrpc: "2.0", id, ...outcome }));
  });
  return accepted === undefined ? 400 : 101;
}

function requestHead(incoming: IncomingMessage, path: string): string {
  const lines = [`GET ${path} HTTP/1.1`];
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    const name = incoming.rawHeaders[index] ?? "";
    if (name.toLowerCase() !== "authorization") {
      lines.push(`${name}: ${incoming.rawHeaders[index + 1] ?? ""}`);
    }
  }
  return `${lines.join("\r\n")}\r\n\r\n`;
}

function refuse(socket: Duplex, status: number, text: string): number {
  const head = [`HTTP/1.1 ${status} ${text}`, "content-type: text/plain", `content-length: ${text.length}`];
  socket.end(`${[...head, "connection: close"].join("\r\n")}\r\n\r\n${text}`);
  return status;
}
