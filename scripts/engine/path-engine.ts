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

/** An engine found on PATH. */
interface PathEngine {
  readonly folder: string;
  /** Release as the command tells it, without a leading `v`. */
  readonly version: string;
}

/** The result of the search: the engine when there is one, and why each other candidate was skipped. */
export interface PathSearch {
  readonly engine?: PathEngine;
  readonly skipped: readonly string[];
}

/** Why `command` cannot serve, or its version when it can. */
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
    return { reason: `\`pulumi version\` answered no version: ${answer.text.slice(0, 80)}` };
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

/** Looks through PATH for a `pulumi` of an accepted release that can run Node programs. */
export const searchPath = async (env: NodeJS.ProcessEnv): Promise<PathSearch> => {
  const skipped: string[] = [];
  for (const command of findOnPath("pulumi", env)) {
    const found = await examine(command, env);
    if ("version" in found) {
      return { engine: { folder: dirname(command), version: found.version }, skipped };
    }
    skipped.push(`${command}: ${found.reason}`);
  }
  return { skipped };
};
