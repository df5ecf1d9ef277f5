import { execFile, spawn } from "node:child_process";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";

const bin = resolve(__dirname, "../../../provider/bin/blockchain-nodes.js");

/** How a run of the command line ended. */
export interface CliRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the compiled command line as a process of its own.
 *
 * @param settings variables of its environment; nothing of the developer's own reaches it
 * @param cwd working directory; that of the tests where none is given
 */
export function runCli(
  args: readonly string[],
  settings: Readonly<Record<string, string | undefined>> = {},
  cwd?: string,
): Promise<CliRun> {
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
 * Runs it with an output that cannot be written.
 *
 * @param output `closed`: a pipe that nobody reads any more; `full`: a device without room
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
