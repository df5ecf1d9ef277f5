import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** One run of mocha. */
export interface Part {
  readonly name: string;
  readonly files: readonly string[];
  /** Files that run at the same time. */
  readonly jobs: number;
  /** Whether tables and properties run in full: see test/support/extent.ts. */
  readonly isFull: boolean;
}

/** Folders and files whose tests start processes or take long, the slowest first. */
const inProcesses = [
  "test/faults/",
  "test/processes/",
  "test/size/",
  "test/sandbox/",
  "test/access/node-endpoints",
  "test/health/real-nodes",
  "test/examples/promtool",
  "test/platform/catalogue/renewal",
  "test/readme",
];

/** Where an engine runs, the slowest first: so that no long file is left for the end. */
const withEngine = [
  "test/e2e/pipeline/",
  "test/e2e/readme",
  "test/e2e/lifecycle/all-types",
  "test/e2e/lifecycle/repair",
  "test/e2e/lifecycle/interruption",
  "test/e2e/",
  "test/engine/",
];

/** Where an engine runs too, in many variants: with the long suites. */
const inVariants = [
  "test/e2e/pipeline/gitlab",
  ...["accounts", "changes", "options", "stacks"].map((name) => `test/e2e/composition/${name}`),
];

/** The parts of the test suite; what no other part takes is a unit test. Run them from the root of the repository. */
export function allParts(): Readonly<Record<"unit" | "processes" | "e2e" | "variants" | "tables" | "rounds", Part>> {
  const all = readdirSync("test", { recursive: true, encoding: "utf8" })
    .map((file) => `test/${file.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(".test.ts"))
    .sort();
  const filesIn = (starts: readonly string[]) => [
    ...new Set(starts.flatMap((start) => all.filter((file) => file.startsWith(start)))),
  ];
  const processes = filesIn(inProcesses);
  const variants = filesIn(inVariants);
  const e2e = filesIn(withEngine).filter((file) => !variants.includes(file));
  const rounds = filesIn(["test/long/"]);
  const others = new Set([...processes, ...e2e, ...variants, ...rounds]);
  const unit = all.filter((file) => !others.has(file));
  const sampled = [...processes, ...unit, ...e2e].filter((file) =>
    /from "[./]+\/support\/extent/.test(readFileSync(file, "utf8")),
  );
  const processors = Math.max(2, availableParallelism());
  return {
    unit: { name: "unit", files: unit, jobs: processors, isFull: false },
    // Most of their time is waiting.
    processes: { name: "processes", files: processes, jobs: 2 * processors, isFull: false },
    // Engines wait for each other and for nodes, but keep more than one processor busy.
    e2e: { name: "end to end", files: e2e, jobs: processors + 1, isFull: false },
    variants: { name: "variants", files: variants, jobs: processors + 1, isFull: false },
    tables: { name: "full tables", files: sampled, jobs: processors, isFull: true },
    rounds: { name: "long rounds", files: rounds, jobs: 1, isFull: true },
  };
}
