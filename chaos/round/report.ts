import type { FindingKind } from "../checks/findings";
import { describe } from "../plan/injections";
import type { RoundPlan } from "../plan/plan";
import type { RoundReport } from "./round";
import type { Tally } from "./stage";

/** What a round was: seed, scenario, what was done to it. */
export function titleOf(plan: RoundPlan): string {
  const { seed, scenario, injections, again, forced, after, during, recovery, isRefreshed, other } = plan;
  const notes = [
    ...(forced === undefined ? [] : [`of ${forced}`]),
    ...(after === during ? [] : ["then another program"]),
    ...(recovery === "destroy" ? ["then destroy"] : []),
    ...(isRefreshed ? ["then refresh"] : []),
    ...(other === undefined ? [] : [`second machine ${other.injections.map(describe).join(" + ")}`]),
  ];
  const repeated = again.length === 0 ? [] : [`again ${again.map(describe).join(" + ")}`];
  return [`${seed}: ${scenario}`, ...notes, injections.map(describe).join(" + "), ...repeated].join("; ");
}

/** One line for a round that failed, and the command that repeats it. */
export function failureOf({ plan, findings }: RoundReport): string {
  const wrong = findings.map(({ kind, detail }) => `  ${kind}: ${detail}`);
  return [
    `FAILED ${titleOf(plan)}`,
    ...wrong,
    `  npm run chaos --${plan.other === undefined ? "" : " --machines 2"} --only ${plan.seed}`,
  ].join("\n");
}

/** The table at the end. */
export function summaryOf(reports: readonly RoundReport[], ms: number): string {
  const tallies = reports.flatMap(({ tally }) => (tally === undefined ? [] : [tally]));
  const findings = reports.flatMap((report) => report.findings);
  const sum = (of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0);
  const count = (kind: FindingKind) => findings.filter((finding) => finding.kind === kind).length;
  const named = ["orphan", "twin", "lost", "leak"] as const satisfies readonly FindingKind[];
  const others = findings.filter(({ kind }) => !named.some((name) => name === kind));
  const rows: readonly (readonly [string, string])[] = [
    ["rounds", `${reports.length}, ${reports.filter(({ findings: wrong }) => wrong.length > 0).length} failed`],
    ["scenarios", countBy(reports.map(({ plan }) => plan.scenario))],
    ["kills", countBy(tallies.flatMap(({ kills }) => kills.map(({ victim }) => victim)))],
    [
      "faults",
      countBy(tallies.flatMap(({ faults }) => Object.entries(faults).flatMap(([name, n]) => Array(n).fill(name)))),
    ],
    ["disturbed runs", `${tallies.filter(({ hasFailed }) => hasFailed).length} failed of ${tallies.length}`],
    ["recoveries", `${sum(({ recoveries }) => recoveries)} runs`],
    ["orphans", String(count("orphan"))],
    ["twins", String(count("twin"))],
    ["lost", String(count("lost"))],
    ["leaks", String(count("leak"))],
    ["other findings", countBy(others.map(({ kind }) => kind))],
    ["objects of windows", windowsOf(sum)],
    ["found by sweep", sweptOf(tallies, sum)],
    ["duration", `${(ms / 1000).toFixed(0)} s`],
  ];
  return rows.map(([name, value]) => `${name.padEnd(20)}${value}`).join("\n");
}

function windowsOf(sum: (of: (tally: Tally) => number) => number): string {
  const renamed = sum(({ windows }) => windows.renamed);
  const destroyed = sum(({ windows }) => windows.destroyed);
  const withdrawn = sum(({ windows }) => windows.withdrawn);
  const forgotten = sum(({ windows }) => windows.forgotten);
  const all = renamed + destroyed + withdrawn + forgotten;
  return `${all} (renamed ${renamed}, destroyed ${destroyed}, withdrawn ${withdrawn}, forgotten ${forgotten})`;
}

function sweptOf(tallies: readonly Tally[], sum: (of: (tally: Tally) => number) => number): string {
  const missing = tallies.filter(({ isSweepMissing }) => isSweepMissing).length;
  return `${sum(({ swept }) => swept)}${missing === 0 ? "" : `; sweep missing in ${missing} rounds`}`;
}

function countBy(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const parts = [...counts].sort(([, a], [, b]) => b - a).map(([name, n]) => `${name} ${n}`);
  return parts.length === 0 ? "none" : parts.join(", ");
}
