import { expect } from "chai";
import { ConfigError, TransportError } from "../../provider/errors/errors.js";
import { type ExchangeRequest, exchange } from "../../provider/http/exchange.js";
import { json, reset, useStubServer } from "../support/http/stub-server";

describe("exchange", () => {
  const server = useStubServer();
  const other = useStubServer();

  const send = ({ url = server.url, ...changes }: Partial<ExchangeRequest> = {}) =>
    exchange({ method: "GET", url, origin: url.origin, timeoutMs: 5_000, maxBodyBytes: 1_000, ...changes });

  async function failure(changes: Partial<ExchangeRequest> = {}): Promise<TransportError> {
    const error = await send(changes).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(TransportError);
    const { message } = error as TransportError;
    expect(message).not.to.match(/\n/);
    return error as TransportError;
  }

  it("request: sent with method, path, headers and body; returns status, headers and the whole body", async () => {
    server.answer = json({ ok: true }, 201, { "X-Test": "a", "set-cookie": "b" });
    const url = new URL("/v2/nodes/?page=2", server.url);
    const answer = await send({ method: "POST", url, headers: { "content-type": "text/plain" }, body: "grün" });
    expect(answer).to.deep.include({ status: 201, body: '{"ok":true}' });
    expect(answer.headers).to.include({ "x-test": "a", "content-type": "application/json" });
    expect(server.seen).to.have.length(1);
    expect(server.seen[0]).to.deep.include({ method: "POST", target: "/v2/nodes/?page=2", body: "grün" });
    expect(server.seen[0]?.headers).to.include({ "content-type": "text/plain" });
  });

  for (const status of [400, 404, 429, 500]) {
    it(`${status}: returned like any other status`, async () => {
      server.answer = json({}, status);
      expect(await send()).to.include({ status, body: "{}" });
    });
  }

  it("URL with another origin: nothing is sent", async () => {
    const url = new URL("/path", other.url);
    const error = await send({ url, origin: server.url.origin }).catch((thrown: unknown) => thrown);
    expect(error)
      .to.be.instanceOf(ConfigError)
      .with.property(
        "message",
        `A request for ${server.url.origin} was not sent: its URL has the origin ${other.url.origin}.`,
      );
    expect([...server.seen, ...other.seen]).to.deep.equal([]);
  });

  it("server never responds: ends at the deadline", async () => {
    server.answer = () => undefined;
    expect(await failure({ timeoutMs: 600 })).to.include({ kind: "timeout", mayHaveTakenEffect: true });
  });

  it("trickling body: ends at the deadline", async () => {
    server.answer = (_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("."), 10);
      response.on("close", () => clearInterval(timer));
    };
    // This body never ends, and neither would a deadline that each chunk extends.
    expect(await failure({ timeoutMs: 600, maxBodyBytes: 1_000_000 })).to.include({
      kind: "timeout",
      mayHaveTakenEffect: true,
    });
  });

  it("body of the maximum size: accepted; one byte more: rejected", async () => {
    server.answer = (_, response) => void response.end("x".repeat(1_000));
    expect((await send()).body).to.have.length(1_000);
    server.answer = (_, response) => void response.end("x".repeat(1_001));
    expect(await failure()).to.include({ kind: "too-large", mayHaveTakenEffect: true });
  });

  it("endless body: rejected as soon as it is too large", async () => {
    const closed = new Promise<void>((resolve) => {
      server.answer = (_, response) => {
        const timer = setInterval(() => response.write("x".repeat(500)), 5);
        response.on("close", () => {
          clearInterval(timer);
          resolve();
        });
      };
    });
    expect(await failure()).to.include({ kind: "too-large" });
    await closed;
  });

  for (const status of [301, 302, 303, 307, 308]) {
    it(`redirect (${status}): rejected, and the other host receives nothing`, async () => {
      server.answer = json({}, status, { location: other.url.href });
      other.answer = json({ stolen: true });
      const error = await failure({ method: "POST", body: "{}", headers: { authorization: "Bearer secret-key" } });
      expect(error).to.include({ kind: "redirect", mayHaveTakenEffect: false });
      expect(error.message).to.include(server.url.origin);
      expect(server.seen).to.have.length(1);
      expect(other.seen).to.deep.equal([]);
    });
  }

  it("connection refused: the request was not sent", async () => {
    // Port 1 of the loopback interface: nothing listens there.
    expect(await failure({ url: new URL("http://127.0.0.1:1/") })).to.include({
      kind: "refused",
      mayHaveTakenEffect: false,
    });
  });

  it("name does not resolve: the request was not sent", async () => {
    const error = await failure({ url: new URL("http://platform.invalid/secret/path") });
    expect(error).to.include({ kind: "dns", mayHaveTakenEffect: false });
    expect(error.message).to.include("http://platform.invalid").and.not.to.include("secret");
  });

  it("connection reset: the request may have arrived", async () => {
    server.answer = reset;
    expect(await failure()).to.include({ kind: "reset", mayHaveTakenEffect: true });
    expect(server.seen).to.have.length(1);
  });

  it("connection lost within the body: the request may have arrived", async () => {
    server.answer = (_, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half", () => response.socket?.destroy());
    };
    expect(await failure()).to.include({ kind: "reset", mayHaveTakenEffect: true });
  });

  it("server without TLS: a TLS failure", async () => {
    const url = new URL(server.url.href.replace("http:", "https:"));
    expect(await failure({ url })).to.include({ kind: "tls", mayHaveTakenEffect: false });
    expect(server.seen).to.deep.equal([]);
  });

  it("signal aborts: ends; already aborted: nothing is sent", async () => {
    const controller = new AbortController();
    server.answer = () => controller.abort();
    expect(await failure({ signal: controller.signal })).to.include({ kind: "aborted" });
    expect(server.seen).to.have.length(1);
    expect(await failure({ signal: controller.signal })).to.include({ kind: "aborted" });
    expect(server.seen).to.have.length(1);
  });

  it("message: names the origin, never path, query or headers", async () => {
    server.answer = reset;
    const url = new URL("/0123456789abcdef0123456789abcdef?token=abc", server.url);
    const { message } = await failure({ url, headers: { authorization: "Bearer secret-key" } });
    expect(message).to.include(server.url.origin);
    expect(message).not.to.match(/0123456789abcdef|token|secret-key/);
  });
});
