import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { liveOwner, renewClaim, renewEveryMs, writeClaim } from "./claim";
import { type CompileOptions, compileEngine } from "./compile";
import { isComplete } from "./files";
import { takeLock } from "./lock";

/** File in an unfinished folder that tells who works on it. */
const ownerFile = "owner";

/** Marks the name of an unfinished folder. */
const unfinished = ".tmp-";

/** Removes the unfinished folders of builds whose process is gone. */
const removeAbandoned = (parent: string): void => {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    if (name.includes(unfinished) && liveOwner(join(folder, ownerFile)) === undefined) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
};

/** Moves a finished build into place in one step. Whoever is first wins; the second throws its equal copy away. */
const publish = (temporary: string, folder: string): void => {
  try {
    renameSync(temporary, folder);
  } catch (error) {
    if (!isComplete(folder)) {
      // Something incomplete stands there, such as an entry that lost a file. It serves nobody.
      rmSync(folder, { recursive: true, force: true });
      renameSync(temporary, folder);
      return;
    }
    if (!(error instanceof Error && "code" in error && (error.code === "ENOTEMPTY" || error.code === "EEXIST"))) {
      throw error;
    }
  }
};

/**
 * Builds the engine into the cache entry `folder`, or waits for another process that does.
 *
 * The entry appears complete or not at all.
 */
export const buildIntoCache = async (options: CompileOptions): Promise<void> => {
  const { folder, log, signal } = options;
  const parent = dirname(folder);
  mkdirSync(parent, { recursive: true });
  const lock = await takeLock(`${folder}.lock`, {
    isDone: () => isComplete(folder),
    onWait: (owner, seconds) => log(`waiting for the build of process ${owner} (${seconds} s)`),
    signal,
  });
  if (lock === undefined) {
    return;
  }
  const token = randomBytes(4).toString("hex");
  const temporary = join(parent, `${basename(folder)}${unfinished}${process.pid}-${token}`);
  const owner = join(temporary, ownerFile);
  const renewal = setInterval(() => renewClaim(owner), renewEveryMs);
  try {
    // The owner before us may have finished between our last look and its release.
    if (isComplete(folder)) {
      return;
    }
    removeAbandoned(parent);
    mkdirSync(temporary);
    writeClaim(owner, token);
    log("building the Pulumi engine from its Go modules: about four minutes, once; more on a busy machine");
    await compileEngine({ ...options, folder: temporary });
    rmSync(owner);
    publish(temporary, folder);
  } finally {
    clearInterval(renewal);
    rmSync(temporary, { recursive: true, force: true });
    lock.release();
  }
};
