import { expect } from "chai";
import { systemClock } from "../../provider/base/clock.js";
import { TransportError } from "../../provider/errors/errors.js";
import { RateLimiter } from "../../provider/http/limiter.js";
import { type SendPolicy, send } from "../../provider/http/send.js";
import { FakeClock } from "../support/http/fake-clock";
import { inTurn, json, reset, useStubServer } from "../support/http/stub-server";

describe("send", () => {
  const server = useStubServer();
  let clock: FakeClock;
  let limiter: RateLimiter;
  beforeEach(() => {
    clock = new FakeClock();
    limiter = new RateLimiter(1_000, clock);
  });

  const call = (isRepeatable: boolean, policy: Partial<SendPolicy> = {}, signal?: AbortSignal) =>
    send(
      {
        method: isRepeatable ? "GET" : "POST",
        url: server.url,
        timeoutMs: 5_000,
        maxBodyBytes: 1_000,
        origin: server.url.origin,
        signal,
        ...(isRepeatable ? {} : { body: "{}" }),
      },
      { limiter, isRepeatable, clock, ...policy },
    );

  it("read fails: retried until it succeeds", async () => {
    server.answer = inTurn(json({}, 503), reset, json({}, 500), json({ ok: true }));
    expect(await call(true)).to.include({ status: 200, body: '{"ok":true}' });
    expect(server.seen).to.have.length(4);
  });

  it("read fails forever: the last response, after six attempts", async () => {
    server.answer = json({}, 503);
    expect(await call(true)).to.include({ status: 503 });
    expect(server.seen).to.have.length(6);
  });

  it("read without any response: throws the last failure", async () => {
    server.answer = reset;
    const error = await call(true).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(TransportError).and.to.include({ kind: "reset" });
    expect(server.seen).to.have.length(6);
  });

  it("5xx or a lost response to a write: sent once", async () => {
    server.answer = json({}, 502);
    expect(await call(false)).to.include({ status: 502 });
    server.answer = reset;
    expect(await call(false).catch((thrown: unknown) => thrown)).to.include({
      kind: "reset",
      mayHaveTakenEffect: true,
    });
    expect(server.seen.map(({ method }) => method)).to.deep.equal(["POST", "POST"]);
  });

  it("429 on a write: retried with its body, no sooner than the server requests", async () => {
    server.answer = inTurn(json({}, 429, { "retry-after": "7" }), json({}, 201));
    expect(await call(false)).to.include({ status: 201 });
    expect(server.seen.map(({ body }) => body)).to.deep.equal(["{}", "{}"]);
    expect(clock.elapsedMs).to.be.within(7_000, 7_500);
  });

  it("Retry-After as a date: obeyed", async () => {
    const date = new Date(clock.now() + 20_000).toUTCString();
    server.answer = inTurn(json({}, 429, { "retry-after": date }), json({}));
    await call(true);
    expect(clock.elapsedMs).to.be.within(20_000, 20_500);
  });

  it("Retry-After of hours: waits up to the limit", async () => {
    server.answer = inTurn(json({}, 429, { "retry-after": "7200" }), json({}));
    await call(true);
    expect(clock.elapsedMs).to.be.within(60_000, 60_500);
  });

  it("throttling, with or without Retry-After: pauses other calls", async () => {
    server.answer = inTurn(json({}, 429), json({}));
    const first = call(true);
    while (server.seen.length === 0) {
      await new Promise(setImmediate);
    }
    await first;
    expect(clock.elapsedMs).to.be.at.least(1_000);
    expect(limiter.pace).to.be.within(500, 650);
  });

  it("rate: restored only by successes", async () => {
    limiter.throttled(0);
    server.answer = json({}, 500);
    await call(false);
    expect(limiter.pace).to.equal(500);
    server.answer = json({}, 404);
    await call(false);
    expect(limiter.pace).to.equal(600);
  });

  it("every attempt: passes through the limiter", async () => {
    limiter = new RateLimiter(0.1, clock);
    server.answer = inTurn(json({}, 500), json({}, 500), json({}));
    await call(true);
    expect(clock.elapsedMs).to.equal(20_000);
  });

  it("response: tells the limiter that the request was counted", async () => {
    limiter = new RateLimiter(1, clock);
    server.answer = json({});
    await call(true);
    await call(true);
    expect(clock.elapsedMs).to.equal(1_000);
  });

  it("signal aborts between two attempts: its reason", async () => {
    const controller = new AbortController();
    const reason = new Error("stop");
    server.answer = json({}, 429, { "retry-after": "60" });
    const sleep = (ms: number, signal?: AbortSignal) => {
      setImmediate(() => controller.abort(reason));
      return systemClock.sleep(ms, signal);
    };
    const clock = { ...systemClock, sleep };
    const error = await call(true, { clock }, controller.signal).catch((thrown: unknown) => thrown);
    expect(error).to.equal(reason);
    expect(server.seen).to.have.length(1);
  });

  describe("with a guard", () => {
    it("each attempt: consulted after the limiter; after a wait, the request needs a new turn", async () => {
      const steps: string[] = [];
      const acquire = limiter.acquire.bind(limiter);
      limiter.acquire = (signal) => {
        steps.push("limiter");
        return acquire(signal);
      };
      const waits = [true, false, false];
      const guard = {
        ready: async () => {
          const hasWaited = waits.shift() === true;
          steps.push(hasWaited ? "waited" : "ready");
          return hasWaited;
        },
        isBlocked: () => false,
      };
      server.answer = inTurn(json({}, 429), json({}, 201));
      expect(await call(false, { guard })).to.include({ status: 201 });
      expect(steps).to.deep.equal(["limiter", "waited", "limiter", "ready", "limiter", "ready"]);
    });

    it("blocked at the first byte: nothing is sent, and the request is retried", async () => {
      server.answer = json({}, 201);
      const blocks = [true, true, false];
      const guard = { ready: async () => false, isBlocked: () => blocks.shift() === true };
      expect(await call(false, { guard })).to.include({ status: 201 });
      expect(blocks).to.deep.equal([]);
      expect(server.seen).to.have.length(1);
    });

    it("signal aborts during its wait: nothing is sent", async () => {
      const controller = new AbortController();
      const guard = {
        ready: async (signal?: AbortSignal) => {
          controller.abort(new Error("stop"));
          signal?.throwIfAborted();
          return false;
        },
        isBlocked: () => false,
      };
      expect(await call(false, { guard }, controller.signal).catch((thrown: Error) => thrown.message)).to.equal("stop");
      expect(server.seen).to.deep.equal([]);
    });
  });
});

describe("systemClock", () => {
  it("signal aborts a sleep: its reason", async () => {
    const reason = new Error("stop");
    const error = await systemClock.sleep(60_000, AbortSignal.abort(reason)).catch((thrown: unknown) => thrown);
    expect(error).to.equal(reason);
  });
});
