import { execFile } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** A hanging program must not hang the search. */
const probeTimeoutMs = 20_000;

/** Whether `file` is a regular file that this user may run. */
export const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};

/**
 * Every executable of that name on PATH, in order. Relative entries are ignored: they depend on the working directory.
 */
export const findOnPath = (name: string, env: NodeJS.ProcessEnv): readonly string[] => {
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return [...new Set(folders)].map((folder) => join(folder, name)).filter(isExecutable);
};

/** Output of a short command, or why it failed. */
export type Answer = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/** Runs a command that returns at once, such as `pulumi version`. Never rejects. */
export const ask = (
  file: string,
  args: readonly string[],
  options: { readonly env: NodeJS.ProcessEnv; readonly cwd?: string },
): Promise<Answer> =>
  new Promise((resolve) => {
    execFile(file, args, { ...options, timeout: probeTimeoutMs, encoding: "utf8" }, (error, stdout, stderr) => {
      resolve(
        error === null
          ? { ok: true, text: stdout.trim() }
          : { ok: false, reason: (stderr.trim() || error.message).split("\n").slice(-3).join(" ") },
      );
    });
  });
