import { expect } from "chai";
import fc from "fast-check";
import { failureOfError, failureOfStatus, failureOfTransport } from "../../../provider/access/rpc/failure.js";
import { redactor } from "../../../provider/base/redact.js";
import { TransportError } from "../../../provider/errors/errors.js";

const http = (status: number, retryAfterMs?: number) => ({
  status,
  host: "node.example",
  retryAfterMs,
  redact: (text: string) => text,
});

describe("failureOfError", () => {
  for (const [kind, error, status] of [
    ["plan", { code: -32612, message: "method unavailable" }, 200],
    ["plan", { code: -32602, message: "trace_block is not included in your current plan" }, 200],
    ["plan", { code: -32002, message: "Method is not available on your current plan" }, 200],
    ["plan", { code: -32000, message: "plan upgrade required" }, 403],
    ["starting", { code: -28, message: "Verifying blocks..." }, 500],
    ["starting", { code: -32005, message: "Node is behind", data: { numSlotsBehind: 42 } }, 200],
    ["method", { code: -32005, message: "Batched requests are not supported by this server" }, 200],
    ["throttled", { code: -32005, message: "limit" }, 200],
    ["throttled", { code: -32011, message: "no" }, 200],
    ["throttled", { code: -32000, message: "Rate limit exceeded" }, 200],
    ["throttled", { code: -32000, message: "denied" }, 429],
    ["auth", { code: -32000, message: "denied" }, 403],
    ["no-state", { code: -32000, message: "missing trie node 12ab" }, 200],
    ["no-state", { code: -32602, message: "BlockOutOfRangeError: block height is 31 but requested was 1" }, 200],
    ["no-state", { code: -32001, message: "Resource not found" }, 200],
    ["method", { code: -32601, message: "Method not found" }, 404],
    ["method", { code: -32700, message: "The method eth_nope does not exist/is not available" }, 200],
    ["method", { code: -32004, message: "Method eth_nope is not supported" }, 200],
    ["params", { code: -32602, message: "invalid" }, 200],
    ["rpc", { code: -5, message: "Transaction not in mempool" }, 500],
    ["rpc", { code: -32603, message: "boom" }, 200],
    ["server", { code: -32603, message: "upstream" }, 503],
  ] as const) {
    it(`${error.code} "${error.message}" with status ${status}: ${kind}`, () => {
      expect(failureOfError(error, http(status))).to.include({ kind, status, rpcCode: error.code });
    });
  }

  for (const [words, waitMs] of [
    ["try again in 123.4ms", 123.4],
    ["try again in 1m2.5s", 62_500],
    ["please retry", undefined],
  ] as const) {
    it(`"${words}": retry after ${waitMs ?? "unspecified"} ms`, () => {
      expect(failureOfError({ code: -32005, message: words }, http(200)).retryAfterMs).to.equal(waitMs);
    });
  }

  it("retry delay: header first, then data", () => {
    const error = { code: -32005, message: "limit", data: { try_again_in: "250µs" } };
    expect(failureOfError(error, http(200)).retryAfterMs).to.equal(0.25);
    expect(failureOfError(error, http(429, 3000)).retryAfterMs).to.equal(3000);
  });

  it("monthly quota: marked, since waiting does not help", () => {
    expect(failureOfError({ code: -32005, message: "monthly quota exceeded" }, http(429)).isQuota).to.equal(true);
    expect(failureOfError({ code: -32005, message: "limit" }, http(429)).isQuota).to.equal(undefined);
  });
});

describe("failureOfStatus", () => {
  for (const [kind, status, body] of [
    ["auth", 401, ""],
    ["auth", 403, "<html>forbidden</html>"],
    ["plan", 403, "this method needs a plan upgrade"],
    ["path", 404, ""],
    ["request-too-large", 413, ""],
    ["throttled", 429, "slow down"],
    ["server", 499, ""],
    ["server", 500, "Work queue depth exceeded"],
    ["server", 504, "<html>"],
    ["proxy", 200, "<html>plan upgrade</html>"],
    ["proxy", 204, ""],
    ["proxy", 400, "Connection header did not include 'upgrade'"],
  ] as const) {
    it(`status ${status} with "${body}": ${kind}`, () => {
      expect(failureOfStatus(body, http(status))).to.include({ kind, status });
    });
  }
});

describe("failureOfTransport", () => {
  for (const [kind, transport] of [
    ["unreachable", "dns"],
    ["unreachable", "refused"],
    ["unreachable", "reset"],
    ["unreachable", "timeout"],
    ["unreachable", "tls"],
    ["redirect", "redirect"],
    ["answer-too-large", "too-large"],
  ] as const) {
    it(`${transport}: ${kind}`, () => {
      const error = new TransportError("no", transport, false);
      expect(failureOfTransport(error, (text) => text)).to.include({ kind, transport, message: "no" });
    });
  }
});

describe("message of a failure", () => {
  const shown = (raw: string, redact: (text: string) => string) =>
    failureOfTransport(new TransportError(raw, "reset", false), redact).message;

  it("long text: cut to 160 characters with an ellipsis", () => {
    expect(shown("a".repeat(161), (text) => text)).to.equal(`${"a".repeat(159)}…`);
    expect(shown("a".repeat(160), (text) => text)).to.equal("a".repeat(160));
  });

  it("secret across the cut or a line break: redacted", () => {
    const secret = "0f1e2d3c4b5a69788796\na5b4c3d2e1f0";
    expect(shown(`${"a".repeat(140)}${secret}`, redactor([secret]))).to.not.include("0f1e2d");
  });

  it("any text: one short printable line without the secret", () => {
    const secret = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ maxLength: 200 }), (before, after) => {
        const line = shown(`${before}${secret}${after}`, redactor([secret]));
        expect(line)
          .to.match(/^[^\p{C}]{0,160}$/u)
          .and.not.include(secret.slice(0, 8));
      }),
    );
  });
});
