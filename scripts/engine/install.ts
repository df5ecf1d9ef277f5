import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { engineFiles } from "./files";
import { complete, type MakeOptions } from "./make";
import { run } from "./run";
import { sdkFolder } from "./versions";

/** How often a download is looked at before it counts as stalled. */
const looks = 15;

/**
 * A process of its own, because only a process can be ended: the SDK gives its download of the script two minutes, and
 * the shell that runs the script all the time it likes. Of a failure it tells the one line that says why.
 */
const program = `
const [root, release] = process.argv.slice(1);
const version = require("semver").parse(release);
require("@pulumi/pulumi/automation/cmd").PulumiCommand.install({ root, version }).catch(({ message }) => {
  console.error(/(curl|tar|error): [^\\u001b\\n]*/.exec(message)?.[0] ?? message);
  process.exit(1);
});
`;

/** Bytes that the installer has brought so far; `NaN`, which equals nothing, while files come and go. */
const bytesIn = (root: string, temporary: string): number => {
  try {
    return [
      ...readdirSync(root, { recursive: true, encoding: "utf8" }).map((name) => join(root, name)),
      // The `mktemp -t` of macOS may prefer the user's own temporary folder to TMPDIR.
      ...readdirSync(temporary)
        .filter((name) => name.startsWith("pulumi."))
        .map((name) => join(temporary, name)),
    ].reduce((sum, file) => sum + statSync(file).size, 0);
  } catch {
    return Number.NaN;
  }
};

/**
 * Installs the pinned release as the SDK does, with the official installer: seconds, where the network allows it.
 *
 * @throws an error that says what failed, or the reason of the signal; nothing is left of the installation then.
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
      stalled.abort(new Error(`ended after ${stallMs / 1000} s without new bytes`));
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
