import { expect } from "chai";
import { type SettledNode, settle } from "../../provider/health/hysteresis.js";
import type { Verdict } from "../../provider/health/verdict.js";
import { evidence, examined } from "../support/health/rounds.js";

type Seen = keyof typeof evidence;

/** The verdicts that are shown after each of these examinations. */
function shown(...seen: readonly Seen[]): readonly Verdict[] {
  let state: SettledNode | undefined;
  return seen.map((verdict) => {
    state = settle(state, examined("rpc", evidence[verdict]).report);
    return state.report.verdict;
  });
}

describe("settle", () => {
  const cases: readonly (readonly [name: string, seen: readonly Seen[], expected: readonly Verdict[]])[] = [
    ["first success: counts at once", ["healthy"], ["healthy"]],
    ["passing verdicts: change at once", ["healthy", "degraded", "healthy"], ["healthy", "degraded", "healthy"]],
    ["failure: counts at once", ["healthy", "unhealthy"], ["healthy", "unhealthy"]],
    [
      "recovery: after two successes in a row",
      ["unhealthy", "healthy", "degraded", "healthy"],
      ["unhealthy", "unhealthy", "degraded", "healthy"],
    ],
    [
      "failure between two successes: the count starts again",
      ["syncing", "healthy", "unhealthy", "healthy", "healthy"],
      ["syncing", "syncing", "unhealthy", "unhealthy", "healthy"],
    ],
    [
      "unknown: counts at once, without a failure the next success too",
      ["healthy", "unknown", "healthy"],
      ["healthy", "unknown", "healthy"],
    ],
    [
      "unknown after a failure: a success must be confirmed",
      ["unhealthy", "unknown", "healthy", "healthy"],
      ["unhealthy", "unknown", "unknown", "healthy"],
    ],
    [
      "unknown between two successes: the count starts again",
      ["unhealthy", "healthy", "unknown", "healthy", "healthy"],
      ["unhealthy", "unhealthy", "unknown", "unknown", "healthy"],
    ],
  ];
  for (const [name, seen, expected] of cases) {
    it(name, () => {
      expect(shown(...seen)).to.deep.equal(expected);
    });
  }

  it("recovery not confirmed: new evidence under the verdict that holds, and why", () => {
    const failed = settle(undefined, examined("rpc", evidence.unhealthy).report);
    const { report } = settle(failed, examined("rpc", evidence.healthy).report);
    expect(report).to.include({ verdict: "unhealthy", decidedBy: "head" });
    expect(report.why).to.equal("1 of 2 successes since: head is 15 min old");
    expect(report.checks.map(({ verdict }) => verdict)).to.deep.equal(["healthy", "healthy"]);
  });
});
