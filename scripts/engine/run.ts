import { spawn } from "node:child_process";

/** Number of a failed command's last lines in its message. */
const tailLines = 20;

/** A failed command, with its last lines of output. */
export class CommandFailure extends Error {
  readonly tail: string;

  constructor(what: string, tail: string) {
    super(what);
    this.name = "CommandFailure";
    this.tail = tail;
  }
}

/** Options of {@link run}. */
export interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Kills the command and its children, and rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/**
 * Runs a command to its end. Its output is shown only if it fails: our stdout is reserved for the result.
 *
 * @throws {@link CommandFailure} if it fails, with `title` as its name
 */
export const run = (
  title: string,
  [file, ...args]: readonly [string, ...string[]],
  { cwd, env, signal }: RunOptions,
): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    // A separate process group, so that the command's children can be killed with it.
    const child = spawn(file, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const keep = (chunk: string): void => {
      output = (output + chunk).slice(-20_000);
    };
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);

    const end = (): void => {
      try {
        process.kill(-Number(child.pid), "SIGKILL");
      } catch {
        // Already exited, or never started.
      }
    };
    signal.addEventListener("abort", end, { once: true });

    let startError: Error | undefined;
    child.on("error", (error) => {
      startError = error;
    });
    child.on("close", (code, ending) => {
      signal.removeEventListener("abort", end);
      if (signal.aborted) {
        reject(signal.reason);
      } else if (startError === undefined && code === 0) {
        resolve();
      } else {
        const what = startError?.message ?? (code === null ? `was killed by ${ending}` : `exited with code ${code}`);
        const lines = output.trimEnd().split("\n").slice(-tailLines);
        reject(new CommandFailure([`${title} ${what}`, lines.at(-1)].filter(Boolean).join(": "), lines.join("\n")));
      }
    });
  });
