import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allParts, type Part } from "./parts";

/** What the reporter writes at the end of a part. */
interface Report {
  readonly pass: number;
  readonly fail: number;
  readonly slowest: readonly { readonly ms: number; readonly file: string; readonly title: string }[];
}

/** One part that was run. */
interface Result extends Report {
  readonly name: string;
  readonly seconds: number;
  readonly code: number;
}

const usage = `npm test                       unit tests, processes, end to end
npm test -- FILE [OPTION ...]  the tests of one file, with mocha's options
npm run test:unit              what needs no engine and few processes: under a minute
npm run test:long              compositions of programs, whole tables, rounds of chaos
`;

const slowestShown = 10;

const { CI, TEST_SEED } = process.env;
/**
 * In full, random cases differ from run to run; in CI they do not, where nobody is there to look into what they find.
 */
const seed = CI !== undefined && TEST_SEED === undefined ? {} : { TEST_SEED: TEST_SEED ?? String(randomInt(2 ** 31)) };

// Ctrl-C reaches mocha too, which ends with the processes of its tests; this process ends after it.
let isInterrupted = false;
process.on("SIGINT", () => {
  isInterrupted = true;
});

async function main(args: readonly string[]): Promise<number> {
  if (args.includes("--help")) {
    process.stdout.write(usage);
    return 0;
  }
  const parts = allParts();
  const [first, ...rest] = args;
  if (first === "unit") {
    return runParts([parts.unit], rest);
  }
  if (first === "long") {
    return runParts([parts.variants, parts.tables, parts.rounds], rest);
  }
  // Whoever names files wants these alone.
  if (args.some((arg) => /\.test\.ts$|\*/.test(arg))) {
    return mocha(args, {});
  }
  return runParts([parts.unit, parts.processes, parts.e2e], args);
}

async function runParts(parts: readonly Part[], options: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "blockchain-nodes-tests-"));
  const results: Result[] = [];
  try {
    for (const part of parts) {
      if (!isInterrupted) {
        results.push(await runPart(part, options, join(folder, "report.json")));
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  summarize(results);
  return isInterrupted ? 130 : Number(results.some(({ code }) => code !== 0));
}

async function runPart(part: Part, options: readonly string[], report: string): Promise<Result> {
  const { name, files, jobs, isFull } = part;
  const extent = isFull ? { TEST_EXTENT: "full", ...seed } : {};
  const notes = [
    `${files.length} files`,
    ...(jobs > 1 ? [`${jobs} at a time`] : []),
    ...Object.entries(extent).map(([key, value]) => `${key}=${value}`),
  ];
  console.log(`\n--- ${name}: ${notes.join(", ")}`);
  const startedAt = performance.now();
  const parallel = jobs > 1 ? ["--parallel", "--jobs", String(jobs)] : [];
  const code = await mocha(["--reporter", join(__dirname, "reporter.cjs"), ...parallel, ...options, ...files], {
    ...{ ...extent, TEST_FILES: String(files.length), TEST_REPORT: report },
  });
  return { name, code, seconds: (performance.now() - startedAt) / 1000, ...takeReport(report) };
}

/** A run that dies leaves no report. */
function takeReport(path: string): Report {
  if (!existsSync(path)) {
    return { pass: 0, fail: 0, slowest: [] };
  }
  const report = JSON.parse(readFileSync(path, "utf8")) as Report;
  rmSync(path);
  return report;
}

function summarize(results: readonly Result[]): void {
  const sum = (value: (result: Result) => number) => results.reduce((total, result) => total + value(result), 0);
  const total = {
    name: "all",
    code: 0,
    seconds: sum((it) => it.seconds),
    pass: sum((it) => it.pass),
    fail: sum((it) => it.fail),
  };
  console.log("");
  for (const { name, code, seconds, pass, fail } of results.length > 1 ? [...results, total] : results) {
    const ending = code !== 0 && fail === 0 ? `, exit code ${code}` : "";
    console.log(
      `${name.padEnd(11)} ${String(pass).padStart(5)} passed, ${fail} failed, ${seconds.toFixed(0)} s${ending}`,
    );
  }
  const slowest = results.flatMap((result) => result.slowest).sort((one, other) => other.ms - one.ms);
  console.log("\nThe slowest:");
  for (const { ms, file, title } of slowest.slice(0, slowestShown)) {
    console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${file}: ${title}`);
  }
}

/** Runs mocha in a process of its own: its exit code. */
function mocha(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const program = require.resolve("mocha/bin/mocha.js");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: "inherit", env: { ...process.env, ...env } });
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
