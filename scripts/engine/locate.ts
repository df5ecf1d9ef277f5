import { join } from "node:path";
import { renewEveryMs } from "./claim";
import { findOnPath } from "./executables";
import { cacheFolder, cacheKey, isComplete } from "./files";
import { fillCache } from "./fill-cache";
import { startProgress } from "./progress";
import { CommandFailure } from "./run";
import { acceptedReleases, findInstalled, firstUsable, installedFolder } from "./search";
import { type EngineVersions, readVersions } from "./versions";

/** A Pulumi engine on this machine. */
export interface Engine {
  /** Put this folder first on PATH to use the engine. */
  readonly folder: string;
  /** Release of the `pulumi` command, without a leading `v`. */
  readonly version: string;
  /** Where it was found; `installer` or `build` if this call made it. */
  readonly source: "path" | "cache" | "installed" | "installer" | "build";
}

/** Settings of {@link locateEngine}, for tests. */
export interface LocateOptions {
  /** Environment that is searched. @default process.env */
  readonly env?: NodeJS.ProcessEnv;
  /** Receives one line of progress at a time. @default standard error */
  readonly log?: (line: string) => void;
  /** Interval of the lines with the elapsed time. @default 15000 */
  readonly progressMs?: number;
  /** A download without new bytes for this long is killed. @default 15000 */
  readonly stallMs?: number;
}

/** There is no engine and none can be made; the message says what is missing and what to do. */
export class EngineNotFoundError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "EngineNotFoundError";
  }
}

/** Runs `work` so that a signal aborts it first, lets it clean up, and then has its usual effect on this process. */
const abortOnSignals = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController();
  let received: NodeJS.Signals | undefined;
  const onSignal = (name: NodeJS.Signals): void => {
    received ??= name;
    controller.abort(new Error(`interrupted by ${name}`));
  };
  const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const name of names) {
    process.on(name, onSignal);
  }
  try {
    return await work(controller.signal);
  } finally {
    for (const name of names) {
      process.off(name, onSignal);
    }
    if (received !== undefined) {
      process.kill(process.pid, received);
    }
  }
};

/** What to do when nothing works. */
const advice = ({ command, go }: EngineVersions): string =>
  [
    `Install Pulumi ${command} with the official installer (https://www.pulumi.com/docs/install/, or`,
    `\`curl -fsSL https://get.pulumi.com | sh -s -- --version ${command}\`) and put it on PATH,`,
    "or give this machine access to get.pulumi.com and github.com, with curl and tar, to have it installed,",
    `or install Go ${go} or newer to have it built, then run this again.`,
  ].join(" ");

/**
 * Finds a Pulumi engine: `pulumi` on PATH, else our cache, else a release that the Automation API installed. Else makes
 * one in the cache: with the official installer, or, if that fails, by a build from the pinned Go modules.
 *
 * Linux and macOS. An installation takes seconds, a first build about four minutes and 3 GB of Go caches; both report
 * their progress through `log`.
 *
 * @throws {@link EngineNotFoundError} if there is none and none can be made
 */
export const locateEngine = async (options: LocateOptions = {}): Promise<Engine> => {
  const { env = process.env, stallMs = 15_000 } = options;
  const log = options.log ?? ((line: string) => process.stderr.write(`engine: ${line}\n`));
  const skipped: string[] = [];
  const skip = (line: string): void => {
    skipped.push(line);
    log(`skipped ${line}`);
  };

  const onPath = await firstUsable(findOnPath("pulumi", env), env, skip);
  if (onPath !== undefined) {
    return { ...onPath, source: "path" };
  }
  const versions = readVersions();
  const folder = join(cacheFolder(env), cacheKey(versions));
  if (isComplete(folder)) {
    return { folder, version: versions.command, source: "cache" };
  }
  const installed = await firstUsable(findInstalled(env), env, skip);
  if (installed !== undefined) {
    return { ...installed, source: "installed" };
  }

  const progress = startProgress(log, options.progressMs ?? renewEveryMs);
  try {
    const source = await abortOnSignals((signal) => fillCache({ folder, versions, env, progress, stallMs, signal }));
    return { folder, version: versions.command, source };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const tail = error instanceof CommandFailure ? error.tail : "";
    throw new EngineNotFoundError(
      [
        `No Pulumi engine: no \`pulumi\` ${acceptedReleases} on PATH or in ${installedFolder(env)}`,
        `${skipped.length > 0 ? ` (skipped ${skipped.join("; ")})` : ""}, none in the cache (${folder}), and none can`,
        ` be made: ${reason}. ${advice(versions)}${tail === "" ? "" : `\nLast lines of the build:\n${tail}`}`,
      ].join(""),
    );
  } finally {
    progress.stop();
  }
};
