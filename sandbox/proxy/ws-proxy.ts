import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { parseTarget } from "../base/http";
import type { SandboxContext } from "../context";
import { authenticate, isAllowed } from "./access";
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
  const real = context.fleet.get(authenticated.node.id);
  const path = real?.kind.hasWebSocket === true ? real.kind.upstreamPath(authenticated.rest, real.chain) : undefined;
  if (path === undefined || authenticated.service !== "rpc") {
    return refuse(socket, 404, "Not Found");
  }
  const resolved = await resolveUpstream(context, authenticated.node.id);
  if (resolved.kind === "refusing") {
    socket.destroy();
    return undefined;
  }
  if (resolved.kind === "dead" || socket.destroyed) {
    return refuse(socket, 502, "Bad Gateway");
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
