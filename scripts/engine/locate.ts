import { join } from "node:path";
import { buildIntoCache } from "./build";
import { renewEveryMs } from "./claim";
import { CommandFailure } from "./compile";
import { ask, findOnPath } from "./executables";
import { cacheFolder, cacheKey, isComplete } from "./files";
import { acceptedReleases, searchPath } from "./path-engine";
import { commandModule, compareReleases, type EngineVersions, parseRelease, readVersions } from "./versions";

/** A Pulumi engine on this machine. */
export interface Engine {
  /** Put this folder first on PATH to use the engine. */
  readonly folder: string;
  /** Release of the `pulumi` command, without a leading `v`. */
  readonly version: string;
  /** Where it was found; `build` when this call compiled it or waited for another process that did. */
  readonly source: "path" | "cache" | "build";
}

/** Settings of {@link locateEngine}, for tests. */
export interface LocateOptions {
  /** Environment that is searched. @default process.env */
  readonly env?: NodeJS.ProcessEnv;
  /** Receives one line of progress at a time. @default standard error */
  readonly log?: (line: string) => void;
  /** Interval of the lines that tell the elapsed time of a build. @default 15000 */
  readonly progressMs?: number;
}

/** There is no engine and none can be made; the message says what was missing and what to install. */
export class EngineNotFoundError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "EngineNotFoundError";
  }
}

/** The `go` that can build, or the reason why none can. */
const findGo = async (
  versions: EngineVersions,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly go: string } | { readonly reason: string }> => {
  const [go] = findOnPath("go", env);
  if (go === undefined) {
    return { reason: "it cannot be built here, because there is no Go on PATH" };
  }
  // Asked inside the module: a newer Go may switch to the release that go.mod wants.
  const answer = await ask(go, ["version"], { env, cwd: commandModule });
  const release = answer.ok ? parseRelease(answer.text) : undefined;
  const needed = parseRelease(versions.go);
  if (release === undefined || needed === undefined) {
    return {
      reason: `it cannot be built here, because \`go version\` failed: ${answer.ok ? answer.text : answer.reason}`,
    };
  }
  return compareReleases(release, needed) < 0
    ? { reason: `it cannot be built here, because Go ${release.join(".")} (${go}) is too old` }
    : { go };
};

const notFound = (
  skipped: readonly string[],
  cached: string,
  versions: EngineVersions,
  cause: string,
  tail = "",
): Error =>
  new EngineNotFoundError(
    [
      `No Pulumi engine: no \`pulumi\` ${acceptedReleases} on PATH${skipped.length > 0 ? ` (skipped ${skipped.join("; ")})` : ""},`,
      `none in the cache (${cached}), and ${cause}.`,
      `Install Pulumi ${versions.command} with the official installer (https://www.pulumi.com/docs/install/, or`,
      `\`curl -fsSL https://get.pulumi.com | sh -s -- --version ${versions.command}\`) and put it on PATH,`,
      `or install Go ${versions.go} or newer to have it built, then run this again.`,
    ].join(" ") + (tail === "" ? "" : `\nLast lines of the build:\n${tail}`),
  );

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

/**
 * Finds a Pulumi engine: `pulumi` on PATH, else the cache, else a build from the pinned Go modules into the cache.
 *
 * Linux and macOS. A first build takes about four minutes and 3 GB of Go caches; it tells its progress through `log`.
 *
 * @throws {@link EngineNotFoundError} when there is none and none can be built.
 */
export const locateEngine = async (options: LocateOptions = {}): Promise<Engine> => {
  const env = options.env ?? process.env;
  const log = options.log ?? ((line: string) => process.stderr.write(`engine: ${line}\n`));

  const { engine, skipped } = await searchPath(env);
  for (const line of skipped) {
    log(`skipped ${line}`);
  }
  if (engine !== undefined) {
    return { ...engine, source: "path" };
  }

  const versions = readVersions();
  const folder = join(cacheFolder(env), cacheKey(versions));
  if (isComplete(folder)) {
    return { folder, version: versions.command, source: "cache" };
  }

  const found = await findGo(versions, env);
  if ("reason" in found) {
    throw notFound(skipped, folder, versions, found.reason);
  }
  try {
    const progressMs = options.progressMs ?? renewEveryMs;
    await abortOnSignals((signal) => buildIntoCache({ go: found.go, folder, versions, env, progressMs, log, signal }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const tail = error instanceof CommandFailure ? error.tail : "";
    throw notFound(skipped, folder, versions, `the build failed: ${reason}`, tail);
  }
  return { folder, version: versions.command, source: "build" };
};
