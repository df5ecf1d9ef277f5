import { execFile, spawn } from "node:child_process";
import { setMaxListeners } from "node:events";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { systemClock } from "../../../provider/base/clock.js";
import { type Terminal, terminalOf } from "../../../provider/cli/command.js";
import { run } from "../../../provider/cli/run.js";

const bin = resolve(__dirname, "../../../provider/bin/blockchain-nodes.js");

/** How a run of the CLI ended. */
export interface CliRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Settings = Readonly<Record<string, string | undefined>>;

/** What a run in this process has instead of the process's own. */
interface CliSurroundings extends Partial<Pick<Terminal, "clock" | "columns" | "errColumns">> {
  /** The standard input. */
  readonly input?: string;
  /** Interrupts it, as Ctrl-C does. */
  readonly signal?: AbortSignal;
  /** Called with each output. */
  readonly onOut?: (text: string) => void;
}

/**
 * Runs the command line in this process.
 *
 * @param settings variables of its environment; nothing of the developer's own reaches it
 */
export async function runCliInProcess(
  args: readonly string[],
  settings: Settings = {},
  { input = "", signal = new AbortController().signal, onOut, ...surroundings }: CliSurroundings = {},
): Promise<CliRun> {
  let [stdout, stderr] = ["", ""];
  const terminal = terminalOf({
    environment: { PATH: process.env.PATH, ...settings },
    out: (output) => {
      stdout += output;
      onOut?.(output);
    },
    err: (output) => {
      stderr += output;
    },
    interruption: () => {
      setMaxListeners(0, signal);
      return signal;
    },
    input: async () => input,
    clock: systemClock,
    ...surroundings,
  });
  const exitCode = await run(args, terminal);
  return { exitCode, stdout, stderr };
}

/**
 * Runs the compiled CLI in its own process.
 *
 * @param settings environment variables; it inherits nothing from the developer's environment
 * @param cwd working directory, by default that of the tests
 */
export function runCli(args: readonly string[], settings: Settings = {}, cwd?: string): Promise<CliRun> {
  return new Promise((done, fail) => {
    const env = { PATH: process.env.PATH, ...settings };
    const child = execFile(process.execPath, [bin, ...args], { env, cwd, timeout: 30_000 }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : error.code;
      if (typeof exitCode === "number") {
        done({ exitCode, stdout, stderr });
      } else {
        fail(error);
      }
    });
    child.stdin?.end();
  });
}

/**
 * Runs it with an unwritable output.
 *
 * @param output `closed`: a pipe without a reader; `full`: a device without space
 */
export async function runCliInto(output: "closed" | "full", args: readonly string[]): Promise<Omit<CliRun, "stdout">> {
  const device = output === "full" ? await open("/dev/full", "w") : undefined;
  const child = spawn(process.execPath, [bin, ...args], {
    env: { PATH: process.env.PATH },
    stdio: ["ignore", device?.fd ?? "pipe", "pipe"],
    timeout: 30_000,
  });
  child.stdout?.destroy();
  const ended = new Promise<number | null>((done) => child.once("exit", done));
  const [exitCode, stderr] = await Promise.all([ended, child.stderr === null ? "" : text(child.stderr)]);
  await device?.close();
  return { exitCode: exitCode ?? -1, stderr };
}
