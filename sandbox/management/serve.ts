import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { formatTimestamp } from "../base/clock";
import { pathParameter, requestBody, requestUrl } from "../base/http";
import { parseJsonOrText } from "../base/json";
import type { SandboxContext } from "../context";
import type { Outcome, Wire } from "../faults/outcome";
import { type LogEntry, newRequestId } from "../state/request-log";
import { dispatch } from "./request/dispatch";
import type { RateLimit } from "./request/rate-limit";
import { ApiError, type ApiResponse, notFound, serialize } from "./request/response";
import { methodsOf, routes } from "./routes";

const outcomeNames = { drop: "dropped", hang: "hung" } as const;

/** Serves every route, and the responses to unknown paths and methods. */
export function serveManagement(app: FastifyInstance, context: SandboxContext, limit: RateLimit): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        const started = performance.now();
        const entry = logEntry(context, request, route.operation);
        const body = requestBody(request);
        const { method, operation } = route;
        const faults = context.faults.take({
          operation,
          method,
          path: requestUrl(request).pathname,
          body: body.toString(),
        });
        entry.faults = faults.map(({ id }) => id);
        const { authorization, "content-type": contentType } = request.headers;
        const outcome = await dispatch(
          context,
          limit,
          {
            route,
            id: pathParameter(request),
            ruleId: pathParameter(request, "ruleId"),
            url: requestUrl(request),
            authorization,
            contentType,
            body,
          },
          faults.map(({ action }) => action),
        );
        finish(entry, outcome, started);
        send(reply, outcome, entry.requestId);
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) =>
    respondDirectly(context, request, reply, unmatchedRouteResponse(request)),
  );
  app.setErrorHandler(async (error: { readonly statusCode?: number; readonly message: string }, request, reply) => {
    const status = error.statusCode ?? 500;
    const response = new ApiError(status, "request_error", error.message).toResponse();
    respondDirectly(context, request, reply, response);
  });
}

/** 301 for a missing trailing slash, 405 for an unsupported method, else 404. */
function unmatchedRouteResponse(request: FastifyRequest): ApiResponse {
  const { pathname, search } = requestUrl(request);
  if (methodsOf(`${pathname}/`).length > 0) {
    return { status: 301, headers: { location: `${pathname}/${search}` } };
  }
  const methods = methodsOf(pathname);
  if (methods.length > 0) {
    const headers = { allow: methods.join(", ") };
    return new ApiError(405, "method_not_allowed", `Method "${request.method}" not allowed.`, { headers }).toResponse();
  }
  return notFound().toResponse();
}

function respondDirectly(
  context: SandboxContext,
  request: FastifyRequest,
  reply: FastifyReply,
  response: ApiResponse,
): void {
  const started = performance.now();
  const outcome: Outcome = { kind: "response", wire: serialize(response) };
  const isManagement = /^\/v\d+\//.test(request.url);
  const entry = isManagement ? logEntry(context, request, null) : undefined;
  if (entry !== undefined) {
    finish(entry, outcome, started);
  }
  send(reply, outcome, entry?.requestId ?? newRequestId());
}

function logEntry(context: SandboxContext, request: FastifyRequest, operation: string | null): LogEntry {
  const url = requestUrl(request);
  return context.log.open({
    time: formatTimestamp(context.store.clock.now()),
    kind: "management",
    method: request.method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    operation,
    body: parseJsonOrText(requestBody(request)) ?? null,
  });
}

function finish(entry: LogEntry, outcome: Outcome, started: number): void {
  entry.ms = Math.round(performance.now() - started);
  if (outcome.kind !== "response") {
    entry.outcome = outcomeNames[outcome.kind];
    return;
  }
  entry.status = outcome.wire.status;
  entry.outcome = outcome.cutAfter === undefined ? "answered" : "cut";
}

function send(reply: FastifyReply, outcome: Outcome, id: string): void {
  reply.hijack();
  const { raw } = reply;
  if (outcome.kind === "hang") {
    return;
  }
  if (outcome.kind === "drop") {
    raw.socket?.resetAndDestroy();
    return;
  }
  const { status, headers, payload } = outcome.wire;
  raw.writeHead(status, { ...headers, ...lengthOf(outcome.wire), "x-request-id": id });
  if (outcome.cutAfter === undefined) {
    raw.end(payload);
  } else {
    // `content-length` announces the whole body, so the client can detect the truncation.
    raw.write(payload.subarray(0, outcome.cutAfter), () => setTimeout(() => raw.socket?.destroy(), 20));
  }
}

function lengthOf({ status, payload }: Wire): Record<string, number> {
  return status === 204 ? {} : { "content-length": payload.length };
}
