import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { cacheKey } from "../../../scripts/engine/files";
import { type Engine, EngineNotFoundError, locateEngine } from "../../../scripts/engine/locate";
import { readVersions } from "../../../scripts/engine/versions";
import { type FakeMachine, fakeMachine } from "./fake-tools";

/** Versions and platform of the engine that the locator looks for. */
export const versions = readVersions();
export const key = cacheKey(versions);

/** One line that says what is missing. */
export const paragraph = /^No Pulumi engine: [^\n]+$/;

/** A machine, and the locator on it. */
export interface LocatorMachine extends FakeMachine {
  /** Folder of the wanted engine in the cache. */
  readonly entry: string;
  /** What the locator has logged. */
  readonly lines: readonly string[];
  readonly locate: (progressMs?: number) => Promise<Engine>;
  /** The error of a locator that must find nothing. */
  readonly failure: () => Promise<Error>;
  /** Names in the cache. */
  readonly cached: () => readonly string[];
  /** Makes a folder in the cache that a process owns. */
  readonly writeOwned: (name: string, pid: number) => string;
}

/** Makes a machine with a locator. */
export function locatorMachine(): LocatorMachine {
  const machine = fakeMachine(versions.command);
  const lines: string[] = [];
  const locate = (progressMs = 15_000): Promise<Engine> =>
    locateEngine({ env: machine.env, log: (line) => lines.push(line), progressMs });
  return {
    ...machine,
    entry: join(machine.cache, key),
    lines,
    locate,
    failure: async () => {
      const result = await locate().catch((error: unknown) => error);
      expect(result).to.be.instanceOf(EngineNotFoundError);
      return result as EngineNotFoundError;
    },
    cached: () => (existsSync(machine.cache) ? readdirSync(machine.cache) : []),
    writeOwned: (name, pid) => {
      const folder = join(machine.cache, name);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "owner"), `${pid} ${hostname()} token\n`);
      return folder;
    },
  };
}
