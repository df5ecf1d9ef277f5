import { request as requestOverHttp } from "node:http";
import { request as requestOverHttps } from "node:https";
import type { Socket } from "node:net";
import { buildConnector } from "undici";
import { decodedPart } from "../base/redact.js";
import { type HttpProxy, isSecure, proxyFor } from "./proxy.js";

/** A proxy refused a connection or was not reached: nothing of the request was sent. */
export class ProxyFailure extends Error {
  /** Host of the proxy and its environment variable, for messages. */
  readonly proxy: string;
  /** Its response to CONNECT; undefined if it was not reached or did not respond. */
  readonly status: number | undefined;

  constructor(
    { url, variable }: HttpProxy,
    reason: { readonly status?: number | undefined; readonly cause?: unknown },
  ) {
    super("The proxy did not connect.", { cause: reason.cause });
    this.proxy = `${url.host} (${variable})`;
    this.status = reason.status;
  }
}

/**
 * Connects to a host through the environment's proxy, if there is one, with TLS for `https:` and `wss:`.
 *
 * @param timeoutMs longest time to connect
 * @throws {ConfigError} as {@link proxyFor}
 */
export async function connectTo(url: URL, timeoutMs: number): Promise<Socket> {
  const proxy = proxyFor(url, process.env);
  const connect = proxy === undefined ? buildConnector({ timeout: timeoutMs }) : tunnelThrough(proxy, timeoutMs);
  const { host, hostname, port } = url;
  const target = {
    protocol: isSecure(url) ? "https:" : "http:",
    host,
    hostname: bare(hostname),
    port,
  };
  return new Promise((resolve, reject) =>
    connect(target, (error, socket) => (error === null ? resolve(socket) : reject(error))),
  );
}

/** Connects through a tunnel (CONNECT), so that the proxy sees only host and port. */
export function tunnelThrough(proxy: HttpProxy, timeoutMs: number): buildConnector.connector {
  const secure = buildConnector({ timeout: timeoutMs });
  return (options, done) => {
    const isHttps = options.protocol === "https:";
    openTunnel(proxy, `${options.hostname}:${options.port || (isHttps ? 443 : 80)}`, timeoutMs).then(
      (socket) => (isHttps ? secure({ ...options, httpSocket: socket }, done) : done(null, socket)),
      (failure: ProxyFailure) => done(failure, null),
    );
  };
}

/** @throws {ProxyFailure} */
function openTunnel(proxy: HttpProxy, target: string, timeoutMs: number): Promise<Socket> {
  const { protocol, hostname, port, username, password } = proxy.url;
  const credentials = Buffer.from(`${decodedPart(username)}:${decodedPart(password)}`, "utf8").toString("base64");
  return new Promise((resolve, reject) => {
    const connecting = (protocol === "https:" ? requestOverHttps : requestOverHttp)({
      host: bare(hostname),
      port,
      method: "CONNECT",
      path: target,
      headers: { host: target, ...(username === "" ? {} : { "proxy-authorization": `Basic ${credentials}` }) },
      agent: false,
    });
    const late = setTimeout(() => {
      const error = new Error("The proxy did not respond in time.");
      connecting.destroy(Object.assign(error, { code: "UND_ERR_CONNECT_TIMEOUT" }));
    }, timeoutMs);
    connecting.once("connect", ({ statusCode: status = 0 }, socket: Socket, head: Buffer) => {
      clearTimeout(late);
      if (status < 200 || status > 299) {
        socket.destroy();
        reject(new ProxyFailure(proxy, { status }));
        return;
      }
      socket.unshift(head);
      resolve(socket);
    });
    connecting.once("error", (cause) => {
      clearTimeout(late);
      reject(new ProxyFailure(proxy, { cause }));
    });
    connecting.end();
  });
}

/** A host without the brackets that URLs put around IPv6 addresses. */
function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
