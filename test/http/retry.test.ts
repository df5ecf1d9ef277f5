import { expect } from "chai";
import fc from "fast-check";
import { TransportError, type TransportFailure } from "../../provider/errors/errors.js";
import { type AttemptOutcome, decideRetry, defaultRetryLimits, parseRetryAfter } from "../../provider/http/retry.js";

const answered = (status: number, retryAfterMs?: number): AttemptOutcome => ({ status, retryAfterMs });
const failed = (kind: TransportFailure, mayHaveTakenEffect: boolean): AttemptOutcome => ({
  error: new TransportError("failed", kind, mayHaveTakenEffect),
});

/** Outcome, and whether a read and a write are repeated after it. */
const table: readonly (readonly [string, AttemptOutcome, boolean, boolean])[] = [
  ["200", answered(200), false, false],
  ["201", answered(201), false, false],
  ["204", answered(204), false, false],
  ["400", answered(400), false, false],
  ["401", answered(401), false, false],
  ["403", answered(403), false, false],
  ["404", answered(404), false, false],
  ["409", answered(409), false, false],
  ["429", answered(429), true, true],
  ["500", answered(500), true, false],
  ["502", answered(502), true, false],
  ["503", answered(503), true, false],
  ["504", answered(504), true, false],
  ["unresolved name", failed("dns", false), true, true],
  ["refused connection", failed("refused", false), true, true],
  ["timeout of the connection", failed("timeout", false), true, true],
  ["timeout of the answer", failed("timeout", true), true, false],
  ["reset", failed("reset", true), true, false],
  ["refused certificate", failed("tls", false), false, false],
  ["redirect", failed("redirect", false), false, false],
  ["answer that is too large", failed("too-large", true), false, false],
  ["interruption", failed("aborted", true), false, false],
];

describe("decideRetry", () => {
  for (const [name, outcome, read, write] of table) {
    it(`${name}: a read is ${read ? "retried" : "not retried"}, a write ${write ? "retried" : "not retried"}`, () => {
      expect(decideRetry(true, 1, outcome).retry).to.equal(read);
      expect(decideRetry(false, 1, outcome).retry).to.equal(write);
    });
  }

  it("every decision: has a reason", () => {
    for (const [, outcome] of table) {
      for (const isRepeatable of [true, false]) {
        expect(decideRetry(isRepeatable, 1, outcome).reason).to.match(/^[\w-]+: \S/);
      }
    }
  });

  it("last attempt: no retry", () => {
    const { attempts } = defaultRetryLimits;
    expect(decideRetry(true, attempts - 1, answered(503)).retry).to.equal(true);
    const last = decideRetry(true, attempts, answered(503));
    expect(last.retry).to.equal(false);
    expect(last.reason).to.match(/^gave up after 6 attempts: 503/);
  });

  it("delay: from zero to a bound that doubles with each attempt", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
        const decision = decideRetry(true, attempt, answered(503), defaultRetryLimits, () => random);
        expect(decision).to.have.property("retry", true);
        expect("delayMs" in decision && decision.delayMs).to.be.closeTo(250 * 2 ** (attempt - 1) * random, 1e-6);
      }),
    );
  });

  it("jitter: uses its whole range", () => {
    const delay = (random: number) => {
      const decision = decideRetry(true, 3, answered(503), defaultRetryLimits, () => random);
      return decision.retry ? decision.delayMs : undefined;
    };
    expect([delay(0), delay(0.5), delay(1)]).to.deep.equal([0, 500, 1000]);
  });

  it("Retry-After: the minimum delay, up to the limit", () => {
    const waits = (retryAfterMs: number) => {
      const decision = decideRetry(false, 1, answered(429, retryAfterMs), defaultRetryLimits, () => 1);
      return decision.retry ? decision.delayMs : undefined;
    };
    expect(waits(0)).to.equal(250);
    expect(waits(3_000)).to.equal(3_000);
    expect(waits(3_600_000)).to.equal(60_000);
  });

  it("back-off: capped", () => {
    const limits = { attempts: 50, baseDelayMs: 250, maxDelayMs: 2_000 };
    expect(decideRetry(true, 40, answered(500), limits, () => 1)).to.include({ retry: true, delayMs: 2_000 });
  });
});

describe("parseRetryAfter", () => {
  const now = Date.parse("2026-03-04T12:00:00Z");
  for (const [value, ms] of [
    ["0", 0],
    ["7", 7_000],
    [" 7 ", 7_000],
    ["0.5", 500],
    ["-3", 0],
    ["Wed, 04 Mar 2026 12:00:30 GMT", 30_000],
    ["Wed, 04 Mar 2026 11:59:00 GMT", 0],
    ["", undefined],
    ["  ", undefined],
    ["soon", undefined],
    ["Infinity", undefined],
    [undefined, undefined],
  ] as const) {
    it(`${value === undefined ? "no header" : `"${value}"`}: ${ms}`, () => {
      expect(parseRetryAfter(value, now)).to.equal(ms);
    });
  }
});
