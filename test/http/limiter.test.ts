import { expect } from "chai";
import fc from "fast-check";
import { RateLimiter, type Turn } from "../../provider/http/limiter.js";
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

/** A clock whose timers wake late, by so many milliseconds each. */
class LateClock extends FakeClock {
  readonly #latenessOf: (sleep: number) => number;
  #sleep = 0;

  constructor(latenessOf: (sleep: number) => number) {
    super(0);
    this.#latenessOf = latenessOf;
  }

  override sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return super.sleep(ms + this.#latenessOf(this.#sleep++), signal);
  }

  /** Time that passes on the way, not by a timer. */
  pass(ms: number): Promise<void> {
    return super.sleep(ms);
  }
}

describe("RateLimiter", () => {
  it("first caller: no wait; others: evenly spaced, in order", async () => {
    const clock = new FakeClock();
    expect(await turns(new RateLimiter(5, clock), clock, 4)).to.deep.equal([
      [0, 0],
      [1, 200],
      [2, 400],
      [3, 600],
    ]);
  });

  it("idle time: no credit", async () => {
    const clock = new FakeClock();
    const limiter = new RateLimiter(10, clock);
    await limiter.acquire();
    await clock.sleep(60_000);
    expect(await turns(limiter, clock, 3)).to.deep.equal([
      [0, 60_000],
      [1, 60_100],
      [2, 60_200],
    ]);
  });

  it("after a second's requests: the next one waits for a second since the first was counted", async () => {
    const waits: Readonly<Record<string, (turn: Turn, clock: FakeClock) => Promise<void> | void>> = {
      "1000 answered at once": (turn) => turn.answered(),
      "1030 answered after 30 ms": (turn, clock) => clock.sleep(30).then(() => turn.answered()),
      "1050 answered after 90 ms": (turn, clock) => clock.sleep(90).then(() => turn.answered()),
      "1050 not answered": () => undefined,
      "1080 sent 30 ms after its turn": (turn, clock) => clock.sleep(30).then(() => turn.sent()),
    };
    const seen = await Promise.all(
      Object.entries(waits).map(async ([row, act]) => {
        const clock = new FakeClock();
        const limiter = new RateLimiter(2, clock);
        await limiter.acquire();
        await clock.sleep(9_000);
        const startMs = clock.elapsedMs;
        await Promise.all([limiter.acquire().then((turn) => act(turn, clock)), limiter.acquire()]);
        await limiter.acquire();
        return row.replace(/^\d+/, String(clock.elapsedMs - startMs));
      }),
    );
    expect(seen).to.deep.equal(Object.keys(waits));
  });

  it("request that opens a connection, first or after idle time: counted when it is answered", async () => {
    const clock = new FakeClock();
    const limiter = new RateLimiter(2, clock);
    for (const startMs of [0, 60_000]) {
      await clock.sleep(startMs - clock.elapsedMs);
      const first = await limiter.acquire();
      await clock.sleep(400);
      first.answered();
      await limiter.acquire();
      await limiter.acquire();
      expect(clock.elapsedMs).to.be.closeTo(startMs + 1_400, 0.01);
    }
  });

  it("less than one request per second: the next one keeps its distance from when the last one was sent", async () => {
    const clock = new FakeClock();
    const limiter = new RateLimiter(0.5, clock);
    const turn = await limiter.acquire();
    await clock.sleep(1_900);
    turn.sent();
    await limiter.acquire();
    expect(clock.elapsedMs).to.equal(3_950);
  });

  it("timers that wake late: made up for", async () => {
    const clock = new LateClock(() => 5);
    const limiter = new RateLimiter(5, clock);
    const starts: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      const turn = await limiter.acquire();
      turn.answered();
      starts.push(clock.elapsedMs);
    }
    // One late timer a second remains: each request comes a second after the fifth before it, and no sooner.
    expect(starts).to.deep.equal([0, 205, 405, 605, 805, 1_005, 1_210, 1_410, 1_610, 1_810, 2_010]);
  });

  it("requests and timers late by any time: no second of the server has more than the limit", async () => {
    const lateness = fc.integer({ min: 0, max: 50 });
    const rows = fc.array(fc.record({ way: lateness, back: lateness, wakes: lateness }), {
      minLength: 12,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), rows, async (perSecond, requests) => {
        const clock = new LateClock((sleep) => requests[sleep % requests.length]?.wakes ?? 0);
        const limiter = new RateLimiter(perSecond, clock);
        const arrivals: number[] = [];
        await Promise.all(
          requests.map(async ({ way, back }) => {
            const turn = await limiter.acquire();
            turn.sent();
            arrivals.push(clock.elapsedMs + way);
            await clock.pass(way + back);
            turn.answered();
          }),
        );
        arrivals.sort((a, b) => a - b);
        arrivals.slice(perSecond).forEach((atMs, index) => {
          expect(atMs - (arrivals[index] ?? 0)).to.be.at.least(999.999);
        });
      }),
      { numRuns: 200 },
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
      [1, 200],
      [2, 1_200],
      [3, 1_600],
      [4, 2_050],
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
    expect(served[0]).to.equal("early at 400");
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
    expect(await next).to.equal(1_050);
  });
});
