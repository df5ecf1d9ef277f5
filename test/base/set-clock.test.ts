import { expect } from "chai";
import type { RpcResult } from "../../provider/access/rpc/answer.js";
import { retryFailed } from "../../provider/access/rpc/retry-failed.js";
import { waitForReceipt } from "../../provider/access/wait-for-receipt.js";
import { RateLimiter } from "../../provider/http/limiter.js";
import { FakeClock } from "../support/http/fake-clock";

const failed: RpcResult = {
  ok: false,
  failure: { kind: "server", status: 503, mayHaveTakenEffect: false, message: "Out of order." },
};

// The waits of the lifecycle run on such a clock in all of their tests: test/support/lifecycle/operations-scene.ts.
for (const [change, setByMs] of [
  ["back", -3_600_000],
  ["forward", 3_600_000],
] as const) {
  describe(`a wall clock that is set ${change} by an hour during each wait`, () => {
    it("RateLimiter: keeps its pace", async () => {
      const clock = new FakeClock(undefined, setByMs);
      const limiter = new RateLimiter(5, clock);
      const startsMs: number[] = [];
      for (let turn = 0; turn < 4; turn += 1) {
        await limiter.acquire();
        startsMs.push(Math.round(clock.elapsedMs));
      }
      expect(startsMs).to.deep.equal([0, 200, 400, 600]);
    });

    it("RateLimiter: ends a pause after a throttling answer in time", async () => {
      const clock = new FakeClock(undefined, setByMs);
      const limiter = new RateLimiter(5, clock);
      limiter.throttled(2_000);
      clock.setWallClock(setByMs);
      await limiter.acquire();
      expect(Math.round(clock.elapsedMs)).to.equal(2_000);
    });

    it("repeated calls: end at their deadline", async () => {
      const clock = new FakeClock(undefined, setByMs);
      let attempts = 1;
      const results = await retryFailed(
        [failed],
        clock.monotonicMs() + 20_000,
        { isRepeatable: true, attempts: 1_000, signal: undefined, clock },
        async () => {
          attempts += 1;
          return [failed];
        },
      );
      expect(results).to.deep.equal([failed]);
      expect(clock.elapsedMs).to.be.within(8_000, 20_000);
      expect(attempts).to.be.greaterThan(2);
    });

    it("waitForReceipt: ends at its deadline", async () => {
      const clock = new FakeClock(undefined, setByMs);
      const error = await waitForReceipt(
        "0xab",
        { timeoutMs: 30_000 },
        { clock, signal: new AbortController().signal },
        async () => null,
      ).catch((thrown: unknown) => thrown);
      expect(error).to.have.property("code", "not-ready");
      expect(Math.round(clock.elapsedMs)).to.equal(30_000);
    });
  });
}
