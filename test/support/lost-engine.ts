import type { AsyncLocalStorage } from "node:async_hooks";
import type { PulumiFn } from "@pulumi/pulumi/automation";
import { tryAgain } from "./engine-home";

/**
 * A run whose program lost its connection to the engine. The SDK takes that for the end of the run and keeps silent: the
 * run goes well, without the resources that the program had not registered by then.
 */
class LostEngineError extends Error {
  constructor(run: string) {
    super(`the program lost its connection to the engine: ${run}`);
    this.name = "LostEngineError";
  }
}

/** The mark of a lost connection, in the state that the SDK keeps for each run in this process. */
interface SdkRun {
  readonly terminated: boolean;
}

const sdkRun = (): SdkRun | undefined =>
  (globalThis as { asyncLocalStorage?: AsyncLocalStorage<SdkRun> }).asyncLocalStorage?.getStore();

/** Follows the programs of a stack, one command after the other. */
export interface ProgramWatch {
  /** The program, followed. */
  readonly watched: (program: PulumiFn) => PulumiFn;
  /** A command begins. One that runs no program has no connection to lose. */
  readonly begin: () => void;
  /**
   * A command ended well, or so it says.
   * @throws {LostEngineError} and grants the test a second try, which a lost connection says nothing about
   */
  readonly end: (run: string) => void;
}

/** Watches for connections that are lost in silence. */
export const watchPrograms = (): ProgramWatch => {
  let current: SdkRun | undefined;
  return {
    watched: (program) => () => {
      current = sdkRun();
      return program();
    },
    begin: () => {
      current = undefined;
    },
    end: (run) => {
      if (current?.terminated === true) {
        tryAgain();
        throw new LostEngineError(run);
      }
    },
  };
};
