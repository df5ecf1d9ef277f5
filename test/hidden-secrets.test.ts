import { createServer } from "node:net";
import { inspect } from "node:util";
import { expect } from "chai";
import { connectNode } from "../provider/access/connect-node.js";
import type { NodeEndpoints } from "../provider/access/endpoints.js";
import { Account } from "../provider/account/account.js";
import { readSettings, requireSettings } from "../provider/account/settings.js";
import { AuthError, ConflictError, NotReadyError, ProviderError } from "../provider/errors/errors.js";
import { RateLimiter } from "../provider/http/limiter.js";
import { PartialFailure } from "../provider/lifecycle/engine/partial-failure.js";
import { PlatformClient } from "../provider/platform/client.js";
import { failureOf } from "./support/platform/client-on-sandbox";

const key = "abcdefgh.0123456789abcdef0123456789abcdef";
const token = "00112233445566778899aabbccddeeff";

/** Every form in which a program, a logger or a debugger may print a value. */
function printed(value: unknown): string {
  const json = JSON.stringify(value, (_, member: unknown) => (typeof member === "bigint" ? `${member}` : member));
  return [
    inspect(value),
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
    json,
    String(value),
    JSON.stringify(Object.getOwnPropertyDescriptors(value)),
  ].join("\n");
}

const secrets = [key, token, "grpc-token-of-the-node", "password-of-the-node", "0123456789abcdef"];

function expectNoSecret(value: unknown): void {
  const text = printed(value);
  for (const secret of secrets) {
    expect(text).not.to.include(secret);
  }
}

describe("printed object", () => {
  const endpoints: NodeEndpoints = {
    https: `https://node.example/${token}`,
    wss: `wss://node.example/ws/${token}`,
    beacon: `https://node.example/beacon/${token}`,
    grpc: "node.example:443",
    grpcToken: "grpc-token-of-the-node",
    username: "user-of-the-node",
    password: "password-of-the-node",
    key: token,
  };
  const environment = { BLOCKCHAIN_NODES_BASE_URL: "https://api.example.com", BLOCKCHAIN_NODES_API_KEY: key };

  it("connectNode: shows neither token nor password, but returns the gRPC metadata", () => {
    const client = connectNode(endpoints);
    expectNoSecret(client);
    expectNoSecret(client.grpc);
    expect(JSON.parse(JSON.stringify(client.grpc))).to.deep.equal({ address: "node.example:443" });
    expect(client.grpc?.metadata).to.deep.equal({ "x-token": "grpc-token-of-the-node" });
  });

  it("settings, account and platform client: show no key", () => {
    const reading = readSettings(undefined, environment);
    const settings = requireSettings(reading);
    const account = new Account(settings, new AbortController().signal);
    const limiter = new RateLimiter(1);
    const client = new PlatformClient({ baseUrl: new URL(settings.baseUrl), apiKey: key, limiter });
    for (const value of [reading, settings, account, client]) {
      expectNoSecret(value);
    }
    expect(settings.apiKey.reveal()).to.equal(key);
  });

  it("partial failure: shows no endpoint, but returns the outputs", () => {
    const failure = new PartialFailure("ND-1", { endpoints }, "not ready", { cause: new NotReadyError("x", false) });
    expectNoSecret(failure);
    expect(failure.outs).to.deep.equal({ endpoints });
  });
});

describe("error cause", () => {
  it("malformed response that repeats the request: name and message of the cause, and no key", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", (head) => socket.end(`HTTP/1.1 200 OK\r\nbad header\r\n\r\n${head}`));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as { readonly port: number };
      const baseUrl = new URL(`http://127.0.0.1:${port}/`);
      const client = new PlatformClient({ baseUrl, apiKey: key, limiter: new RateLimiter(1_000) });
      const error = await failureOf(client.call("createProject", { body: { name: "a" } }));
      expect(error).to.include({ code: "transport", mayHaveTakenEffect: true });
      const cause = error?.cause as Error;
      expect(cause.name).to.equal("HTTPParserError");
      expect(cause.message).to.match(/^Response does not match the HTTP\/1\.1 protocol/);
      expectNoSecret(error);
    } finally {
      server.close();
    }
  });

  const foreign = (more: object, message = `request with ${key}\nfailed`) => Object.assign(new Error(message), more);
  for (const [what, cause] of [
    ["an error with its request", foreign({ request: { headers: { authorization: `Bearer ${key}` } } })],
    ["a chain of errors", foreign({ cause: foreign({ cause: foreign({ data: key }) }) })],
    ["several errors", new AggregateError([foreign({ data: key }), foreign({ data: token })], "")],
    ["an error whose stack repeats its message", foreign({ code: "ECONNRESET" })],
    ["an error whose code is no code", foreign({ code: `E ${key}` })],
    ["an error with a forged name", foreign({ name: `${key}\u001b[2J` })],
    ["a text", `request with ${key}`],
    ["an object", { headers: { authorization: `Bearer ${key}` } }],
    ["a value without members", 7],
  ] as const) {
    it(`${what}: name, code and message without secrets, and nothing else`, () => {
      const error = new AuthError("refused", { cause });
      expect(error.cause).to.be.instanceOf(Error);
      expectNoSecret(error);
      expectNoSecret(new PartialFailure("ND-1", {}, "x", { cause }));
      for (let inner: unknown = error.cause; inner instanceof Error; inner = inner.cause) {
        expect(Object.keys(inner).filter((name) => name !== "code")).to.deep.equal([]);
        expect(`${inner.name}${inner.message}${inner.stack}`).to.match(/^[^\p{C}]*$/u);
      }
    });
  }

  it("several attempts: the code and the first message", () => {
    const attempts = new AggregateError([foreign({ code: "ECONNREFUSED" }, "connect ::1")], "");
    const { cause } = new ConflictError("x", { cause: attempts });
    expect(cause).to.have.property("name", "AggregateError");
    expect((cause as Error).cause).to.include({ message: "connect ::1", code: "ECONNREFUSED" });
  });

  it("cyclic causes: the chain ends", () => {
    const first = foreign({});
    Object.assign(first, { cause: foreign({ cause: first }) });
    expectNoSecret(new AuthError("x", { cause: first }));
  });

  it("error of this package: unchanged", () => {
    const cause = new AuthError("refused", { requestId: "req-1" });
    const error = new ConflictError("x", { cause });
    expect(error.cause).to.equal(cause);
    expect(error.requestId).to.equal("req-1");
    expect(new ConflictError("x")).not.to.have.property("cause");
  });
});

describe("ProviderError", () => {
  it("message with line breaks and control characters: one clean line, in its stack too", () => {
    const error = new ProviderError("shape", "a\n    at forged (x.js:1:1)\u001b[2J\u202e");
    expect(error.message).to.equal("a at forged (x.js:1:1) [2J");
    expect(error.stack).to.match(/^\w*Error: a at forged \(x\.js:1:1\) \[2J\n {4}at (?:\n|\P{C})*$/u);
  });
});
