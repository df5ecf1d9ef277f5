import { spawn } from "node:child_process";

/** Lines of a failed command that a message repeats. */
const tailLines = 20;

/** A command that failed, with the last lines it wrote. */
export class CommandFailure extends Error {
  readonly tail: string;

  constructor(what: string, tail: string) {
    super(what);
    this.name = "CommandFailure";
    this.tail = tail;
  }
}

/** What a command needs from its surroundings. */
export interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Ends the command with all that it started, and rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/**
 * Runs a command to its end. Its output is kept for a failure only: our stdout belongs to the answer.
 *
 * @throws {@link CommandFailure} when it fails; `title` names it there.
 */
export const run = (
  title: string,
  [file, ...args]: readonly [string, ...string[]],
  { cwd, env, signal }: RunOptions,
): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    // A process group of its own, so that what the command starts can be ended with it.
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
        // Already ended, or never started.
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
        const what = startError?.message ?? (code === null ? `was ended by ${ending}` : `ended with code ${code}`);
        const lines = output.trimEnd().split("\n").slice(-tailLines);
        reject(new CommandFailure([`${title} ${what}`, lines.at(-1)].filter(Boolean).join(": "), lines.join("\n")));
      }
    });
  });
