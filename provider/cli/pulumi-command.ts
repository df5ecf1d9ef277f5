import { execFile } from "node:child_process";
import { CommandFailure } from "./command.js";

/** Runs `pulumi` and answers what it wrote to stdout. */
export type RunPulumi = (...args: readonly string[]) => Promise<string>;

// The state of a large stack.
const maxOutputBytes = 1024 ** 3;

/**
 * The `pulumi` of PATH, in the current directory, without questions. What runs here decrypts nothing: it needs no
 * passphrase.
 *
 * @returns a function that rejects with a {@link CommandFailure}: there is no `pulumi`, or what it said itself
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
              new CommandFailure("There is no `pulumi` on PATH, and it alone can tell what a stack knows: install it."),
            );
          } else {
            fail(new CommandFailure(`\`pulumi ${args.join(" ")}\` failed: ${complaintOf(stderr) || error.message}`));
          }
        },
      );
      child.stdin?.end();
    });
}

/** What it says about the failure, without the warnings before. */
function complaintOf(stderr: string): string {
  const from = stderr.search(/^error: /m);
  return (from < 0 ? stderr : stderr.slice(from).replace(/^error: /gm, "")).trim();
}
