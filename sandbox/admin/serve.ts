import type { FastifyInstance } from "fastify";
import { pathParameter, requestBody, requestUrl } from "../base/http";
import { parseJsonOrText } from "../base/json";
import type { SandboxContext } from "../context";
import { administer, adminRoutes } from "./routes";

/** Serves the admin interface below a path that holds a token of its own; the management key opens nothing here. */
export function serveAdmin(app: FastifyInstance, context: SandboxContext, adminPath: string): void {
  for (const route of adminRoutes) {
    app.route({
      method: route.method,
      url: route.path === "/" ? adminPath : `${adminPath}${route.path}`,
      handler: async (request, reply) => {
        const url = requestUrl(request);
        const body = parseJsonOrText(requestBody(request));
        const call = { context, id: pathParameter(request), query: url.searchParams, body, origin: url.origin };
        const answer = await administer(route, call);
        reply.code(answer.status);
        return answer.body === undefined
          ? reply.send()
          : reply.type("application/json").send(JSON.stringify(answer.body));
      },
    });
  }
}
