import type { Account } from "../../account/account.js";
import { poll } from "../../base/poll.js";
import { isProviderError } from "../../errors/errors.js";
import type { ReadOptions } from "../../platform/lists/read-options.js";
import type { Progress } from "../engine/progress.js";
import type { Context } from "../resource.js";
import type { ObjectList } from "./list-index.js";
import { type AbsenceQuestion, obstacleToProof } from "./proof.js";
import { cannotRead } from "./read-errors.js";

export { type AbsenceQuestion, guardRead } from "./proof.js";

/** What a second read needs. */
export type Patience = Pick<Context, "clock" | "signal">;

const nodeReason =
  "it was deleted outside of Pulumi, or by the platform, which removes nodes that are unused for 30 days. The next `pulumi up` creates a new one, with new endpoints.";

/** Why an object may no longer exist, by the list that lacks it, and what happens next. */
const reasons: Readonly<Record<ObjectList, string>> = {
  listProjects: "it was deleted outside of Pulumi. The next `pulumi up` creates a new one.",
  listNetworks:
    "it was deleted outside of Pulumi, or by the platform with its last node. The next `pulumi up` creates a new one, with new nodes and endpoints.",
  listNodesV1: nodeReason,
  listNodesV2: nodeReason,
};

// Reads and lists may lack a new object for some seconds.
const lagMs = 10_000;
const firstPauseMs = 500;
const longestPauseMs = 4_000;
// Between the first read that finds nothing and the one that confirms it.
const confirmAfterMs = 3_000;

/**
 * Proves that an object no longer exists. The platform responds with 404 both for objects that do not exist and for
 * objects that the key may not see, so a 404 alone proves nothing. The proof: the key works and belongs to the recorded
 * organization, the complete list lacks the id, and the parent project is visible, or deleted itself while the list of
 * projects works. This checks once: all of these may lack an object that was just created.
 *
 * @returns normally when the absence is proven
 * @throws {NotFoundError} when the list still holds the object although reading it fails
 * @throws {ProviderError} when the absence can be neither proven nor refuted
 */
export async function proveAbsence(account: Account, question: AbsenceQuestion): Promise<void> {
  const obstacle = await obstacleToProof(account, question);
  if (obstacle !== undefined) {
    throw obstacle;
  }
}

/**
 * Reads an object that may no longer exist.
 *
 * @param read reads it, as recently as its argument says
 * @param patience for eventual consistency: an object that is still listed is read again for 10 s, and an absence must
 * be confirmed 3 s later. Without it, one check decides.
 * @param recency of the first read
 * @returns undefined when it is proven to be deleted
 * @throws {ProviderError} why it cannot be read, or why its absence cannot be proven
 */
export async function readOrProve<T>(
  account: Account,
  question: AbsenceQuestion,
  read: (options: ReadOptions) => Promise<T>,
  patience?: Patience,
  recency: ReadOptions = {},
): Promise<T | undefined> {
  const first = await tryRead(account, question, () => read(recency));
  if (first !== undefined) {
    return first.seen;
  }
  return settle(account, question, () => read({}), patience);
}

/** Like {@link readOrProve} with patience; warns the user when the object no longer exists. */
export async function readOrReport<T>(
  context: Context,
  question: AbsenceQuestion,
  read: (options: ReadOptions) => Promise<T>,
  recency: ReadOptions,
): Promise<T | undefined> {
  const seen = await readOrProve(context.account, question, read, context, recency);
  if (seen === undefined) {
    reportDeleted(question, context.progress);
  }
  return seen;
}

/** Warns the user that an object in state no longer exists, possibly why, and what the next run does. */
export function reportDeleted({ what, list, organization }: AbsenceQuestion, progress: Pick<Progress, "warn">): void {
  // `get` reads an object that is not in state.
  if (organization !== undefined) {
    progress.warn(`${what} no longer exists: ${reasons[list]}`);
  }
}

/**
 * Determines what a 404 means.
 *
 * @returns the result of a later read; undefined when the object is proven to be deleted
 * @throws {ProviderError} as {@link readOrProve}
 */
export async function settle<T>(
  account: Account,
  question: AbsenceQuestion,
  read: () => Promise<T>,
  patience: Patience | undefined,
): Promise<T | undefined> {
  if (patience === undefined) {
    await proveAbsence(account, question);
    return undefined;
  }
  // `get` reads an object that is not in state: a false absence loses nothing.
  const isOneEnough = question.isExpected === true || question.organization === undefined;
  let wasAbsent = isOneEnough;
  const { clock, signal } = patience;
  return poll(clock, { firstMs: firstPauseMs, longestMs: longestPauseMs, signal }, async (wait) => {
    const again = wait.looks === 0 ? undefined : await tryRead(account, question, read);
    if (again !== undefined) {
      return { found: again.seen };
    }
    const obstacle = await obstacleToProof(account, question);
    if (obstacle === undefined && wasAbsent) {
      return { found: undefined };
    }
    if (obstacle !== undefined && wait.elapsedMs >= lagMs) {
      throw obstacle;
    }
    wasAbsent = obstacle === undefined || isOneEnough;
    return obstacle === undefined ? confirmAfterMs : undefined;
  });
}

/** The result of a read; undefined for a 404, which proves nothing. */
export async function readIfThere<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isProviderError(error, "not-found")) {
      return undefined;
    }
    throw error;
  }
}

/** The same with errors explained, and boxed: a read may resolve with undefined. */
async function tryRead<T>(
  { signal }: Account,
  question: AbsenceQuestion,
  read: () => Promise<T>,
): Promise<{ readonly seen: T } | undefined> {
  try {
    return { seen: await read() };
  } catch (error) {
    signal.throwIfAborted();
    if (isProviderError(error, "not-found")) {
      return undefined;
    }
    throw cannotRead(question, error);
  }
}
