import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type NodeAnswer, type ProxyOutcome, sendAnswer, textAnswer } from "./answer";

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

/** The process of a node, as a request reaches it. */
export interface ForwardTarget {
  readonly port: number;
  /** Path with its query. */
  readonly path: string;
  readonly authorization: string | undefined;
}

/** Forwards a request to a process, and streams its response unchanged. */
export function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  target: ForwardTarget,
): Promise<ProxyOutcome> {
  return new Promise((resolve) => {
    const upstream = open(incoming, body, target);
    // When the client gives up, the request to the node is aborted too.
    response.once("close", () => {
      upstream.destroy();
      resolve("hung");
    });
    upstream.once("error", () => {
      if (response.headersSent) {
        response.destroy();
      } else {
        resolve(sendAnswer(response, textAnswer(502, "Bad Gateway")));
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
  });
}

/** Forwards a request to a process, and reads its response. */
export function forwardWhole(
  incoming: IncomingMessage,
  body: Buffer,
  target: ForwardTarget,
  signal: AbortSignal,
): Promise<NodeAnswer> {
  return new Promise((resolve, reject) => {
    const upstream = open(incoming, body, target, signal);
    upstream.once("error", reject);
    upstream.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        const { statusCode: status = 502 } = response;
        const kept = omitHeaders(response.headers, [...hopByHopHeaders, "content-length"]);
        const headers = Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, value ?? ""]));
        resolve({ status, headers, payload: Buffer.concat(chunks) });
      });
    });
  });
}

function open(incoming: IncomingMessage, body: Buffer, target: ForwardTarget, signal?: AbortSignal) {
  const { port, path, authorization } = target;
  const method = incoming.method ?? "POST";
  const hasBody = body.length > 0 || method === "POST" || method === "PUT";
  const upstream = request({
    ...{ host: "127.0.0.1", port, path, method, agent: false },
    ...(signal !== undefined && { signal }),
    headers: {
      ...omitHeaders(incoming.headers, [...hopByHopHeaders, ...replacedHeaders]),
      ...(authorization !== undefined && { authorization }),
      ...(hasBody && { "content-length": body.length }),
    },
  });
  upstream.end(hasBody ? body : undefined);
  return upstream;
}

function omitHeaders(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}
