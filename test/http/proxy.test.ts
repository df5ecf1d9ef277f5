import { createServer } from "node:net";
import { inspect } from "node:util";
import { expect } from "chai";
import { ConfigError, TransportError } from "../../provider/errors/errors.js";
import { probeEndpoints } from "../../provider/health/probe.js";
import { exchange } from "../../provider/http/exchange.js";
import { RateLimiter } from "../../provider/http/limiter.js";
import { proxyFor } from "../../provider/http/proxy.js";
import { send } from "../../provider/http/send.js";
import { openSocket } from "../../provider/http/socket.js";
import { FakeClock } from "../support/http/fake-clock";
import { refuse, tunnel, useProxyServer } from "../support/http/proxy-server";
import { json, useStubServer } from "../support/http/stub-server";

const proxyHost = (url: string, environment: NodeJS.ProcessEnv) => proxyFor(new URL(url), environment)?.url.host;

describe("proxyFor", () => {
  for (const [url, environment, expected] of [
    ["https://a.example", { HTTPS_PROXY: "http://p:1" }, "p:1"],
    ["https://a.example", { https_proxy: "http://p:1", HTTPS_PROXY: "http://q:1" }, "p:1"],
    ["https://a.example", { https_proxy: " ", HTTPS_PROXY: "http://q:1" }, "q:1"],
    ["https://a.example", { HTTP_PROXY: "http://p:1" }, undefined],
    ["https://a.example", { ALL_PROXY: "http://p:1" }, "p:1"],
    ["https://a.example", { all_proxy: "http://p:1", HTTPS_PROXY: "http://q:1" }, "q:1"],
    ["wss://a.example", { HTTPS_PROXY: "p:1", HTTP_PROXY: "q:1" }, "p:1"],
    ["ws://a.example", { HTTPS_PROXY: "p:1", HTTP_PROXY: "q:1" }, "q:1"],
    ["http://a.example", { http_proxy: "https://p" }, "p"],
    ["https://a.example", {}, undefined],
    ["https://localhost", { ALL_PROXY: "p:1" }, undefined],
    ["https://127.9.8.7", { ALL_PROXY: "p:1" }, undefined],
    ["https://[::1]:8", { ALL_PROXY: "p:1" }, undefined],
    // A value that is wrong is no concern of a direct connection.
    ["http://127.0.0.1", { ALL_PROXY: "socks5://p:1" }, undefined],
  ] as const) {
    it(`${url} with ${JSON.stringify(environment)}: ${expected ?? "direct"}`, () => {
      expect(proxyHost(url, environment)).to.equal(expected);
    });
  }

  for (const [list, url, isDirect] of [
    ["*", "https://a.example", true],
    ["a.example", "https://a.example", true],
    ["A.Example", "https://a.example", true],
    ["a.example.", "https://a.example", true],
    ["a.example", "https://a.example.", true],
    ["a.example", "https://x.a.example", true],
    [".a.example", "https://x.a.example", true],
    ["*.a.example", "https://x.a.example", true],
    ["a.example", "https://xa.example", false],
    ["b.example, a.example", "https://a.example", true],
    ["b.example\ta.example", "wss://a.example", true],
    ["a.example:443", "https://a.example", true],
    ["a.example:443", "https://a.example:444", false],
    ["a.example:444", "wss://a.example:444", true],
    ["10.0.0.0/8", "https://10.1.2.3", true],
    ["10.0.0.0/8", "https://11.1.2.3", false],
    ["10.0.0.0/99", "https://10.1.2.3", false],
    ["10.1.2.3", "https://10.1.2.3:8443", true],
    ["10.1.2.3:443", "https://10.1.2.3:8443", false],
    ["2001:db8::1", "https://[2001:db8:0::1]", true],
    ["[2001:db8::1]:443", "https://[2001:db8::1]", true],
    ["2001:db8::/32", "https://[2001:db8:1::1]", true],
    ["", "https://a.example", false],
    [",,", "https://a.example", false],
  ] as const) {
    it(`NO_PROXY "${list}" and ${url}: ${isDirect ? "direct" : "through the proxy"}`, () => {
      for (const variable of ["NO_PROXY", "no_proxy"]) {
        expect(proxyHost(url, { HTTPS_PROXY: "p:1", [variable]: list })).to.equal(isDirect ? undefined : "p:1");
      }
    });
  }

  for (const value of ["socks5://user:password@p:1", "http://", "http://user:password@:1", "a b"]) {
    it(`${value}: a ConfigError that names the variable, but not the value`, () => {
      expect(() => proxyFor(new URL("https://a.example"), { ALL_PROXY: value }))
        .to.throw(ConfigError, /ALL_PROXY is not the URL of an HTTP proxy/)
        .with.property("message")
        .that.does.not.include("password");
    });
  }
});

