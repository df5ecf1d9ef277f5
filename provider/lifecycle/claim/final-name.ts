import { poll } from "../../base/poll.js";
import { messageOf } from "../../base/text.js";
import { isProviderError, NotReadyError } from "../../errors/errors.js";
import { isTransient, mayHaveTakenEffect } from "../../platform/write-effects.js";
import type { Context } from "../resource.js";

/** How an object gets its own name. */
export interface Naming<T> {
  /** Renames it; resolves a lost answer by itself. */
  readonly rename: (signal: AbortSignal) => Promise<T>;
  /** Whether it is in a state, such as its deployment, in which the platform may refuse a rename. */
  readonly isPending?: () => Promise<boolean>;
  /** How long to wait for the end of that state, in milliseconds. */
  readonly deadlineMs?: number;
}

// How long an object that was just made may be missing for writes, and an outage may hide what a rename did.
const unclearMs = 30_000;
// A rename whose answer is cut off leaves an object with its own name that no state knows; the process itself has 1.5 s
// left.
const lastMomentMs = 1_000;

/**
 * Gives an object its own name, as the last step of its creation. One that was just made may not be there for writes
 * yet, and one that is being deployed may refuse them. A rename that is on its way is not cut off by an interruption.
 *
 * @throws whatever the rename throws
 */
export async function giveName<T>(naming: Naming<T>, { clock, signal }: Context): Promise<T> {
  const { isPending = async () => false, deadlineMs = 0 } = naming;
  return poll(clock, { signal }, async (wait) => {
    signal.throwIfAborted();
    try {
      return { found: await beyond(signal, naming.rename) };
    } catch (error) {
      const { elapsedMs } = wait;
      const isUnclear = isProviderError(error, "not-found") || mayHaveTakenEffect(error) || isTransient(error);
      const isRefused = isProviderError(error, "rejected") || isProviderError(error, "auth");
      const mayPass = isUnclear ? elapsedMs < unclearMs : isRefused && elapsedMs < deadlineMs && (await isPending());
      if (!mayPass) {
        throw error;
      }
      return undefined;
    }
  });
}

/** Runs something that an interruption ends a moment later than everything else. */
async function beyond<T>(signal: AbortSignal, run: (late: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const end = () => void setTimeout(() => late.abort(signal.reason), lastMomentMs).unref();
  signal.addEventListener("abort", end, { once: true });
  try {
    return await run(late.signal);
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/**
 * An object that could not get its own name: nothing of it may reach the state.
 *
 * @param failure what had gone wrong before
 * @param what for the message: `node ND-1-2-3`
 */
export function keptAsClaim(error: unknown, failure: Error | undefined, what: string): Error {
  const why = messageOf(error);
  const before = failure === undefined ? "" : `${failure.message} `;
  const next = isProviderError(error, "not-found") ? "looks for it again" : "resumes it";
  const message = `${before}The ${what} could not be renamed to its own name: ${why} It was not saved in state: the next \`pulumi up\` ${next}.`;
  return new NotReadyError(message, false, { cause: error });
}
