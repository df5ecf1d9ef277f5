import type { Account } from "../../account/account.js";
import { poll } from "../../base/poll.js";
import { isProviderError } from "../../errors/errors.js";
import type { Progress } from "../engine/progress.js";
import type { Context } from "../resource.js";
import type { ObjectList } from "./list-index.js";
import { type AbsenceQuestion, obstacleToProof } from "./proof.js";
import { cannotRead } from "./read-errors.js";

export { type AbsenceQuestion, guardRead } from "./proof.js";

/** What a second look needs. */
export type Patience = Pick<Context, "clock" | "signal">;

const nodeFate =
  "it was deleted outside of Pulumi, or by the platform, which removes nodes that nobody used for 30 days. The next `pulumi up` makes a new one, with another address.";

/** What may have become of an object, by the list that lacks it, and what comes next. */
const fates: Readonly<Record<ObjectList, string>> = {
  listProjects: "it was deleted outside of Pulumi. The next `pulumi up` makes a new one.",
  listNetworks:
    "it was deleted outside of Pulumi, or went with its last node. The next `pulumi up` makes a new one, with new nodes at other addresses.",
  listNodesV1: nodeFate,
  listNodesV2: nodeFate,
};

// A new object may be missing from reads for some seconds, and from lists too.
const lagMs = 10_000;
const firstPauseMs = 500;
const longestPauseMs = 4_000;
// Between the look that finds nothing, and the one that is believed.
const secondLookMs = 3_000;

/**
 * Proves that an object is gone. The platform answers 404 both for what does not exist and for what a key may not see,
 * so a 404 alone proves nothing. Proven is an absence when the key still works, belongs to the recorded organization,
 * the whole list does not hold the id, and the parent project is visible, or itself gone while the list of projects
 * works. It is one look: an object that was made just before may be missing from all of this.
 *
 * @returns normally when the absence is proven
 * @throws {NotFoundError} when the list still holds the object although reading it fails
 * @throws {ProviderError} whatever stands in the way of the proof: nothing may be concluded then
 */
export async function proveAbsence(account: Account, question: AbsenceQuestion): Promise<void> {
  const obstacle = await obstacleToProof(account, question);
  if (obstacle !== undefined) {
    throw obstacle;
  }
}

/**
 * Reads an object that may be gone.
 *
 * @param patience for a platform that lags behind: what is listed is read again for 10 s, and an absence is believed
 * when another look, 3 s later, finds the same. Without it one look decides.
 * @returns undefined when it is proven to be gone
 * @throws {ProviderError} what reading it throws, or what stands in the way of the proof, in words that say so
 */
export async function readOrProve<T>(
  account: Account,
  question: AbsenceQuestion,
  read: () => Promise<T>,
  patience?: Patience,
): Promise<T | undefined> {
  const first = await lookAt(account, question, read);
  if (first !== undefined) {
    return first.seen;
  }
  return settle(account, question, read, patience);
}

/** The same with all patience, and tells the user about what is gone. */
export async function readOrReport<T>(
  context: Context,
  question: AbsenceQuestion,
  read: () => Promise<T>,
): Promise<T | undefined> {
  const seen = await readOrProve(context.account, question, read, context);
  if (seen === undefined) {
    reportGone(question, context.progress);
  }
  return seen;
}

/** Tells the user that an object of the state is gone, why that may be, and what the next run does. */
export function reportGone({ what, list, organization }: AbsenceQuestion, progress: Pick<Progress, "warn">): void {
  // What is known by its id alone was in no state.
  if (organization !== undefined) {
    progress.warn(`${what} no longer exists: ${fates[list]}`);
  }
}

/**
 * Finds out what a 404 means.
 *
 * @returns what a later read saw; undefined when the object is proven to be gone
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
  // What is known by its id alone is in no state that could lose it.
  const isOneEnough = question.isExpected === true || question.organization === undefined;
  let wasAbsent = isOneEnough;
  const { clock, signal } = patience;
  return poll(clock, { firstMs: firstPauseMs, longestMs: longestPauseMs, signal }, async (wait) => {
    const again = wait.looks === 0 ? undefined : await lookAt(account, question, read);
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
    return obstacle === undefined ? secondLookMs : undefined;
  });
}

/** What a read sees; undefined when it finds nothing, which proves nothing. */
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

/** The same in words for messages, and in a form that tells nothing from a read of nothing. */
async function lookAt<T>(
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
