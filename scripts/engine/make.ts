import { chmodSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { ask } from "./executables";
import type { Progress } from "./progress";
import { type EngineVersions, sdkFolder } from "./versions";

/** Options of every way to make an engine. */
export interface MakeOptions {
  /** Existing folder that receives the engine; no other file is left in it. */
  readonly folder: string;
  readonly versions: EngineVersions;
  readonly env: NodeJS.ProcessEnv;
  readonly progress: Progress;
  /** A download without new bytes for this long is killed. */
  readonly stallMs: number;
  /** Kills every process that makes the engine, and rejects. */
  readonly signal: AbortSignal;
}

/**
 * Checks that a new command and language host run, and adds the SDK's launcher of dynamic providers.
 *
 * @throws an error if one does not run, or the command is of another release
 */
export const complete = async ({ folder, versions, env }: MakeOptions): Promise<void> => {
  const quiet = { env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" } };
  const answer = await ask(join(folder, "pulumi"), ["version"], quiet);
  if (!answer.ok || answer.text !== `v${versions.command}`) {
    throw new Error(`the new \`pulumi\` is not v${versions.command}: ${answer.ok ? answer.text : answer.reason}`);
  }
  const host = await ask(join(folder, "pulumi-language-nodejs"), ["-help"], quiet);
  if (!host.ok) {
    throw new Error(`the new \`pulumi-language-nodejs\` does not run: ${host.reason}`);
  }
  const launcher = "pulumi-resource-pulumi-nodejs";
  copyFileSync(join(sdkFolder, launcher), join(folder, launcher));
  chmodSync(join(folder, launcher), 0o755);
};
