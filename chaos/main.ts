// Plays random rounds of faults and kills against the built package, on a real engine and a private sandbox for each
// round. Exits with 0 only if the state and the platform agree after all of them.
import { parseArgs } from "node:util";
import { planOf, type RoundPlan, twoMachinesOf } from "./plan/plan";
import { playAll } from "./round/pool";
import { failureOf, summaryOf, titleOf } from "./round/report";
import type { RoundReport } from "./round/round";
import { closeStages } from "./round/stage";
import { openWorkshop } from "./world/workshop";

const usage =
  "npm run chaos -- [--rounds N] [--seed S] [--parallel P] [--only SEED,…] [--minutes M] [--machines 2] [--verbose]";

interface Options {
  readonly plans: () => Generator<RoundPlan>;
  readonly parallel: number;
  readonly minutes: number;
  readonly isVerbose: boolean;
}

function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: "string", default: "20" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      parallel: { type: "string", default: "2" },
      only: { type: "string" },
      minutes: { type: "string", default: "60" },
      machines: { type: "string", default: "1" },
      verbose: { type: "boolean", default: false },
    },
  });
  const number = (text: string): number => {
    const value = Number(text);
    if (text.trim() === "" || !Number.isFinite(value) || value < 0) {
      throw new Error(`"${text}" is no number.`);
    }
    return value;
  };
  const first = number(values.seed);
  const rounds = number(values.rounds);
  const seeds = values.only?.split(",").map(number) ?? Array.from({ length: rounds }, (_, index) => first + index);
  return {
    plans: function* () {
      for (const seed of seeds) {
        yield values.machines === "2" ? twoMachinesOf(seed) : planOf(seed);
      }
    },
    parallel: number(values.parallel),
    minutes: number(values.minutes),
    isVerbose: values.verbose,
  };
}

async function main(args: readonly string[]): Promise<number> {
  let options: Options;
  try {
    options = readOptions(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
    return 2;
  }
  const startedAt = performance.now();
  const workshop = await openWorkshop();
  let isStopped = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      isStopped = true;
      void Promise.all([closeStages(), workshop.dispose()]).finally(() => process.exit(130));
    });
  }
  try {
    const report = (done: RoundReport) => {
      if (isStopped) {
        return;
      }
      if (done.findings.length > 0) {
        console.log(failureOf(done));
      } else if (options.isVerbose) {
        console.log(`ok ${titleOf(done.plan)} (${(done.ms / 1000).toFixed(1)} s)`);
      }
      if (options.isVerbose) {
        for (const { command, ok, ms } of done.records) {
          console.log(`    ${ok ? "+" : "-"} ${command} ${ms.toFixed(0)} ms`);
        }
      }
    };
    const reports = await playAll(options.plans(), workshop, { ...options, report });
    console.log(`\n${summaryOf(reports, performance.now() - startedAt)}`);
    return reports.length > 0 && reports.every(({ findings }) => findings.length === 0) ? 0 : 1;
  } finally {
    await workshop.dispose();
  }
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
