import { execFile } from "node:child_process";
import { resolve } from "node:path";

const bin = resolve(__dirname, "../../provider/bin/blockchain-nodes.js");

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
 */
export function runCli(args: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<CliRun> {
  return new Promise((done, fail) => {
    const env = { PATH: process.env.PATH, ...settings };
    const child = execFile(process.execPath, [bin, ...args], { env, timeout: 30_000 }, (error, stdout, stderr) => {
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
