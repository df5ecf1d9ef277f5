import { expect } from "chai";
import fc from "fast-check";
import { parseJson, writeJson } from "../../../provider/access/codec/json.js";
import { decodeResult } from "../../../provider/access/methods/method.js";
import { methodRow } from "../../../provider/access/methods/method-table.js";
import { beaconReads } from "../../../provider/access/rest/beacon-methods.js";
import { chainReads } from "../../../provider/access/rest/chain-reads.js";
import type { RestRead } from "../../../provider/access/rest/read.js";
import { type RpcResult, readBatch, readSingle } from "../../../provider/access/rpc/answer.js";
import { errorOfFailure } from "../../../provider/access/rpc/error.js";
import { failureOfRest, type HttpContext } from "../../../provider/access/rpc/failure.js";
import { isObject } from "../../../provider/base/is-object.js";
import { redactor } from "../../../provider/base/redact.js";
import { isProviderError } from "../../../provider/errors/errors.js";
import { errorSamples, restSamples, rpcSamples } from "../../support/access/answer-samples.js";
import { canary, deepCall, mutated } from "../../support/access/mutated-answers.js";
import { casesOf } from "../../support/extent";

const redact = redactor([canary]);

const http: fc.Arbitrary<HttpContext> = fc
  .tuple(
    fc.constantFrom(200, 200, 200, 200, 201, 204, 301, 400, 401, 403, 404, 413, 429, 499, 500, 502, 503, 504, 599, 0),
    fc.constantFrom(undefined, undefined, 0, 1e9),
  )
  .map(([status, retryAfterMs]) => ({ status, host: "127.0.0.1:1", retryAfterMs, redact }));

/** Reads a response: a value, or an error of the package without any part of the token. */
function read(how: () => unknown): void {
  try {
    how();
  } catch (error) {
    if (!isProviderError(error)) {
      throw error;
    }
    expectNoSecret(error);
  }
}

function expectNoSecret(error: Error): void {
  const open: unknown[] = [error.message, error.stack, error.cause, { ...error }];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string" && (next.includes(canary.slice(0, 12)) || next.includes(canary.slice(-12)))) {
      throw new Error(`The token is shown: ${next}`);
    }
    if (typeof next === "object" && next !== null) {
      for (const [name, value] of Object.entries(next)) {
        open.push(name, value);
      }
    }
  }
}

function decodedOf(method: string, params: readonly unknown[], result: RpcResult): unknown {
  const row = methodRow(method);
  if (row === undefined) {
    throw new Error(`${method} has no row`);
  }
  if (!result.ok) {
    throw errorOfFailure(method, result.failure, redact);
  }
  const schema = typeof row.result === "function" ? row.result(params) : row.result;
  return decodeResult(method, schema, result.value, redact);
}

const rows = Object.entries(rpcSamples).flatMap(([method, samples]) =>
  (samples as readonly (readonly [readonly unknown[], ...string[]])[]).map(([params, ...answers]) => ({
    method,
    params,
    texts: [
      ...answers.map((answer) => `{"jsonrpc":"2.0","id":1,"result":${answer}}`),
      ...errorSamples.map((error) => `{"result":null,"error":${error},"id":1}`),
    ],
  })),
);

const reads = { ...beaconReads, ...chainReads };

describe("responses of a node", () => {
  // Without this, most of the time would be spent on unused stack traces.
  const { stackTraceLimit } = Error;
  before(() => {
    Error.stackTraceLimit = 3;
  });
  after(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });

  it("documented: read", () => {
    for (const { method, params, texts } of rows) {
      for (const text of texts.slice(0, -errorSamples.length)) {
        const side = { status: 200, host: "127.0.0.1:1", retryAfterMs: undefined, redact };
        expect(() => decodedOf(method, params, readSingle(text, 1, side)), text).not.to.throw();
      }
    }
  });

  for (const { method, params, texts } of rows) {
    it(`any response to ${method} ${writeJson(params)}: value or error of the package`, () => {
      const property = fc.property(mutated(texts), http, (body, side) =>
        read(() => decodedOf(method, params, readSingle(body, 1, side))),
      );
      fc.assert(property, { numRuns: Math.ceil(casesOf(65_000, 5_000) / rows.length) });
    });
  }

  it("any response to a batch: value or error of the package per call", () => {
    const texts = rows.flatMap((row) => row.texts);
    const items = fc
      .array(mutated(texts), { maxLength: 3 })
      .map((list) => `[${list.join(",").replace(/"id":1/, '"id":"2"')}]`);
    const body = fc.oneof({ weight: 4, arbitrary: items }, { weight: 1, arbitrary: mutated(texts) });
    const property = fc.property(body, http, fc.nat(rows.length - 1), (text, side, index) => {
      const results = readBatch(text, [1, 2, 3], side);
      const each = "kind" in results ? [{ ok: false, failure: results } as const] : results;
      expect(each.length).to.equal("kind" in results ? 1 : 3);
      const { method = "", params = [] } = rows[index] ?? {};
      for (const result of each) {
        read(() => decodedOf(method, params, result));
      }
    });
    fc.assert(property, { numRuns: casesOf(15_000, 1_500) });
  });

  for (const [name, samples] of Object.entries(restSamples)) {
    it(`any REST response to ${name}: value or error of the package`, () => {
      const { result } = reads[name as keyof typeof reads] as RestRead<unknown, unknown>;
      const property = fc.property(mutated(samples), http, (body, side) =>
        read(() => {
          const value = parseJson(body);
          if (side.status < 200 || side.status > 299 || !isObject(value)) {
            throw errorOfFailure(name, failureOfRest(body, value, side), redact);
          }
          return decodeResult(name, result, value, redact);
        }),
      );
      fc.assert(property, { numRuns: casesOf(2_500, 250) });
    });
  }

  it("call tree of 20,000 levels, valid or malformed at its end: read or rejected", () => {
    const side = { status: 200, host: "127.0.0.1:1", retryAfterMs: undefined, redact };
    const params = [`0x${"ab".repeat(32)}`, { tracer: "callTracer" }];
    const text = `{"id":1,"result":${deepCall(20_000)}}`;
    read(() => decodedOf("debug_traceTransaction", params, readSingle(text, 1, side)));
    const broken = text.replace("[]", `[{"type":"${canary}"}]`);
    expect(() => decodedOf("debug_traceTransaction", params, readSingle(broken, 1, side)))
      .to.throw(/is missing/)
      .that.satisfies(isProviderError);
  });
});
