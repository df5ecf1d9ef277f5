import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/** A real HTTP proxy of this machine: it opens tunnels, to ports of this machine whatever the host is called. */
export interface ProxyServer {
  /** `host:port`, as a variable may hold it. */
  readonly address: string;
  /** Every request to connect so far: where to, and with which credentials. */
  readonly seen: readonly { readonly target: string; readonly authorization: string | undefined }[];
  /** What it does with a request to connect from now on. @default opens a tunnel */
  behavior: Behavior;
}

/** Answers one request to connect. */
type Behavior = (request: IncomingMessage, socket: Socket) => void;

/** Opens the tunnel. */
export const tunnel: Behavior = ({ url = "" }, socket) => {
  const there = connect(Number(url.split(":").at(-1)), "127.0.0.1", () => {
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    there.pipe(socket).pipe(there);
  });
  there.on("error", () => socket.destroy());
  socket.on("error", () => there.destroy());
};

/** Refuses with a status, and says more than it should. */
export function refuse(status: number): Behavior {
  return ({ headers }, socket) =>
    void socket.end(`HTTP/1.1 ${status} No\r\nx-seen: ${headers["proxy-authorization"]}\r\ncontent-length: 0\r\n\r\n`);
}

/** Starts one for the suite that calls this and closes it after the suite; each test begins with an empty log. */
export function useProxyServer(): ProxyServer {
  const seen: { readonly target: string; readonly authorization: string | undefined }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on("connect", (request: IncomingMessage, socket: Socket) => {
    sockets.add(socket);
    // A client may hang up while it is answered.
    socket.on("error", () => undefined);
    seen.push({ target: request.url ?? "", authorization: request.headers["proxy-authorization"] });
    proxy.behavior(request, socket);
  });
  const proxy: ProxyServer = {
    get address() {
      return `127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    seen,
    behavior: tunnel,
  };
  before((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  beforeEach(() => {
    seen.length = 0;
    proxy.behavior = tunnel;
  });
  after((done) => {
    for (const socket of sockets) {
      socket.destroy();
    }
    server.close(done);
  });
  return proxy;
}
