import type { FastifyRequest } from "fastify";

/** Raw body of a request; empty when there is none. */
export function requestBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/** A path parameter of a request; empty when absent. */
export function pathParameter(request: FastifyRequest, name: "id" | "ruleId" = "id"): string {
  const ids = (request.params ?? {}) as { readonly [K in typeof name]?: string };
  return ids[name] ?? "";
}

/** Full URL of a request, with the client's `Host`. */
export function requestUrl(request: FastifyRequest): URL {
  return parseTarget(request.url, request.headers.host);
}

/** URL of a request target; an unparsable one becomes the root, so that it cannot crash the server. */
export function parseTarget(target: string | undefined, host = "127.0.0.1"): URL {
  const url = `http://${host}${target ?? "/"}`;
  return new URL(URL.canParse(url) ? url : "http://127.0.0.1/");
}
