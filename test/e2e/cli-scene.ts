import { type ChildProcess, execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox/index";
import { type CliResult, runPulumi } from "../support/engine-cli";
import { type EngineEnv, type EngineHome, openHome } from "../support/engine-home";
import { platformEnv } from "./scene";

/** Below the repository, where programs resolve the SDK and the package. */
const projectsFolder = resolve(__dirname, "../../node_modules/.cache/blockchain-nodes-e2e");

/** A platform and a project with a program of its own, run by the plain command: what a test may signal and kill. */
export interface CliScene {
  readonly sandbox: Sandbox;
  /** Root of the `file://` backend. */
  readonly stateFolder: string;
  /** Calls the sandbox's admin interface. */
  admin<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** Runs a command of the engine in the project. */
  pulumi(args: readonly string[], onSpawn?: (child: ChildProcess) => void): Promise<CliResult>;
  close(): Promise<void>;
}

/**
 * Opens a scene with a stack.
 *
 * @param program text of a CommonJS program
 * @param envOf settings that lead the provider to the sandbox
 */
export async function openCliScene(
  program: string,
  options: SandboxOptions,
  envOf: (sandbox: Sandbox) => EngineEnv | Promise<EngineEnv> = platformEnv,
): Promise<CliScene> {
  const sandbox = await startSandbox(options);
  const home = await openHome();
  await mkdir(projectsFolder, { recursive: true });
  const cwd = await mkdtemp(join(projectsFolder, "project-"));
  await Promise.all([
    writeFile(join(cwd, "Pulumi.yaml"), "name: e2e\nruntime: nodejs\n"),
    writeFile(join(cwd, "package.json"), JSON.stringify({ name: "e2e", main: "index.js" })),
    writeFile(join(cwd, "index.js"), program),
  ]);
  const scene = sceneOf(sandbox, home, cwd, await envOf(sandbox));
  const { ok, stderr } = await scene.pulumi(["stack", "init", "test"]);
  if (!ok) {
    await scene.close();
    throw new Error(`stack init: ${stderr}`);
  }
  return scene;
}

function sceneOf(sandbox: Sandbox, home: EngineHome, cwd: string, env: EngineEnv): CliScene {
  return {
    sandbox,
    stateFolder: home.stateFolder,
    admin: async <T>(method: string, path: string, body?: unknown) => {
      const answer = await fetch(sandbox.admin + path, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
      });
      const text = await answer.text();
      if (!answer.ok) {
        throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      }
      return (text === "" ? undefined : JSON.parse(text)) as T;
    },
    pulumi: (args, onSpawn) => runPulumi(args, { cwd, home, env, ...(onSpawn === undefined ? {} : { onSpawn }) }),
    close: async () => {
      await sandbox.close();
      await Promise.all([home.dispose(), rm(cwd, { recursive: true, force: true })]);
    },
  };
}

const run = promisify(execFile);

/** A row of the table of processes. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

async function table(): Promise<readonly ProcessRow[]> {
  const { stdout } = await run("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="], { maxBuffer: 16 * 1024 * 1024 });
  return stdout.split("\n").flatMap((line) => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** Everything that a process has started, and what these have started. */
export async function descendantsOf(ancestor: number): Promise<readonly ProcessRow[]> {
  const rows = await table();
  const below = (parent: number): readonly ProcessRow[] =>
    rows.filter((row) => row.parent === parent).flatMap((row) => [row, ...below(row.pid)]);
  return below(ancestor);
}

/** Whether a process is a provider, not its launcher. */
export function isProvider({ command }: ProcessRow): boolean {
  return /\bnode\b.*dynamic-provider/.test(command);
}

/** Whether a process is there still. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Ends those of the processes that are there still, and no other one that has got the id of one since. */
export async function endNow(processes: readonly ProcessRow[]): Promise<void> {
  const rows = await table();
  const isThere = ({ pid, command }: ProcessRow) => rows.some((row) => row.pid === pid && row.command === command);
  for (const { pid } of processes.filter(isThere)) {
    process.kill(pid, "SIGKILL");
  }
}
