import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/** A real, local HTTP proxy: it opens tunnels to local ports, whatever the host name. */
export interface ProxyServer {
  /** `host:port`, as in an environment variable. */
  readonly address: string;
  /** Every CONNECT request so far: its target and credentials. */
  readonly seen: readonly { readonly target: string; readonly authorization: string | undefined }[];
  /** Handles CONNECT requests from now on. @default opens a tunnel */
  behavior: Behavior;
}

/** Handles one CONNECT request. */
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

/** Rejects with a status, in a verbose response. */
export function refuse(status: number): Behavior {
  return ({ headers }, socket) =>
    void socket.end(`HTTP/1.1 ${status} No\r\nx-seen: ${headers["proxy-authorization"]}\r\ncontent-length: 0\r\n\r\n`);
}

/** Starts one before the calling suite and closes it afterwards. Each test starts with an empty log. */
export function useProxyServer(): ProxyServer {
  const seen: { readonly target: string; readonly authorization: string | undefined }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on("connect", (request: IncomingMessage, socket: Socket) => {
    sockets.add(socket);
    // A client may close during the response.
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
