import { expect } from "chai";
import fc from "fast-check";
import { decide } from "../../provider/health/decide.js";
import { combine, fails, passes, type Verdict, verdictOrder } from "../../provider/health/verdict.js";

const verdicts: readonly Verdict[] = [...verdictOrder, "unknown"];

describe("passes and fails", () => {
  it("verdicts: healthy, degraded and gated pass, syncing and unhealthy fail, unknown does neither", () => {
    expect(verdicts.filter(passes)).to.deep.equal(["healthy", "degraded", "gated"]);
    expect(verdicts.filter(fails)).to.deep.equal(["syncing", "unhealthy"]);
  });
});

describe("combine", () => {
  for (const [given, verdict] of [
    [[], "unknown"],
    [["healthy", "healthy"], "healthy"],
    [["healthy", "degraded"], "degraded"],
    [["degraded", "gated", "healthy"], "gated"],
    [["gated", "unknown", "healthy"], "unknown"],
    [["unknown", "syncing", "healthy"], "syncing"],
    [["syncing", "unhealthy", "unknown"], "unhealthy"],
    [["unknown"], "unknown"],
  ] as const) {
    it(`[${given.join(", ")}]: ${verdict}`, () => {
      expect(combine(given)).to.equal(verdict);
    });
  }

  it("any order: passes only if each one passes", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...verdicts), { minLength: 1 }), (some) => {
        expect(passes(combine(some))).to.equal(some.every(passes));
        expect(fails(combine(some))).to.equal(some.some(fails));
        expect(combine([...some].reverse())).to.equal(combine(some));
      }),
    );
  });
});

describe("decide", () => {
  const why = "because";
  const good = [
    { check: "identity", verdict: "healthy", why },
    { check: "head", verdict: "healthy", why: "fresh" },
  ] as const;

  it("everything passes: decided by the head", () => {
    expect(decide(good, { cost: 4, maxCost: 30 })).to.include({
      verdict: "healthy",
      decidedBy: "head",
      why: "fresh",
      cost: 4,
    });
  });

  it("failed and unknown decisive checks: the failed one decides", () => {
    const checks = [
      { check: "identity", verdict: "unknown", why, cause: "throttled" },
      { check: "head", verdict: "unhealthy", why, cause: "stale" },
    ] as const;
    expect(decide(checks, { cost: 1, maxCost: 30 })).to.include({ verdict: "unhealthy", decidedBy: "head" });
  });

  it("several failures: the worst decides", () => {
    const checks = [
      good[0],
      { check: "lag", verdict: "syncing", why },
      { check: "head", verdict: "unhealthy", why },
    ] as const;
    expect(decide(checks, { cost: 1, maxCost: 30 })).to.include({ verdict: "unhealthy", decidedBy: "head" });
  });

  it("failed supporting check: no worse than degraded", () => {
    expect(decide([...good, { check: "sync", verdict: "unhealthy", why }], { cost: 1, maxCost: 30 })).to.include({
      verdict: "degraded",
      decidedBy: "sync",
    });
  });

  it("gated check: gated if supporting, unknown if it is the identity", () => {
    expect(decide([...good, { check: "client", verdict: "gated", why }], { cost: 1, maxCost: 30 })).to.include({
      verdict: "gated",
      decidedBy: "client",
    });
    expect(
      decide([{ check: "identity", verdict: "gated", why, cause: "plan" }, good[1]], { cost: 1, maxCost: 30 }),
    ).to.include({
      verdict: "unknown",
    });
  });

  it("no identity or no head: unknown", () => {
    expect(decide([good[0]], { cost: 1, maxCost: 30 })).to.include({ verdict: "unknown", decidedBy: "head" });
    expect(decide([good[1]], { cost: 1, maxCost: 30 })).to.include({ verdict: "unknown", decidedBy: "identity" });
  });

  it("unreachable: only if every call failed to reach the node or was refused", () => {
    const lost = { check: "identity", verdict: "unknown", why, cause: "unreachable" } as const;
    const refused = { check: "head", verdict: "unknown", why, cause: "auth" } as const;
    expect(decide([lost, refused], { cost: 1, maxCost: 30 }).isUnreachable).to.equal(true);
    expect(decide([lost, { ...refused, cause: "throttled" }], { cost: 1, maxCost: 30 }).isUnreachable).to.equal(false);
    expect(decide([lost, good[1]], { cost: 1, maxCost: 30 }).isUnreachable).to.equal(false);
  });
});
