import type { FastifyRequest } from "fastify";

/** Body of a request as it came; empty when there was none. */
export function requestBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/** An id in the path of a request; empty when it has none of that name. */
export function pathParameter(request: FastifyRequest, name: "id" | "ruleId" = "id"): string {
  const ids = (request.params ?? {}) as { readonly [K in typeof name]?: string };
  return ids[name] ?? "";
}

/** Full URL of a request, with the host that the client used. */
export function requestUrl(request: FastifyRequest): URL {
  return parseTarget(request.url, request.headers.host);
}

/** URL of a request line; what cannot be read as one becomes the root, since nobody may crash the server with it. */
export function parseTarget(target: string | undefined, host = "127.0.0.1"): URL {
  const url = `http://${host}${target ?? "/"}`;
  return new URL(URL.canParse(url) ? url : "http://127.0.0.1/");
}
