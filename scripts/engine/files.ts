import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { isExecutable } from "./executables";
import type { EngineVersions } from "./versions";

/**
 * What `pulumi up` of a Node program needs in one folder: the command, the language host, the launcher of dynamic
 * providers.
 */
export const engineFiles = ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"] as const;

/** Whether every part of an engine is in `folder`. */
export const isComplete = (folder: string): boolean => engineFiles.every((name) => isExecutable(join(folder, name)));

/** Name of the cache entry: everything that determines its engine, except whether it was installed or built. */
export const cacheKey = (versions: EngineVersions): string =>
  [
    `cli-${versions.command}`,
    `host-${versions.host}`,
    `sdk-${versions.sdk}`,
    `${process.platform}-${process.arch}`,
  ].join("_");

/**
 * Folder of all cached engines: below `PULUMI_BLOCKCHAIN_NODES_CACHE`, else `XDG_CACHE_HOME`, else `~/.cache`.
 * A relative or empty setting is ignored, so that the cache does not move with the working directory.
 */
export const cacheFolder = (env: NodeJS.ProcessEnv): string => {
  const base =
    [env.PULUMI_BLOCKCHAIN_NODES_CACHE, env.XDG_CACHE_HOME].find(
      (folder) => folder !== undefined && isAbsolute(folder),
    ) ?? join(env.HOME || homedir(), ".cache");
  return join(base, "pulumi-blockchain-nodes", "engine");
};
