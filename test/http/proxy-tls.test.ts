import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect } from "chai";
import { WebSocketServer } from "ws";
import { useProxyServer } from "../support/http/proxy-server";

const certificate = join(__dirname, "../support/http/tls/node.test.crt.pem");
const key = "abcdefgh.0123456789abcdef0123456789abcdef";
const token = "00112233445566778899aabbccddeeff";
const hash = `0x${"ab".repeat(32)}`;

/** A platform and a node behind TLS, under a name that only the proxy can find. */
function useTlsServer(): { readonly host: string; readonly seen: readonly string[] } {
  const seen: string[] = [];
  const server = createServer(
    { cert: readFileSync(certificate), key: readFileSync(join(__dirname, "../support/http/tls/node.test.key.pem")) },
    async (request, response) => {
      seen.push(`${request.method} ${request.url}`);
      const call = JSON.parse((await text(request)) || "{}") as { readonly id?: number };
      const answer =
        request.method === "GET" ? { id: "RG-1", name: "Acme" } : { jsonrpc: "2.0", id: call.id, result: "tls/1" };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    },
  );
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket, { url }) => {
    seen.push(`WS ${url}`);
    socket.on("message", (data) => {
      const { id } = JSON.parse(String(data)) as { readonly id: number };
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: "0x1" }));
      const params = { subscription: "0x1", result: hash };
      socket.send(JSON.stringify({ jsonrpc: "2.0", method: "eth_subscription", params }));
    });
  });
  before((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  beforeEach(() => {
    seen.length = 0;
  });
  after((done) => {
    sockets.close();
    server.close(done);
    server.closeAllConnections();
  });
  return {
    get host() {
      return `node.test:${(server.address() as AddressInfo).port}`;
    },
    seen,
  };
}

describe("a process behind a proxy", () => {
  const proxy = useProxyServer();
  const server = useTlsServer();

  /** What it wrote; it ends by itself, so no tunnel that is kept holds it back. */
  async function run(environment: NodeJS.ProcessEnv): Promise<unknown> {
    const { host } = server;
    const endpoints = { https: `https://${host}/${token}`, wss: `wss://${host}/ws/${token}` };
    const args = [
      join(__dirname, "../support/http/proxied-process.ts"),
      `https://${host}/`,
      key,
      JSON.stringify(endpoints),
    ];
    const env = { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: certificate, ...environment };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--import", "tsx", ...args], { env });
    expect(stderr).to.equal("");
    return JSON.parse(stdout);
  }

  it("platform, node and WebSocket: reached by TLS through tunnels, which show the proxy only host and port", async () => {
    const credentials = "user:p%40ss-word";
    const answers = await run({
      https_proxy: `http://${credentials}@${proxy.address}`,
      HTTPS_PROXY: "http://127.0.0.1:1",
    });
    expect(answers).to.deep.equal({ name: "Acme", version: "tls/1", transaction: hash });
    expect(server.seen).to.deep.equal(["GET /v1/organization/", `POST /${token}`, `WS /ws/${token}`]);
    expect(proxy.seen.length).to.be.within(2, 3);
    const authorization = `Basic ${Buffer.from("user:p@ss-word").toString("base64")}`;
    for (const seen of proxy.seen) {
      expect(seen).to.deep.equal({ target: server.host, authorization });
    }
  });

  it("untrusted certificate behind the tunnel: rejected", async () => {
    const answers = await run({ HTTPS_PROXY: proxy.address, NODE_EXTRA_CA_CERTS: undefined });
    expect(answers)
      .to.have.property("failure")
      .that.matches(/its TLS certificate is not accepted/);
    expect(server.seen).to.deep.equal([]);
  });
});
