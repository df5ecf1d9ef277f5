import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { claim, liveOwner } from "./claim";
import { compileEngine } from "./compile";
import { isComplete } from "./files";
import { installEngine } from "./install";
import { takeLock } from "./lock";
import type { MakeOptions } from "./make";
import { CommandFailure } from "./run";

/** File in an unfinished folder that names the process that works on it. */
const ownerFile = "owner";

/** Marks the name of an unfinished folder. */
const unfinished = ".tmp-";

/** Removes the unfinished folders of dead processes. */
const removeAbandoned = (parent: string): void => {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    if (name.includes(unfinished) && liveOwner(join(folder, ownerFile)) === undefined) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
};

/** Moves a finished engine into place in one step. */
const publish = (temporary: string, folder: string): void => {
  try {
    renameSync(temporary, folder);
  } catch {
    // Another process was first, with the same engine; or the entry is incomplete, and unusable.
    if (!isComplete(folder)) {
      rmSync(folder, { recursive: true, force: true });
      renameSync(temporary, folder);
    }
  }
};

/** The ways to make an engine, fastest first. */
const ways = [
  { source: "installer", name: "the official installer", make: installEngine },
  { source: "build", name: "the build", make: compileEngine },
] as const;

/** Makes an engine in the first way that works. */
const make = async (options: MakeOptions): Promise<"installer" | "build"> => {
  const failures: string[] = [];
  let tail = "";
  for (const way of ways) {
    try {
      await way.make(options);
      return way.source;
    } catch (error) {
      options.signal.throwIfAborted();
      const failure = `${way.name} failed: ${error instanceof Error ? error.message : String(error)}`;
      options.progress.log(failure);
      failures.push(failure);
      tail = error instanceof CommandFailure ? error.tail : "";
    }
  }
  throw new CommandFailure(failures.join(", and "), tail);
};

/**
 * Makes an engine in the cache entry `folder`, or waits for another process that is doing so.
 *
 * The entry appears complete or not at all.
 *
 * @returns how this process made it; `cache` if another process did
 */
export const fillCache = async (options: MakeOptions): Promise<"installer" | "build" | "cache"> => {
  const { folder, progress, signal } = options;
  const parent = dirname(folder);
  mkdirSync(parent, { recursive: true });
  const releaseLock = await takeLock(`${folder}.lock`, {
    isDone: () => isComplete(folder),
    onWait: (owner, seconds) => progress.log(`waiting for the build of process ${owner} (${seconds} s)`),
    signal,
  });
  if (releaseLock === undefined) {
    return "cache";
  }
  const temporary = join(parent, `${basename(folder)}${unfinished}${process.pid}-${randomBytes(4).toString("hex")}`);
  let releaseFolder: (() => void) | undefined;
  try {
    // The previous owner may have finished between our last check and its release of the lock.
    if (isComplete(folder)) {
      return "cache";
    }
    removeAbandoned(parent);
    mkdirSync(temporary);
    releaseFolder = claim(join(temporary, ownerFile));
    const source = await make({ ...options, folder: temporary });
    releaseFolder?.();
    publish(temporary, folder);
    return source;
  } finally {
    releaseFolder?.();
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
    releaseLock();
  }
};
