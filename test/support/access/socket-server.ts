import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** A local WebSocket server for what no real node does on demand. */
export interface SocketServer {
  readonly url: string;
  /** Upgrade requests so far, in order. */
  readonly seen: readonly IncomingMessage["headers"][];
  /** Client messages so far, parsed, in order. */
  readonly received: readonly { readonly id: number; readonly method: string; readonly params: readonly unknown[] }[];
  /** The open sockets. */
  readonly sockets: ReadonlySet<WebSocket>;
  /** Replies to each client message. By default every subscription is accepted with the id `0x1`. */
  answer: (message: { readonly id: number; readonly method: string }, socket: WebSocket) => void;
  /** Status that rejects requests; undefined accepts them. */
  refuseWith: number | undefined;
  /** Sends an event of the subscription to every client. */
  emit(event: unknown, subscription?: string): void;
  stop(): Promise<void>;
}

/** Starts one on a free port. */
export async function startSocketServer(): Promise<SocketServer> {
  const seen: IncomingMessage["headers"][] = [];
  const received: { id: number; method: string; params: unknown[] }[] = [];
  const http = createServer((_, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ noServer: true });
  const server: SocketServer = {
    get url() {
      return `ws://127.0.0.1:${(http.address() as AddressInfo).port}/`;
    },
    seen,
    received,
    sockets: sockets.clients,
    answer: ({ id, method }, socket) =>
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: method === "eth_subscribe" ? "0x1" : true })),
    refuseWith: undefined,
    emit: (event, subscription = "0x1") => {
      const params = { subscription, result: event };
      for (const socket of sockets.clients) {
        socket.send(JSON.stringify({ jsonrpc: "2.0", method: "eth_subscription", params }));
      }
    },
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) {
          socket.terminate();
        }
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
  http.on("upgrade", (request, socket, head) => {
    seen.push(request.headers);
    // A client may close during the reply.
    socket.on("error", () => undefined);
    if (server.refuseWith !== undefined) {
      socket.end(`HTTP/1.1 ${server.refuseWith} No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (open) => {
      open.on("message", (data: Buffer) => {
        const message = JSON.parse(data.toString()) as (typeof received)[number];
        received.push(message);
        server.answer(message, open);
      });
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return server;
}

/** This many turns of the event loop without a byte sent tell a stalled connection from a slow one. */
const idleTurns = 2_000;

/**
 * Resolves when a connection of this process stalls: everything is read, or reading has stopped. Each turn of the event
 * loop moves what can be moved.
 *
 * @returns bytes that the server could not send
 */
export async function unsentBytes(socket: Pick<WebSocket, "bufferedAmount"> | undefined): Promise<number> {
  let left = socket?.bufferedAmount ?? 0;
  for (let turns = 0; turns < idleTurns; turns += 1) {
    await new Promise(setImmediate);
    const before = left;
    left = socket?.bufferedAmount ?? 0;
    turns = left === before ? turns : 0;
  }
  return left;
}
