import { poll } from "../../base/poll.js";
import { messageOf } from "../../base/text.js";
import { isProviderError, NotReadyError } from "../../errors/errors.js";
import { isTransient, mayHaveTakenEffect } from "../../platform/write-effects.js";
import type { Context } from "../resource.js";

export interface Naming<T> {
  readonly rename: (signal: AbortSignal) => Promise<T>;
  /** Whether it is in a state, such as a deployment, in which the platform may refuse a rename. */
  readonly isPending?: () => Promise<boolean>;
  /** How long to wait for the end of that state, in milliseconds. */
  readonly deadlineMs?: number;
}

// How long writes may not find a new object, and an outage may hide the result of a rename.
const unclearMs = 30_000;
// An interrupted rename may leave an object under its own name that is in no state. The process ends after 1.5 s.
const graceMs = 1_000;

/**
 * Renames a new object to its own name, as the last step of its creation. Writes may not find it yet, and may fail
 * during its deployment. An interruption gives a rename in flight time to end.
 *
 * @throws what the rename throws
 */
export async function giveName<T>(naming: Naming<T>, { clock, signal }: Context): Promise<T> {
  const { isPending = async () => false, deadlineMs = 0 } = naming;
  return poll(clock, { signal }, async (wait) => {
    signal.throwIfAborted();
    try {
      return { found: await withGracePeriod(signal, naming.rename) };
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

/** Runs something that an interruption ends later than everything else. */
async function withGracePeriod<T>(signal: AbortSignal, run: (late: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const end = () => void setTimeout(() => late.abort(signal.reason), graceMs).unref();
  signal.addEventListener("abort", end, { once: true });
  try {
    return await run(late.signal);
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/**
 * The error for an object that could not be renamed to its own name, and is not saved in state.
 *
 * @param failure an earlier error
 * @param what for the message: `node ND-1-2-3`
 */
export function keptAsClaim(error: unknown, failure: Error | undefined, what: string): Error {
  const why = messageOf(error);
  const before = failure === undefined ? "" : `${failure.message} `;
  const next = isProviderError(error, "not-found") ? "looks for it again" : "resumes it";
  const message = `${before}The ${what} could not be renamed to its own name: ${why} It was not saved in state: the next \`pulumi up\` ${next}.`;
  return new NotReadyError(message, false, { cause: error });
}
