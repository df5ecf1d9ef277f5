import type { FastifyInstance } from "fastify";
import { pathParameter, requestBody, requestUrl } from "../base/http";
import { parseJsonOrText } from "../base/json";
import type { SandboxContext } from "../context";
import { administer, adminRoutes } from "./routes";

/** Serves the admin interface below a path with its own token; the management key gives no access. */
export function serveAdmin(app: FastifyInstance, context: SandboxContext, adminPath: string): void {
  for (const route of adminRoutes) {
    app.route({
      method: route.method,
      url: route.path === "/" ? adminPath : `${adminPath}${route.path}`,
      handler: async (request, reply) => {
        const url = requestUrl(request);
        const body = parseJsonOrText(requestBody(request));
        const call = { context, id: pathParameter(request), query: url.searchParams, body, origin: url.origin };
        const response = await administer(route, call);
        reply.code(response.status);
        return response.body === undefined
          ? reply.send()
          : reply.type("application/json").send(JSON.stringify(response.body));
      },
    });
  }
}
