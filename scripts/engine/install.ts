import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { engineFiles } from "./files";
import { complete, type MakeOptions } from "./make";
import { run } from "./run";
import { sdkFolder } from "./versions";

/** Number of checks without new bytes after which a download has stalled. */
const looks = 15;

/**
 * A separate process, because only a process can be killed: the SDK allows two minutes for the download of the script,
 * and has no time limit for the shell that runs it. On failure it prints the one line that says why.
 */
const program = `
const [root, release] = process.argv.slice(1);
const version = require("semver").parse(release);
require("@pulumi/pulumi/automation/cmd").PulumiCommand.install({ root, version }).catch(({ message }) => {
  console.error(/(curl|tar|error): [^\\u001b\\n]*/.exec(message)?.[0] ?? message);
  process.exit(1);
});
`;

/** Bytes downloaded so far; `NaN`, which equals nothing, while files are being created and removed. */
const bytesIn = (root: string, temporary: string): number => {
  try {
    return [
      ...readdirSync(root, { recursive: true, encoding: "utf8" }).map((name) => join(root, name)),
      // `mktemp -t` on macOS may prefer the user's temporary folder to TMPDIR.
      ...readdirSync(temporary)
        .filter((name) => name.startsWith("pulumi."))
        .map((name) => join(temporary, name)),
    ].reduce((sum, file) => sum + statSync(file).size, 0);
  } catch {
    return Number.NaN;
  }
};

/**
 * Installs the pinned release as the SDK does, with the official installer: takes seconds if the network allows it.
 *
 * @throws an error that says what failed, or the signal's reason; no file of the installation is left
 */
export const installEngine = async (options: MakeOptions): Promise<void> => {
  const { folder, versions, env, progress, stallMs } = options;
  progress.enter(`installing Pulumi ${versions.command} with the official installer`);
  const root = join(folder, "installer");
  const TMPDIR = join(root, "tmp");
  mkdirSync(TMPDIR, { recursive: true });

  const stalled = new AbortController();
  let bytes = 0;
  let quietLooks = 0;
  const watch = setInterval(() => {
    const now = bytesIn(root, env.TMPDIR ?? tmpdir());
    quietLooks = now === bytes ? quietLooks + 1 : 0;
    bytes = now;
    if (quietLooks === looks) {
      stalled.abort(new Error(`killed after ${stallMs / 1000} s without new bytes`));
    }
  }, stallMs / looks);
  try {
    await run("`install`", [process.execPath, "-e", program, "--", root, versions.command], {
      cwd: sdkFolder,
      env: { ...env, TMPDIR },
      signal: AbortSignal.any([options.signal, stalled.signal]),
    });
    const bin = join(root, "bin");
    await complete({ ...options, folder: bin });
    for (const name of engineFiles) {
      renameSync(join(bin, name), join(folder, name));
    }
    progress.log(`installed in ${progress.seconds()} s`);
  } finally {
    clearInterval(watch);
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  }
};
