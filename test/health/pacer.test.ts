import { expect } from "chai";
import { hostPacer } from "../../provider/health/session/pacer.js";
import { FakeClock } from "../support/http/fake-clock";

/** When so many batches of so many calls are sent that ask at once, in milliseconds. */
async function sends(perSecond: number, batches: number, calls: number, hosts: readonly string[]) {
  const clock = new FakeClock();
  const pacer = hostPacer(perSecond, clock);
  const sent: number[] = [];
  await Promise.all(
    Array.from({ length: batches }, async (_, index) => {
      await pacer.turn(hosts[index % hosts.length] ?? "", calls);
      sent.push(...Array.from({ length: calls }, () => Math.round(clock.elapsedMs)));
    }),
  );
  return sent;
}

describe("hostPacer", () => {
  it("batches that ask at once: no second of the host has more calls than the limit", async () => {
    const sent = await sends(5, 8, 4, ["a.example"]);
    expect(sent).to.have.length(32);
    sent.slice(5).forEach((atMs, index) => {
      expect(atMs - (sent[index] ?? 0)).to.be.at.least(1_000);
    });
  });

  it("batch larger than the limit: sent when all of its calls have had their turn", async () => {
    expect(await sends(2, 2, 5, ["a.example"])).to.deep.equal([...Array(5).fill(2_100), ...Array(5).fill(5_250)]);
  });

  it("other hosts: a pace of their own", async () => {
    expect(await sends(1, 2, 1, ["a.example", "b.example"])).to.deep.equal([0, 0]);
  });

  it("signal aborts: rejects with its reason, and the next batch is sent", async () => {
    const clock = new FakeClock();
    const pacer = hostPacer(1, clock);
    const controller = new AbortController();
    const reason = new Error("stop");
    const given = pacer.turn("a.example", 3, controller.signal).catch((error: unknown) => error);
    const next = pacer.turn("a.example", 1).then(() => clock.elapsedMs);
    await clock.sleep(500);
    controller.abort(reason);
    expect(await given).to.equal(reason);
    expect(await next).to.be.within(1_000, 2_200);
  });
});
