import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import { targetUrl } from "../base/http";
import { answerBeacon } from "../beacon/serve";
import type { World } from "../world";
import { admit, mayCall } from "./access";
import { answerOwn, callsOwnMethod, type OwnContext } from "./own-methods";
import { reachNode } from "./reach";

/** Headers that belong to one connection, not to the message. */
const hopHeaders = ["connection", "keep-alive", "proxy-authorization", "te", "trailer", "transfer-encoding", "upgrade"];
/** What the sandbox sets itself: its access data are not the node's, and the body was read as a whole. */
const replacedHeaders = ["authorization", "content-length", "expect", "host"];

/** How a request to a node ended. */
export type ProxyOutcome = number | "dropped" | "hung";

/** Text of the 401, the same for a wrong token, a wrong password and an unknown node. */
export const unauthorizedText = "Authorization Required";

/** Text of the 403 of an access rule. */
export const forbiddenText = "Forbidden";

/** Sends a request on to the real node, and its answer back as it is. */
export async function proxyHttp(
  world: World,
  incoming: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<ProxyOutcome> {
  const url = targetUrl(incoming.url);
  const admitted = admit(world.store, url.pathname, incoming.headers.authorization);
  if (admitted === undefined) {
    return plain(response, 401, unauthorizedText, { "www-authenticate": 'Basic realm="node"' });
  }
  if (!mayCall(admitted.node, incoming)) {
    return plain(response, 403, forbiddenText);
  }
  const real = world.fleet.get(admitted.node.id);
  if (admitted.service === "beacon") {
    return answerBeacon(world, real, incoming, `${admitted.rest}${url.search}`, response);
  }
  const path = real?.kind.upstreamPath(admitted.rest, real.chain);
  if (real !== undefined && path === undefined) {
    return plain(response, 404, "Not Found");
  }
  const reached = await reachNode(world, admitted.node.id);
  if (reached.kind === "refusing") {
    incoming.socket.resetAndDestroy();
    return "dropped";
  }
  if (reached.kind === "dead") {
    return plain(response, 502, "Bad Gateway");
  }
  const authorization = real?.authorization;
  const methods = real?.kind.ownMethods;
  if (path === "/" && incoming.method === "POST" && callsOwnMethod(methods, body)) {
    const target = { port: reached.port, authorization };
    return own({ methods, target, settings: world.settings }, response, body);
  }
  const headers = {
    ...without(incoming.headers, [...hopHeaders, ...replacedHeaders]),
    ...(authorization !== undefined && { authorization }),
  };
  return forward(incoming, response, body, { port: reached.port, path: `${path}${url.search}`, headers });
}

/** Answers a body with calls of methods that the node lacks. */
function own(context: Omit<OwnContext, "signal">, response: ServerResponse, body: Buffer): Promise<ProxyOutcome> {
  return new Promise((resolve) => {
    const abandon = new AbortController();
    response.once("close", () => {
      abandon.abort();
      resolve("hung");
    });
    answerOwn({ ...context, signal: abandon.signal }, body).then(
      (text) => resolve(json(response, text === "" ? 204 : 200, text)),
      () => resolve(plain(response, 502, "Bad Gateway")),
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
    // A client that gives up must not leave a request at a silent node.
    response.once("close", () => {
      upstream.destroy();
      resolve("hung");
    });
    upstream.once("error", () => {
      if (response.headersSent) {
        response.destroy();
      } else {
        resolve(plain(response, 502, "Bad Gateway"));
      }
    });
    upstream.once("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, without(answer.headers, hopHeaders));
      answer.pipe(response);
      answer.once("error", () => response.destroy());
      answer.once("end", () => resolve(answer.statusCode ?? 502));
    });
    upstream.end(hasBody ? body : undefined);
  });
}

function without(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

function json(response: ServerResponse, status: number, text: string): number {
  response.writeHead(status, {
    ...(text !== "" && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
    // As anvil answers.
    "access-control-allow-origin": "*",
  });
  response.end(text);
  return status;
}

/** A short answer of the gateway itself. */
export function plain(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): number {
  response.writeHead(status, { "content-type": "text/plain", "content-length": Buffer.byteLength(text), ...headers });
  response.end(text);
  return status;
}
