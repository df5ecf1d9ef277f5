import { execFile } from "node:child_process";
import { CommandFailure } from "./command.js";

export type RunPulumi = (...args: readonly string[]) => Promise<string>;

// The exported state of a large stack.
const maxOutputBytes = 1024 ** 3;

/**
 * The `pulumi` on PATH, in the current directory, non-interactive. Only what decrypts secrets, such as
 * `stack export --show-secrets`, needs the passphrase; its output must not be printed.
 *
 * @returns a function that rejects with a {@link CommandFailure} if `pulumi` is missing or fails
 */
export function pulumiCommand(environment: NodeJS.ProcessEnv, signal: AbortSignal): RunPulumi {
  return (...args) =>
    new Promise((done, fail) => {
      const child = execFile(
        "pulumi",
        ["--non-interactive", "--color=never", ...args],
        { env: environment, maxBuffer: maxOutputBytes, signal },
        (error, stdout, stderr) => {
          if (error === null) {
            done(stdout);
          } else if (signal.aborted) {
            fail(signal.reason);
          } else if (error.code === ("ENOENT" as unknown)) {
            fail(
              new CommandFailure(
                "There is no `pulumi` on PATH, which is required to read the stack's state. Install it.",
              ),
            );
          } else {
            fail(new CommandFailure(`\`pulumi ${args.join(" ")}\` failed: ${errorIn(stderr) || error.message}`));
          }
        },
      );
      child.stdin?.end();
    });
}

/** Its error message, without preceding warnings. */
function errorIn(stderr: string): string {
  const from = stderr.search(/^error: /m);
  return (from < 0 ? stderr : stderr.slice(from).replace(/^error: /gm, "")).trim();
}
