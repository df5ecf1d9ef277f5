import { expect } from "chai";
import { destroyedClaim, secondMachine, windowPlans } from "../../chaos/cases/purposes";
import { keptSeeds } from "../../chaos/cases/seeds";
import { planOf } from "../../chaos/plan/plan";
import { playAll } from "../../chaos/round/pool";
import { failureOf, titleOf } from "../../chaos/round/report";
import type { RoundReport } from "../../chaos/round/round";
import { openWorkshop } from "../../chaos/world/workshop";
import { useEngine } from "../support/engine/home";

/** Varied rounds; `npm run chaos` plays any number of others. */
const fixedSeeds = [13, 24, 25, 34, 43, 55, 69];
const roundsMs = 10 * 60_000;

describe("rounds of faults and kills", function () {
  this.timeout(roundsMs);
  useEngine();
  const random = [...keptSeeds.map(({ seed }) => seed), ...fixedSeeds].map(planOf);
  const windows = windowPlans.map(({ plan }) => plan);
  let reports: readonly RoundReport[];

  before(async function () {
    this.timeout(roundsMs);
    const workshop = await openWorkshop();
    try {
      const plans = [...windows, destroyedClaim, secondMachine, ...random];
      reports = await playAll(plans, workshop, { parallel: 2, minutes: roundsMs / 60_000, report: () => {} });
    } finally {
      await workshop.dispose();
    }
  });

  const reportOf = (seed: number): RoundReport => {
    const found = reports.find(({ plan }) => plan.seed === seed);
    if (found === undefined) {
      throw new Error(`There was no time for round ${seed}.`);
    }
    expect(found.findings, failureOf(found)).to.deep.equal([]);
    return found;
  };

  for (const { title, window, plan } of windowPlans) {
    it(`${title}: sweep finds and removes the leftovers`, () => {
      const { tally } = reportOf(plan.seed);
      expect(tally?.windows[window]).to.equal(1);
      expect(tally?.swept).to.equal(1);
    });
  }

  it("engine killed while a node is created, then destroy: nothing left", () => {
    const { tally } = reportOf(destroyedClaim.seed);
    expect(tally?.kills.map(({ victim }) => victim)).to.deep.equal(["engine"]);
    expect(tally?.windows).to.deep.equal({ destroyed: 0, forgotten: 0, renamed: 0, withdrawn: 0 });
  });

  it("another machine's stack with the same name: nothing of it deleted", () => {
    const { tally } = reportOf(secondMachine.seed);
    expect(tally?.kills.map(({ victim }) => victim)).to.deep.equal(["provider"]);
  });

  for (const plan of random) {
    it(`round ${titleOf(plan)}: platform and state agree`, () => {
      reportOf(plan.seed);
    });
  }
});
