import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { formatTimestamp } from "../base/clock";
import { parseTarget, requestBody } from "../base/http";
import { parseJsonOrText } from "../base/json";
import type { SandboxContext } from "../context";
import type { FaultAction } from "../faults/fault-table";
import { rpcOperation } from "../faults/faults";
import type { LogEntry } from "../state/request-log";
import { parseNodePath, redactToken } from "./access";
import { type ProxyOutcome, sendAnswer, textAnswer } from "./answer";
import { proxyHttp } from "./http-proxy";
import { meter } from "./meter";
import { proxyWebSocket } from "./ws-proxy";

const allMethods = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"] as const;

/** Paths of nodes. The token comes after the node, or first, as clients that expect a bare host build the URL. */
const nodePaths = ["/rpc/*", "/:token/rpc/*", "/beacon/*", "/:token/beacon/*"] as const;

/** Serves the nodes over HTTP and WebSocket on the same paths. `upgraded` collects the WebSocket connections. */
export function serveRpc(app: FastifyInstance, context: SandboxContext, upgraded: Set<Duplex>): void {
  for (const url of nodePaths) {
    serveHttp(app, context, url);
  }
  app.server.on("upgrade", (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
    socket.on("error", () => socket.destroy());
    const started = performance.now();
    const entry = logEntry(context, incoming, Buffer.alloc(0));
    proxyWebSocket(context, incoming, socket, head).then(
      (status) => finish(entry, started, status ?? "dropped"),
      () => socket.destroy(),
    );
  });
}

function serveHttp(app: FastifyInstance, context: SandboxContext, url: (typeof nodePaths)[number]): void {
  app.route({
    method: [...allMethods],
    url,
    errorHandler: (error: { readonly statusCode?: number }, request, reply) => {
      const entry = logEntry(context, request.raw, Buffer.alloc(0));
      reply.hijack();
      const status = error.statusCode ?? 500;
      const answer = textAnswer(status, status === 413 ? "Payload Too Large" : "Bad Request");
      finish(entry, performance.now(), sendAnswer(reply.raw, answer));
    },
    handler: async (request, reply) => handle(context, request, reply),
  });
}

async function handle(context: SandboxContext, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const started = performance.now();
  const body = requestBody(request);
  const entry = logEntry(context, request.raw, body);
  const target = { operation: rpcOperation, method: request.method, path: entry.path, body: body.toString() };
  const faults = context.faults.take(target);
  entry.faults = faults.map(({ id }) => id);
  reply.hijack();
  for (const { action } of faults) {
    const outcome = await applyFault(action, reply);
    if (outcome !== undefined) {
      finish(entry, started, outcome);
      return;
    }
  }
  const outcome = await proxyHttp(context, request.raw, body, reply.raw);
  meter(context, entry, outcome);
  finish(entry, started, outcome);
}

/** Applies a fault in place of the node: a response of the gateway, a reset connection, or no response. */
async function applyFault(action: FaultAction, reply: FastifyReply): Promise<ProxyOutcome | undefined> {
  const outcome = await action.before?.();
  if (outcome === undefined) {
    return undefined;
  }
  if (outcome.kind === "hang") {
    return "hung";
  }
  if (outcome.kind === "drop") {
    reply.raw.socket?.resetAndDestroy();
    return "dropped";
  }
  const { status, headers, payload } = outcome.wire;
  reply.raw.writeHead(status, { ...headers, "content-length": payload.length });
  reply.raw.end(payload);
  return status;
}

function logEntry(context: SandboxContext, incoming: IncomingMessage, body: Buffer): LogEntry {
  const { pathname, searchParams } = parseTarget(incoming.url);
  return context.log.open({
    time: formatTimestamp(context.store.clock.now()),
    kind: "rpc",
    method: incoming.method ?? "GET",
    path: redactToken(pathname),
    query: Object.fromEntries(searchParams),
    operation: rpcOperation,
    body: null,
    node: parseNodePath(pathname).id,
    rpc: rpcMethods(body),
  });
}

/** Methods of a JSON-RPC body, batches included. */
function rpcMethods(body: Buffer): string[] {
  const value = parseJsonOrText(body);
  const calls: unknown[] = Array.isArray(value) ? value : [value];
  return calls.flatMap((call) => {
    const method = (call as { readonly method?: unknown } | null | undefined)?.method;
    return typeof method === "string" ? [method] : [];
  });
}

function finish(entry: LogEntry, started: number, outcome: ProxyOutcome): void {
  entry.ms = Math.round(performance.now() - started);
  entry.status = typeof outcome === "number" ? outcome : null;
  entry.outcome = typeof outcome === "number" ? "answered" : outcome;
}
