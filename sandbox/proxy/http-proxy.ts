import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import { parseTarget } from "../base/http";
import { serveBeacon } from "../beacon/serve";
import type { SandboxContext } from "../context";
import { authenticate, isAllowed } from "./access";
import { callsEmulatedMethod, type EmulationContext, respondEmulated } from "./emulated-methods";
import { resolveUpstream } from "./upstream";

/** Hop-by-hop headers. */
const hopByHopHeaders = [
  "connection",
  "keep-alive",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];
/** Headers that the proxy sets: credentials of the node, length of the buffered body. */
const replacedHeaders = ["authorization", "content-length", "expect", "host"];

/** How a request to a node ended. */
export type ProxyOutcome = number | "dropped" | "hung";

/** Text of the 401, the same for a wrong token or password and for an unknown node. */
export const unauthorizedText = "Authorization Required";

/** Text of the 403 of an access rule. */
export const forbiddenText = "Forbidden";

/** Forwards a request to the real node, and its response unchanged. */
export async function proxyHttp(
  context: SandboxContext,
  incoming: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<ProxyOutcome> {
  const url = parseTarget(incoming.url);
  const authenticated = authenticate(context.store, url.pathname, incoming.headers.authorization);
  if (authenticated === undefined) {
    return sendText(response, 401, unauthorizedText, { "www-authenticate": 'Basic realm="node"' });
  }
  if (!isAllowed(authenticated.node, incoming)) {
    return sendText(response, 403, forbiddenText);
  }
  const real = context.fleet.get(authenticated.node.id);
  if (authenticated.service === "beacon") {
    return serveBeacon(context, real, incoming, `${authenticated.rest}${url.search}`, response);
  }
  const path = real?.kind.upstreamPath(authenticated.rest, real.chain);
  if (real !== undefined && path === undefined) {
    return sendText(response, 404, "Not Found");
  }
  const resolved = await resolveUpstream(context, authenticated.node.id);
  if (resolved.kind === "refusing") {
    incoming.socket.resetAndDestroy();
    return "dropped";
  }
  if (resolved.kind === "dead") {
    return sendText(response, 502, "Bad Gateway");
  }
  const authorization = real?.authorization;
  const methods = real?.kind.emulatedMethods;
  if (path === "/" && incoming.method === "POST" && callsEmulatedMethod(methods, body)) {
    const target = { port: resolved.port, authorization };
    return sendEmulated({ methods, target, settings: context.settings }, response, body);
  }
  const headers = {
    ...omitHeaders(incoming.headers, [...hopByHopHeaders, ...replacedHeaders]),
    ...(authorization !== undefined && { authorization }),
  };
  return forward(incoming, response, body, { port: resolved.port, path: `${path}${url.search}`, headers });
}

/** Responds to a body with calls of emulated methods. */
function sendEmulated(
  context: Omit<EmulationContext, "signal">,
  response: ServerResponse,
  body: Buffer,
): Promise<ProxyOutcome> {
  return new Promise((resolve) => {
    const abandon = new AbortController();
    response.once("close", () => {
      abandon.abort();
      resolve("hung");
    });
    respondEmulated({ ...context, signal: abandon.signal }, body).then(
      (text) => resolve(sendJson(response, text === "" ? 204 : 200, text)),
      () => resolve(sendText(response, 502, "Bad Gateway")),
    );
  });
}

interface Target {
  readonly port: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  { port, path, headers }: Target,
): Promise<ProxyOutcome> {
  return new Promise((resolve) => {
    const method = incoming.method ?? "POST";
    const hasBody = body.length > 0 || method === "POST" || method === "PUT";
    const upstream = request({
      ...{ host: "127.0.0.1", port, path, method, agent: false },
      headers: { ...headers, ...(hasBody && { "content-length": body.length }) },
    });
    // When the client gives up, the request to the node is aborted too.
    response.once("close", () => {
      upstream.destroy();
      resolve("hung");
    });
    upstream.once("error", () => {
      if (response.headersSent) {
        response.destroy();
      } else {
        resolve(sendText(response, 502, "Bad Gateway"));
      }
    });
    upstream.once("response", (upstreamResponse) => {
      response.writeHead(
        upstreamResponse.statusCode ?? 502,
        upstreamResponse.statusMessage,
        omitHeaders(upstreamResponse.headers, hopByHopHeaders),
      );
      upstreamResponse.pipe(response);
      upstreamResponse.once("error", () => response.destroy());
      upstreamResponse.once("end", () => resolve(upstreamResponse.statusCode ?? 502));
    });
    upstream.end(hasBody ? body : undefined);
  });
}

function omitHeaders(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

function sendJson(response: ServerResponse, status: number, text: string): number {
  response.writeHead(status, {
    ...(text !== "" && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
    // As anvil does.
    "access-control-allow-origin": "*",
  });
  response.end(text);
  return status;
}

/** Sends a short response of the gateway itself. */
export function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): number {
  response.writeHead(status, { "content-type": "text/plain", "content-length": Buffer.byteLength(text), ...headers });
  response.end(text);
  return status;
}
