import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { ask, findOnPath, isExecutable } from "./executables";
import { engineFiles } from "./files";
import { compareReleases, parseRelease, type Release } from "./versions";

/** Oldest engine that is accepted. */
const oldest: Release = [3, 216, 0];

/** First release that is too new: from here on `get` of a dynamic resource needs a newer SDK than the one we pin. */
const tooNew: Release = [3, 260, 0];

/** The accepted releases, for messages. */
export const acceptedReleases = "3.216 to 3.259";

/** An engine that was installed by other means. */
interface InstalledEngine {
  readonly folder: string;
  /** Release as the command reports it, without a leading `v`. */
  readonly version: string;
}

/** Folder in which the SDK's `PulumiCommand.install` puts each release. */
export const installedFolder = (env: NodeJS.ProcessEnv): string => join(env.HOME || homedir(), ".pulumi", "versions");

/** The `pulumi` of each release that an Automation API installed, newest first. */
export const findInstalled = (env: NodeJS.ProcessEnv): readonly string[] => {
  const folder = installedFolder(env);
  try {
    return readdirSync(folder)
      .sort()
      .reverse()
      .map((name) => join(folder, name, "bin", "pulumi"))
      .filter(isExecutable);
  } catch {
    return [];
  }
};

/** Why `command` is unusable, or its version if it is usable. */
const examine = async (
  command: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly version: string } | { readonly reason: string }> => {
  const answer = await ask(command, ["version"], { env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" } });
  if (!answer.ok) {
    return { reason: `\`pulumi version\` failed: ${answer.reason}` };
  }
  const release = parseRelease(answer.text);
  if (release === undefined) {
    return { reason: `\`pulumi version\` printed no version: ${answer.text.slice(0, 80)}` };
  }
  const version = answer.text.replace(/^v/, "");
  if (compareReleases(release, oldest) < 0 || compareReleases(release, tooNew) >= 0) {
    return { reason: `version ${version} is not ${acceptedReleases}` };
  }
  const missing = engineFiles.filter(
    (name) => !isExecutable(join(dirname(command), name)) && findOnPath(name, env).length === 0,
  );
  return missing.length === 0 ? { version } : { reason: `${missing.join(" and ")} neither beside it nor on PATH` };
};

/**
 * The first `pulumi` command that is of an accepted release and can run Node programs.
 *
 * @param skip receives why each earlier one is unusable
 */
export const firstUsable = async (
  commands: readonly string[],
  env: NodeJS.ProcessEnv,
  skip: (line: string) => void,
): Promise<InstalledEngine | undefined> => {
  for (const command of commands) {
    const found = await examine(command, env);
    if ("version" in found) {
      return { folder: dirname(command), version: found.version };
    }
    skip(`${command}: ${found.reason}`);
  }
  return;
};
