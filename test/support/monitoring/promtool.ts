import { execFile } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * Prometheus's own checker, of the Debian package `prometheus`, or the one in the environment variable `PROMTOOL`;
 * undefined if there is none.
 */
export function promtoolPath(): string | undefined {
  const path = process.env.PROMTOOL ?? "/usr/bin/promtool";
  return existsSync(path) ? path : undefined;
}

/** Runs it and returns its exit code with everything that it printed. */
export function runPromtool(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<{ readonly exitCode: number; readonly output: string }> {
  return new Promise((done, fail) => {
    execFile(program, args, { cwd, timeout: 15_000 }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : error.code;
      typeof exitCode === "number" ? done({ exitCode, output: stdout + stderr }) : fail(error);
    });
  });
}
