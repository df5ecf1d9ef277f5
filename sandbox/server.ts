import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import fastify, { type FastifyInstance } from "fastify";
import { serveAdmin } from "./admin/serve";
import type { SandboxContext } from "./context";
import { RateLimit } from "./management/request/rate-limit";
import { serveManagement } from "./management/serve";
import { serveRpc } from "./proxy/serve";

/** Body limit of the platform's gateways: 1 MB. */
const maxBodyBytes = 1_048_576;
const maxIdLength = 500;

/** A listening server. */
export interface Server {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Serves the management API, the nodes and the admin interface on one port of the loopback interface.
 * @throws Error when the port is taken.
 */
export async function serve(context: SandboxContext, port: number, adminPath: string): Promise<Server> {
  const app = fastify({
    bodyLimit: maxBodyBytes,
    exposeHeadRoutes: false,
    // Keep-alive connections must not delay the shutdown.
    forceCloseConnections: true,
    routerOptions: { maxParamLength: maxIdLength },
  });
  const upgraded = new Set<Duplex>();
  takeBodiesAsTheyAre(app);
  serveManagement(app, context, new RateLimit());
  serveRpc(app, context, upgraded);
  serveAdmin(app, context, adminPath);
  await app.listen({ host: "127.0.0.1", port });
  const { port: taken } = app.server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${taken}`,
    close: async () => {
      for (const socket of upgraded) {
        socket.destroy();
      }
      // Requests that a fault leaves without a response would keep the server open.
      const closed = app.close();
      app.server.closeAllConnections();
      await closed;
    },
  };
}

/** Handlers parse bodies themselves: formats and errors differ between the three interfaces. */
function takeBodiesAsTheyAre(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
}
