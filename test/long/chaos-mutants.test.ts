import { expect } from "chai";
import { type MutationCase, mutationCases } from "../../chaos/cases/mutations";
import type { RoundPlan } from "../../chaos/plan/plan";
import { failureOf } from "../../chaos/round/report";
import { playRound, type RoundReport } from "../../chaos/round/round";
import { openWorkshop } from "../../chaos/world/workshop";
import { useEngine } from "../support/engine/home";

interface Trial {
  readonly plan: RoundPlan;
  /** Undefined for the unmodified package. */
  readonly mutation?: MutationCase;
}

async function play({ plan, mutation }: Trial): Promise<RoundReport> {
  const workshop = await openWorkshop(mutation);
  try {
    return await playRound(plan, workshop);
  } finally {
    await workshop.dispose();
  }
}

describe("rounds of faults and kills with a broken package", function () {
  const limitMs = 10 * 60_000;
  this.timeout(limitMs);
  useEngine();
  const plans = [...new Set(mutationCases.map(({ plan }) => plan))];
  const trials: readonly Trial[] = [
    ...plans.map((plan) => ({ plan })),
    ...mutationCases.map((mutation) => ({ plan: mutation.plan, mutation })),
  ];
  const reports = new Map<Trial, RoundReport>();
  const problems = new Map<Trial, unknown>();

  before(async function () {
    this.timeout(limitMs);
    const queue = trials.values();
    const work = async () => {
      for (const trial of queue) {
        try {
          reports.set(trial, await play(trial));
        } catch (error) {
          problems.set(trial, error);
        }
      }
    };
    await Promise.all([work(), work()]);
  });

  const reportOf = (trial: Trial): RoundReport => {
    const report = reports.get(trial);
    if (report === undefined) {
      throw problems.get(trial);
    }
    return report;
  };

  for (const trial of trials) {
    const { mutation, plan } = trial;
    if (mutation === undefined) {
      it(`round ${plan.seed}, unmodified package: nothing found`, () => {
        const report = reportOf(trial);
        expect(report.findings, failureOf(report)).to.deep.equal([]);
      });
    } else {
      it(`round ${plan.seed}, ${mutation.name}: ${mutation.finds} found`, () => {
        expect(reportOf(trial).findings.map(({ kind }) => kind)).to.include(mutation.finds);
      });
    }
  }

  it("mutation that changes nothing: rejected", async () => {
    const text = { file: "dist/index.js", find: "a text that no file holds", replace: "" };
    const refusal = await openWorkshop({ name: "none", text }).catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(Error).with.property("message").that.includes("does not hold the text");
  });
});
