import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { type Engine, locateEngine } from "../../../scripts/engine/locate";

/** Time that a suite gives to finding the engine: a first build takes minutes, each later call milliseconds. */
const firstBuildMs = 20 * 60_000;

/** Settings of the developer that must not reach a test: another backend or account, or the key of a real platform. */
const developerSettings = /^(PULUMI_|BLOCKCHAIN_NODES_)/;

let located: Promise<Engine> | undefined;

/** The Pulumi engine of this machine; looked for once per process. */
const engine = (): Promise<Engine> => {
  located ??= locateEngine();
  return located;
};

/**
 * Registers a `before` hook that finds the engine, with time for a first build. Call it in every suite that uses one.
 */
export const useEngine = (): void => {
  before("finds the Pulumi engine", async function () {
    this.timeout(firstBuildMs);
    await engine();
  });
};

/** Environment of a child process; `undefined` removes a variable that it would inherit. */
export type EngineEnv = Readonly<Record<string, string | undefined>>;

/** Everything that the engine writes, in one temporary folder of its own. */
export interface EngineHome {
  /** The temporary folder. */
  readonly folder: string;
  /** Folder for the files of a project. */
  readonly workFolder: string;
  /** Folder of the state, the root of the `file://` backend. */
  readonly stateFolder: string;
  /** Root of the engine as the Automation API wants it: the command is `bin/pulumi` below. */
  readonly engineRoot: string;
  /** Private settings; removes the developer's own. Lay it over `process.env`. */
  readonly env: EngineEnv;
  /** Removes the folder. */
  readonly dispose: () => Promise<void>;
}

/** Creates a private home, backend and passphrase. */
export const openHome = async (): Promise<EngineHome> => {
  const { folder: engineFolder } = await engine();
  const folder = await realpath(await mkdtemp(join(tmpdir(), "blockchain-nodes-engine-")));
  const create = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path);
    return path;
  };
  const [stateFolder, workFolder, engineRoot] = [create("state"), create("work"), create("engine")];
  await symlink(engineFolder, join(engineRoot, "bin"));
  const inherited = Object.keys(process.env).filter((name) => developerSettings.test(name));
  return {
    folder,
    workFolder,
    stateFolder,
    engineRoot,
    env: {
      ...Object.fromEntries(inherited.map((name) => [name, undefined])),
      PATH: [join(engineRoot, "bin"), process.env.PATH ?? ""].join(delimiter),
      PULUMI_HOME: create("home"),
      PULUMI_BACKEND_URL: `file://${stateFolder}`,
      PULUMI_CONFIG_PASSPHRASE: randomBytes(16).toString("hex"),
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    },
    dispose: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
};