describe("a request through a proxy", () => {
  const server = useStubServer();
  const proxy = useProxyServer();
  const kept = { ...process.env };
  /** The server under a name that the proxy alone knows: each test has one of its own, since connections are kept. */
  const named = (path = "/") => new URL(path, `http://node-${test}.test:${server.url.port}`);
  let test = 0;
  const call = (url = named()) => ({
    method: "POST" as const,
    url,
    origin: url.origin,
    headers: { authorization: "Bearer secret-key" },
    body: "{}",
    timeoutMs: 5_000,
    maxBodyBytes: 1_000,
  });
  const failing = async (url?: URL, more = {}) => {
    const error = await exchange({ ...call(url), ...more }).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(TransportError);
    expect(inspect(error, { depth: 9, showHidden: true })).not.to.match(/pass-word|dXNlc|secret-key/);
    return error as TransportError;
  };
  beforeEach(() => {
    test += 1;
    process.env.HTTP_PROXY = `http://user:pass-word@${proxy.address}`;
    server.answer = json({ ok: true });
  });
  afterEach(() => {
    for (const name of ["HTTP_PROXY", "NO_PROXY"]) {
      delete process.env[name];
      Object.assign(process.env, name in kept ? { [name]: kept[name] } : {});
    }
  });

  it("tunnel: kept for further requests; the credentials go only to the proxy", async () => {
    const paths = ["/a", "/b", "/c", "/d", "/e"];
    for (const path of paths) {
      expect((await exchange(call(named(path)))).body).to.equal('{"ok":true}');
    }
    const authorization = `Basic ${Buffer.from("user:pass-word").toString("base64")}`;
    expect(proxy.seen[0]).to.deep.equal({ target: named().host, authorization });
    // The one that follows at once may find the first connection busy.
    expect(proxy.seen.length).to.be.at.most(2);
    expect(server.seen.map(({ target }) => target)).to.deep.equal(paths);
    expect(server.seen[0]?.headers).to.include({ host: named().host, authorization: "Bearer secret-key" });
    expect(server.seen[0]?.headers).not.to.have.property("proxy-authorization");
  });

  it("host in NO_PROXY, or this machine: connected directly", async () => {
    process.env.NO_PROXY = ".test";
    expect(await failing()).to.include({ kind: "dns", mayHaveTakenEffect: false });
    process.env.NO_PROXY = "";
    expect((await exchange(call(server.url))).status).to.equal(200);
    expect(proxy.seen).to.deep.equal([]);
  });

  for (const status of [302, 403, 407, 502]) {
    it(`proxy responds with ${status}: not sent, and its response is not taken for the server's`, async () => {
      proxy.behavior = refuse(status);
      const error = await failing();
      expect(error).to.include({ kind: "refused", mayHaveTakenEffect: false });
      expect(error.message).to.equal(
        `POST to ${named().origin} failed: the proxy ${proxy.address} (HTTP_PROXY) refused to connect (${status}).`,
      );
      expect(server.seen).to.deep.equal([]);
    });
  }

  it("proxy not running: not sent", async () => {
    process.env.HTTP_PROXY = "http://user:pass-word@127.0.0.1:1";
    const error = await failing();
    expect(error).to.include({ kind: "refused", mayHaveTakenEffect: false });
    expect(error.message).to.match(
      /through the proxy 127\.0\.0\.1:1 \(HTTP_PROXY\) failed: the connection was refused\.$/,
    );
  });

  it("proxy's name does not resolve: not sent", async () => {
    process.env.HTTP_PROXY = "proxy.invalid:3128";
    expect(await failing()).to.include({ kind: "dns", mayHaveTakenEffect: false });
  });

  it("proxy does not respond: not sent", async () => {
    proxy.behavior = () => undefined;
    expect(await failing(named(), { timeoutMs: 100 })).to.include({ kind: "timeout", mayHaveTakenEffect: false });
  });

  for (const [what, behavior] of [
    ["closes the connection", (_: unknown, socket: { destroy(): void }) => socket.destroy()],
    ["speaks no HTTP", (_: unknown, socket: { end(text: string): void }) => socket.end("garbage\r\n\r\n")],
  ] as const) {
    it(`proxy ${what}: not sent`, async () => {
      proxy.behavior = behavior;
      expect(await failing()).to.include({ kind: "reset", mayHaveTakenEffect: false });
    });
  }

  it("tunnel breaks after the request was sent: it may have taken effect", async () => {
    server.answer = (_, response) => void response.socket?.resetAndDestroy();
    expect(await failing()).to.include({ kind: "reset", mayHaveTakenEffect: true });
  });

  it("write › proxy refuses twice: retried, and executed once", async () => {
    let refusals = 0;
    proxy.behavior = (request, socket) => {
      refusals += 1;
      (refusals <= 2 ? refuse(503) : tunnel)(request, socket);
    };
    const clock = new FakeClock(0);
    const policy = { limiter: new RateLimiter(1_000, clock), isRepeatable: false, clock };
    expect((await send(call(), policy)).status).to.equal(200);
    expect(server.seen).to.have.length(1);
  });

  it("WebSocket refused by the proxy: not sent", async () => {
    proxy.behavior = refuse(407);
    const url = new URL(named().href.replace("http:", "ws:"));
    const unheard = { onMessage: () => undefined, onClose: () => undefined };
    const opening = openSocket({ url, headers: {}, timeoutMs: 5_000, maxMessageBytes: 1_000, ...unheard });
    const error = await opening.catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(TransportError).and.to.include({ kind: "refused", mayHaveTakenEffect: false });
    expect((error as Error).message).to.include(`the proxy ${proxy.address} (HTTP_PROXY) refused to connect (407).`);
  });

  it("invalid variable: a ConfigError for a request and a WebSocket, an unknown verdict for a probe", async () => {
    process.env.HTTP_PROXY = "socks5://user:pass-word@p:1";
    process.env.HTTPS_PROXY = process.env.HTTP_PROXY;
    try {
      const unheard = { onMessage: () => undefined, onClose: () => undefined };
      const socket = { headers: {}, timeoutMs: 5_000, maxMessageBytes: 1_000, ...unheard };
      for (const attempt of [() => exchange(call()), () => openSocket({ ...socket, url: new URL("ws://node.test") })]) {
        const error = await attempt().catch((thrown: unknown) => thrown);
        expect(error).to.be.instanceOf(ConfigError).with.property("message").that.includes("HTTP_PROXY");
      }
      const endpoints = { https: "https://node.test/" };
      const report = await probeEndpoints({ endpoints, chain: "ethereum-mainnet" });
      expect(report).to.deep.include({ verdict: "unknown" });
      expect(report.checks[0]).to.include({ cause: "config" });
    } finally {
      delete process.env.HTTPS_PROXY;
    }
  });
});

describe("exchange", () => {
  it("connection breaks before the request is sent: it had no effect", async () => {
    // Accepts, and hangs up in the middle of the TLS handshake.
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => socket.resetAndDestroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { readonly port: number };
    const url = new URL(`https://127.0.0.1:${port}/`);
    const attempt = exchange({ method: "POST", url, origin: url.origin, timeoutMs: 5_000, maxBodyBytes: 10 });
    const error = await attempt.catch((thrown: unknown) => thrown);
    server.close();
    expect(error).to.be.instanceOf(TransportError).and.to.include({ kind: "reset", mayHaveTakenEffect: false });
  });
});
