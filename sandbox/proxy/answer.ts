import type { ServerResponse } from "node:http";

/** A whole response of a node. */
export interface NodeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly payload: Buffer;
}

/** How a request to a node ended. */
export type ProxyOutcome = number | "dropped" | "hung";

/** A response with JSON. */
export function jsonAnswer(body: unknown, status = 200): NodeAnswer {
  return { status, headers: { "content-type": "application/json" }, payload: Buffer.from(JSON.stringify(body)) };
}

/** A response with text. */
export function textAnswer(status: number, text: string, type = "text/plain"): NodeAnswer {
  return { status, headers: { "content-type": type }, payload: Buffer.from(text) };
}

/** Sends a response. */
export function sendAnswer(response: ServerResponse, { status, headers, payload }: NodeAnswer): number {
  const own = Object.entries(headers).map(([name, value]) => [name, typeof value === "string" ? value : [...value]]);
  const length = status === 204 ? {} : { "content-length": payload.length };
  response.writeHead(status, { ...Object.fromEntries(own), ...length });
  response.end(payload);
  return status;
}
