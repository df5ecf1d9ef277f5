import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request in transit, at one of its two stations. */
export interface Passing {
  readonly method: string;
  readonly path: string;
  /** Number of the request, from 1. */
  readonly count: number;
  readonly station: "arrival" | "answer";
}

/** A server between a client and another server. */
export interface Relay {
  readonly baseUrl: string;
  /** Number of open client connections. */
  connections(): Promise<number>;
  close(): void;
}

/**
 * Starts a server that forwards everything to another one.
 *
 * @param onPassing called when a request has arrived, and when its response has: forwarding waits for it
 */
export async function startRelay(
  target: string,
  onPassing: (passing: Passing) => Promise<void> | void,
): Promise<Relay> {
  let count = 0;
  const server = createServer(async (request, response) => {
    const { method = "", url: path = "", headers } = request;
    count += 1;
    const passing = { method, path, count };
    const body = await buffer(request);
    await onPassing({ ...passing, station: "arrival" });
    const answer = await fetch(target + path, {
      method,
      headers: { authorization: headers.authorization ?? "", "content-type": headers["content-type"] ?? "" },
      ...(body.length === 0 ? {} : { body }),
    });
    const content = Buffer.from(await answer.arrayBuffer());
    await onPassing({ ...passing, station: "answer" });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" }).end(content);
  });
  // Longer than a test: only clients close idle connections.
  server.keepAliveTimeout = 600_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
      }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
