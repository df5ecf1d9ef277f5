import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { type EngineEnv, type EngineHome, openHome } from "./home";

/** Where and how to run the command. */
export interface CliOptions {
  /** Working directory, as a rule the folder with `Pulumi.yaml`. */
  readonly cwd: string;
  /** Variables laid over the private environment. */
  readonly env?: EngineEnv;
  /** Home that several commands share. @default a home of its own, removed when the command ends */
  readonly home?: EngineHome;
  /** Receives the process as soon as it runs, for tests that signal or kill it. */
  readonly onSpawn?: (child: ChildProcess) => void;
}

/** What a finished command left. A failed command is a value: look at `ok`. */
export interface CliResult {
  readonly ok: boolean;
  /** Exit code; `null` when a signal ended the process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the plain `pulumi` command, without prompts and colours, in a private home.
 * @throws when the process cannot be started.
 */
export const runPulumi = async (args: readonly string[], options: CliOptions): Promise<CliResult> => {
  const home = options.home ?? (await openHome());
  try {
    return await new Promise<CliResult>((resolve, reject) => {
      const child = spawn(join(home.engineRoot, "bin", "pulumi"), ["--non-interactive", "--color", "never", ...args], {
        cwd: options.cwd,
        env: { ...process.env, ...home.env, ...options.env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let stdout = "";
      let stderr = "";
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        stdout += chunk;
      });
      child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
        stderr += chunk;
      });
      child.on("error", reject);
      child.on("close", (code) => resolve({ ok: code === 0, code, stdout, stderr }));
      options.onSpawn?.(child);
    });
  } finally {
    if (options.home === undefined) {
      await home.dispose();
    }
  }
};
