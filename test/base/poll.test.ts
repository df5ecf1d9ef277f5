import { expect } from "chai";
import { poll, type Wait } from "../../provider/base/poll.js";
import { FakeClock } from "../support/http/fake-clock";

/** A look that finds something at the given look, and notes when each of them was. */
function lookUntil(clock: FakeClock, last: number, looks: number[] = []) {
  return async (wait: Wait) => {
    looks.push(clock.elapsedMs);
    return wait.looks === last ? { found: looks } : undefined;
  };
}

describe("poll", () => {
  it("found at once: no pause", async () => {
    const clock = new FakeClock();
    expect(await poll(clock, {}, async () => ({ found: undefined }))).to.equal(undefined);
    expect(clock.sleeps).to.deep.equal([]);
  });

  it("pauses: double from 250 ms up to 4 s", async () => {
    const clock = new FakeClock();
    await poll(clock, {}, lookUntil(clock, 6));
    expect(clock.sleeps).to.deep.equal([250, 500, 1_000, 2_000, 4_000, 4_000]);
  });

  it("pauses of its own: first, longest and factor", async () => {
    const clock = new FakeClock();
    await poll(clock, { firstMs: 1_000, longestMs: 2_000, factor: 1.5 }, lookUntil(clock, 3));
    expect(clock.sleeps).to.deep.equal([1_000, 1_500, 2_000]);
  });

  it("aligned: pauses end at multiples on the clock, and those of several waits together", async () => {
    const clock = new FakeClock();
    const timing = { firstMs: 1_000, longestMs: 10_000, factor: 1.5, alignMs: 500 };
    const looks: number[] = [];
    const late = clock.sleep(130).then(() => poll(clock, timing, lookUntil(clock, 3, looks)));
    await Promise.all([poll(clock, timing, lookUntil(clock, 3, looks)), late]);
    expect(looks).to.deep.equal([0, 130, 1_000, 1_500, 2_500, 3_000, 5_000, 5_500]);
  });

  it("deadline: the last pause ends with it, and the look is told that no time is left", async () => {
    const clock = new FakeClock();
    const left: number[] = [];
    await poll(clock, { firstMs: 400, deadlineMs: 1_000 }, async (wait) => {
      left.push(wait.leftMs);
      expect(wait.elapsedMs).to.equal(clock.elapsedMs);
      return wait.leftMs <= 0 ? { found: undefined } : undefined;
    });
    expect(left).to.deep.equal([1_000, 600, 0]);
    expect(clock.sleeps).to.deep.equal([400, 600]);
  });

  it("another pause, as the look asks: the next ones go on as if it had been usual", async () => {
    const clock = new FakeClock();
    const looks = lookUntil(clock, 3);
    await poll(clock, {}, async (wait) => (await looks(wait)) ?? (wait.looks === 1 ? 3_000 : undefined));
    expect(clock.sleeps).to.deep.equal([250, 3_000, 1_000]);
  });

  it("an error of the look: thrown, without another look", async () => {
    const clock = new FakeClock();
    const failure = new Error("It is gone.");
    const outcome = await poll(clock, {}, () => Promise.reject(failure)).catch((error: unknown) => error);
    expect(outcome).to.equal(failure);
    expect(clock.sleeps).to.deep.equal([]);
  });

  it("a signal that aborts: its reason", async () => {
    const clock = new FakeClock();
    const reason = new Error("Interrupted.");
    const over = new AbortController();
    const outcome = await poll(clock, { signal: over.signal }, async () => over.abort(reason) as undefined).catch(
      (error: unknown) => error,
    );
    expect(outcome).to.equal(reason);
  });
});
