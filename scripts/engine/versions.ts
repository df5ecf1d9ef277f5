import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Folder of the Go module that pins the `pulumi` command; only its `go.mod` names the version. */
export const commandModule = join(__dirname, "cli");

/**
 * Folder of the Go module that pins the Node language host. A separate module: the two require different `sdk/v3`.
 */
export const hostModule = join(__dirname, "nodejs-host");

/** Folder of the installed `@pulumi/pulumi`, which ships the launcher of dynamic providers. */
export const sdkFolder = dirname(require.resolve("@pulumi/pulumi/package.json"));

/** The versions that make up our engine, without a leading `v`. */
export interface EngineVersions {
  readonly command: string;
  readonly host: string;
  readonly sdk: string;
  /** Oldest Go release that can compile both modules. */
  readonly go: string;
}

const capture = (file: string, pattern: RegExp): string => {
  const found = pattern.exec(readFileSync(file, "utf8"))?.[1];
  if (found === undefined) {
    throw new Error(`${file} contains no version that matches ${pattern.source}`);
  }
  return found;
};

/** Reads the pinned versions from the committed module files and from the installed SDK. */
export const readVersions = (): EngineVersions => ({
  command: capture(join(commandModule, "go.mod"), /github\.com\/pulumi\/pulumi\/pkg\/v3 v(\S+)/),
  host: capture(join(hostModule, "go.mod"), /github\.com\/pulumi\/pulumi\/sdk\/v3 v(\S+)/),
  sdk: capture(join(sdkFolder, "package.json"), /"version": "([^"]+)"/),
  go: capture(join(commandModule, "go.mod"), /^go (\S+)$/m),
});

/** A release number as `[major, minor, patch]`. */
export type Release = readonly [number, number, number];

/** The first release number in a text such as `v3.248.0` or `go version go1.25.1 linux/amd64`; a missing patch is 0. */
export const parseRelease = (text: string): Release | undefined => {
  const match = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text);
  return match === null ? undefined : [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
};

/** Negative if `a` is older than `b`, 0 if they are equal, positive if it is newer. */
export const compareReleases = (a: Release, b: Release): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
