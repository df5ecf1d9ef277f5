import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { EngineHome } from "../../test/support/engine/home";
import { runPulumi } from "../../test/support/engine/pulumi";
import { type Program, stackName, writeProgram, writeProject } from "../plan/program";
import { ProcessTree } from "./processes";

/** A resource as the state holds it. */
export interface StateEntry {
  readonly urn: string;
  readonly type: string;
  readonly custom: boolean;
  readonly id?: string;
  /** Marked for deletion: its replacement exists. */
  readonly delete?: boolean;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

/** A command that ended. */
export interface CommandRecord {
  readonly command: string;
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
  /** Whether it was killed because it took too long. */
  readonly isOverdue: boolean;
}

/** The stack of one round. */
export interface ChaosStack {
  /** Folder of the project. */
  readonly folder: string;
  /** Environment of the engine, and of commands beside it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Commands so far, without those that print secrets because they were asked to. */
  readonly records: readonly CommandRecord[];
  /** Sets what the program declares. */
  declare(program: Program): Promise<void>;
  /** Runs a command; `during` hears of its processes as soon as it runs. */
  run(args: readonly string[], during?: (tree: ProcessTree) => void): Promise<CommandRecord>;
  /** Our resources in the state, secrets in clear. */
  entries(): Promise<readonly StateEntry[]>;
  /** Everything that the engine has stored. */
  stored(): Promise<string>;
  /** Waits until no process is left of the commands so far; the number of those that do not end. */
  settle(): Promise<number>;
  /** Ends every process. */
  close(): Promise<void>;
}

/** Longest time of one command. */
const commandLimitMs = 90_000;
const samplingMs = 200;
// A provider that has lost its engine must give up by itself.
const survivorLimitMs = 10_000;

/** Initializes a stack in a folder. */
export async function openStack(
  home: EngineHome,
  folder: string,
  platformEnv: Readonly<Record<string, string>>,
): Promise<ChaosStack> {
  const env = { ...home.env, ...platformEnv };
  const records: CommandRecord[] = [];
  const trees: ProcessTree[] = [];

  const execute = async (args: readonly string[], during?: (tree: ProcessTree) => void): Promise<CommandRecord> => {
    const startedAt = performance.now();
    const ended = new AbortController();
    let isOverdue = false;
    let watching: Promise<void> | undefined;
    const result = await runPulumi(args, {
      cwd: folder,
      home,
      env: platformEnv,
      onSpawn: ({ pid }) => {
        if (pid !== undefined) {
          const tree = new ProcessTree(pid);
          trees.push(tree);
          during?.(tree);
          watching = watch(tree, ended.signal, () => {
            isOverdue = true;
          });
        }
      },
    }).finally(() => ended.abort());
    await watching;
    const { ok, stdout, stderr } = result;
    return { command: args.join(" "), ok, stdout, stderr, ms: performance.now() - startedAt, isOverdue };
  };

  await writeProject(folder);
  const made = await execute(["stack", "init", stackName]);
  if (!made.ok) {
    throw new Error(`pulumi stack init failed: ${made.stderr}`);
  }
  return {
    folder,
    env,
    records,
    declare: (program) => writeProgram(folder, program),
    run: async (args, during) => {
      const record = await execute([...args, "--stack", stackName], during);
      records.push(record);
      return record;
    },
    entries: async () => {
      const { ok, stdout, stderr } = await execute(["stack", "export", "--show-secrets", "--stack", stackName]);
      if (!ok) {
        throw new Error(`pulumi stack export failed: ${stderr}`);
      }
      const { deployment } = JSON.parse(stdout) as { deployment: { resources?: readonly StateEntry[] } };
      return (deployment.resources ?? []).filter(({ type }) => type.includes("blockchain-nodes:"));
    },
    stored: async () => {
      const files = await readdir(home.stateFolder, { recursive: true, withFileTypes: true });
      const texts = files
        .filter((file) => file.isFile())
        // A history file may be rotated away in between.
        .map((file) => readFile(join(file.parentPath, file.name), "utf8").catch(() => ""));
      return (await Promise.all(texts)).join("\n");
    },
    settle: () => settle(trees),
    close: async () => {
      await Promise.all(trees.map((tree) => tree.end()));
    },
  };
}

async function watch(tree: ProcessTree, ended: AbortSignal, overdue: () => void): Promise<void> {
  const limitAt = performance.now() + commandLimitMs;
  while (!ended.aborted) {
    await tree.refresh();
    if (performance.now() > limitAt) {
      overdue();
      await tree.end();
      return;
    }
    await sleep(samplingMs, undefined, { signal: ended }).catch(() => undefined);
  }
}

async function settle(trees: readonly ProcessTree[]): Promise<number> {
  const limitAt = performance.now() + survivorLimitMs;
  for (;;) {
    const left = (await Promise.all(trees.map((tree) => tree.survivors()))).flat();
    const working = left.filter(({ command }) => command.includes("/cmd/dynamic-provider"));
    if (working.length === 0 || performance.now() > limitAt) {
      await Promise.all(trees.map((tree) => tree.end()));
      return working.length;
    }
    await sleep(samplingMs);
  }
}
