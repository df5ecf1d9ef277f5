import { spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import { locateEngine } from "../../../scripts/engine/locate";
import type { Job, Step } from "./job";

const modules = resolve(__dirname, "../../../node_modules");

/** A script that runs longer is killed: its tests have failed then. */
const scriptTimeoutMs = 240_000;

/** How a job ended. */
export interface JobRun {
  readonly job: string;
  readonly result: "failure" | "skipped" | "success";
  /** Exit code of the last script; undefined if none ran. */
  readonly exitCode: number | undefined;
  /** Names of the scripts that ran. */
  readonly scripts: readonly string[];
  /** Environment of every script, machine included. */
  readonly environments: readonly Readonly<Record<string, string>>[];
  /** Everything that the scripts printed. */
  readonly log: string;
  /** Kept files by name. */
  readonly kept: Readonly<Record<string, string>>;
}

/** A new machine with a folder for the job, a home, and bash, but without the developer's environment. */
interface Machine {
  readonly folder: string;
  readonly work: string;
  readonly path: string[];
}

/**
 * Runs jobs one after the other, each on a new machine; one whose need did not succeed is skipped.
 *
 * @param jobs each after those it needs
 * @param root files of the repository
 */
export async function runJobs(jobs: readonly Job[], root: string): Promise<ReadonlyMap<string, JobRun>> {
  const runs = new Map<string, JobRun>();
  for (const job of jobs) {
    const isReady = job.needs.every((need) => runs.get(need)?.result === "success");
    runs.set(job.name, isReady ? await runJob(job, root) : { ...unstarted, job: job.name, result: "skipped" });
  }
  return runs;
}

const unstarted = { exitCode: undefined, scripts: [], environments: [], log: "", kept: {} } as const;

async function runJob(job: Job, root: string): Promise<JobRun> {
  const folder = mkdtempSync(join(tmpdir(), "blockchain-nodes-machine-"));
  const machine: Machine = { folder, work: join(folder, "work"), path: [] };
  for (const name of ["bin", "home", "work"]) {
    mkdirSync(join(folder, name));
  }
  let run: JobRun = { ...unstarted, job: job.name, result: "success" };
  try {
    for (const step of job.steps) {
      if (step.kind === "keep" || run.result === "success") {
        run = await runStep(step, run, machine, root);
      }
    }
    return run;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function runStep(step: Step, run: JobRun, machine: Machine, root: string): Promise<JobRun> {
  switch (step.kind) {
    case "checkout":
      // What the repository ignores is not there.
      cpSync(root, machine.work, {
        recursive: true,
        filter: (source) => !/^(?:node_modules|Pulumi\..+\.yaml)$/.test(basename(source)),
      });
      return run;
    case "install":
      machine.path.push(step.tool === "node" ? installNode(machine) : (await locateEngine()).folder);
      return run;
    case "keep": {
      const file = join(machine.work, step.path);
      return existsSync(file) ? { ...run, kept: { ...run.kept, [step.path]: readFileSync(file, "utf8") } } : run;
    }
    case "script": {
      const env = { ...environmentOf(machine), ...step.env };
      const { code, output } = await runBash(step, machine, env);
      return {
        ...run,
        result: code === 0 ? "success" : "failure",
        exitCode: code,
        scripts: [...run.scripts, step.name],
        environments: [...run.environments, env],
        log: run.log + output,
      };
    }
    default:
      return step satisfies never;
  }
}

/** What the machine itself sets. The provider is paced for a sandbox, not for a shared platform. */
function environmentOf({ folder, path }: Machine): Readonly<Record<string, string>> {
  return {
    CI: "true",
    HOME: join(folder, "home"),
    PATH: [...path, "/usr/bin", "/bin"].join(delimiter),
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    BLOCKCHAIN_NODES_REQUESTS_PER_SECOND: "500",
    // `npx` runs what is installed, or nothing.
    npm_config_offline: "true",
  };
}

/** Makes `npm ci` install the packages of this workspace. */
function installNode({ folder, path }: Machine): string {
  const npm = join(folder, "bin", "npm");
  const lines = [
    "#!/bin/sh",
    `[ "$*" = ci ] && [ -f package.json ] && exec ln -s "${modules}" node_modules`,
    `echo "npm $*: this machine has npm ci only, in the folder of a package" >&2`,
    "exit 1",
  ];
  writeFileSync(npm, `${lines.join("\n")}\n`);
  chmodSync(npm, 0o755);
  path.push(dirname(npm));
  return dirname(process.execPath);
}

function runBash(
  { text, bash }: Extract<Step, { kind: "script" }>,
  { folder, work }: Machine,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly output: string }> {
  const script = join(folder, "script.sh");
  writeFileSync(script, text);
  return new Promise((done, fail) => {
    const child = spawn("bash", [...bash, script], {
      cwd: work,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const killer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, "SIGKILL"), scriptTimeoutMs);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
      });
    }
    child.on("error", fail);
    child.on("close", (code, signal) => {
      clearTimeout(killer);
      code === null ? fail(new Error(`a script ended by ${signal}\n${text}\n${output}`)) : done({ code, output });
    });
  });
}
