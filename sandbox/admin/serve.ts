import type { FastifyInstance } from "fastify";
import { bodyOf, idOf, urlOf } from "../base/http";
import { looseJson } from "../base/json";
import type { World } from "../world";
import { administer, adminRoutes } from "./routes";

/** Serves the admin interface below a path that holds a token of its own; the management key opens nothing here. */
export function serveAdmin(app: FastifyInstance, world: World, adminPath: string): void {
  for (const route of adminRoutes) {
    app.route({
      method: route.method,
      url: route.path === "/" ? adminPath : `${adminPath}${route.path}`,
      handler: async (request, reply) => {
        const url = urlOf(request);
        const body = looseJson(bodyOf(request));
        const call = { world, id: idOf(request), query: url.searchParams, body, origin: url.origin };
        const answer = await administer(route, call);
        reply.code(answer.status);
        return answer.body === undefined
          ? reply.send()
          : reply.type("application/json").send(JSON.stringify(answer.body));
      },
    });
  }
}
