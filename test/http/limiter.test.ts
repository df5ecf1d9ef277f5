import { expect } from "chai";
import fc from "fast-check";
import { RateLimiter } from "../../provider/http/limiter.js";
import { FakeClock } from "../support/http/fake-clock";

/** Lets `count` callers ask at once and notes when each one may send, in milliseconds since the start. */
async function turns(limiter: RateLimiter, clock: FakeClock, count: number, onTurn?: (turn: number) => void) {
  const starts: (readonly [caller: number, atMs: number])[] = [];
  await Promise.all(
    Array.from({ length: count }, async (_, caller) => {
      await limiter.acquire();
      starts.push([caller, clock.elapsedMs]);
      onTurn?.(caller);
    }),
  );
  return starts;
}

describe("RateLimiter", () => {
  it("first caller: no wait; others: evenly spaced, in order", async () => {
    const clock = new FakeClock();
    expect(await turns(new RateLimiter(5, clock), clock, 4)).to.deep.equal([
      [0, 0],
      [1, 202],
      [2, 404],
      [3, 606],
    ]);
  });

  it("idle time: no credit", async () => {
    const clock = new FakeClock();
    const limiter = new RateLimiter(10, clock);
    await limiter.acquire();
    await clock.sleep(60_000);
    expect(await turns(limiter, clock, 3)).to.deep.equal([
      [0, 60_000],
      [1, 60_101],
      [2, 60_202],
    ]);
  });

  it("sent some time after its turn: the next one keeps its distance from that", async () => {
    const clock = new FakeClock();
    const limiter = new RateLimiter(10, clock);
    await limiter.acquire();
    const next = limiter.acquire().then(() => clock.elapsedMs);
    await clock.sleep(30);
    limiter.started();
    expect(await next).to.equal(131);
  });

  it("any number of callers and any rate: never closer than the rate allows", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 12 }), fc.integer({ min: 1, max: 50 }), async (count, pace) => {
        const clock = new FakeClock(0);
        const starts = await turns(new RateLimiter(pace, clock), clock, count);
        expect(starts.map(([caller]) => caller)).to.deep.equal(starts.map((_, index) => index));
        starts.slice(1).forEach(([, atMs], index) => {
          expect(atMs - (starts[index]?.[1] ?? 0)).to.be.at.least(1010 / pace - 0.001);
        });
      }),
      { numRuns: 30 },
    );
  });

  it("server throttles: half the rate, all callers paused, same order", async () => {
    const clock = new FakeClock();
    const limiter = new RateLimiter(5, clock);
    const starts = await turns(limiter, clock, 5, (caller) => {
      if (caller === 1) {
        limiter.throttled(1_000);
      }
    });
    expect(limiter.pace).to.equal(2.5);
    expect(starts).to.deep.equal([
      [0, 0],
      [1, 202],
      [2, 1_202],
      [3, 1_606],
      [4, 2_010],
    ]);
  });

  it("pause ends between the turns of waiting callers: same order", async () => {
    const clock = new FakeClock();
    const limiter = new RateLimiter(5, clock);
    const starts = await turns(limiter, clock, 6, (caller) => {
      if (caller === 0) {
        limiter.throttled(500);
      }
    });
    expect(starts.map(([caller]) => caller)).to.deep.equal([0, 1, 2, 3, 4, 5]);
    expect(starts[1]?.[1]).to.equal(500);
  });

  it("rate rises while callers wait: same order", async () => {
    const clock = new FakeClock();
    const limiter = new RateLimiter(10, clock);
    limiter.throttled(0);
    limiter.throttled(0);
    await limiter.acquire();
    const served: string[] = [];
    const early = limiter.acquire().then(() => served.push(`early at ${clock.elapsedMs}`));
    await clock.sleep(10);
    limiter.succeeded();
    limiter.succeeded();
    const late = limiter.acquire().then(() => served.push(`late at ${clock.elapsedMs}`));
    await Promise.all([early, late]);
    expect(served[0]).to.equal("early at 404");
    expect(served[1]).to.match(/^late at 6/);
  });

  it("longer pause during another one: obeyed", async () => {
    const clock = new FakeClock();
    const limiter = new RateLimiter(5, clock);
    limiter.throttled(1_000);
    const turn = limiter.acquire().then(() => clock.elapsedMs);
    await clock.sleep(400);
    limiter.throttled(5_000);
    expect(await turn).to.equal(5_400);
  });

  it("repeated throttling: no slower than one request in five seconds", () => {
    const limiter = new RateLimiter(5, new FakeClock());
    for (let time = 0; time < 20; time += 1) {
      limiter.throttled(0);
    }
    expect(limiter.pace).to.equal(0.2);
  });

  it("throttling at a slower configured rate: no speedup", () => {
    for (const pace of [0.01, 0.1, 0.19]) {
      const limiter = new RateLimiter(pace, new FakeClock());
      limiter.throttled(0);
      expect(limiter.pace).to.be.at.most(pace);
    }
  });

  it("each success: restores a tenth of the configured rate, up to that rate", () => {
    const limiter = new RateLimiter(10, new FakeClock());
    limiter.throttled(0);
    const paces = Array.from({ length: 7 }, () => {
      limiter.succeeded();
      return limiter.pace;
    });
    expect(paces).to.deep.equal([6, 7, 8, 9, 10, 10, 10]);
  });

  it("signal aborts: rejects with its reason, and the next caller is served", async () => {
    const clock = new FakeClock();
    const limiter = new RateLimiter(1, clock);
    const controller = new AbortController();
    await limiter.acquire();
    const given = limiter.acquire(controller.signal).catch((error: unknown) => error);
    const next = limiter.acquire().then(() => clock.elapsedMs);
    const reason = new Error("stop");
    controller.abort(reason);
    expect(await given).to.equal(reason);
    expect(await next).to.equal(1_010);
  });
});
