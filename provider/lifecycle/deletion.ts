import { ConflictError, isProviderError, NotReadyError } from "../errors.js";
import { type AbsenceQuestion, proveAbsence } from "./absence.js";
import { formatElapsed } from "./durations.js";
import type { Context } from "./handler.js";
import { isLost, isPassing } from "./lost-answer.js";

/** Why the platform refuses a deletion. */
interface Refusal {
  /** Objects that stand in the way; they may be going already. */
  readonly ids: readonly string[];
  /** Whether the object itself is in a state that ends, after which the platform accepts. */
  readonly isPassing: boolean;
}

/** Something to delete. */
export interface Deletion {
  readonly absence: AbsenceQuestion;
  readonly remove: () => Promise<unknown>;
  readonly read: () => Promise<unknown>;
  /** Looks for the reason when the platform refuses. */
  readonly refusal: () => Promise<Refusal>;
  readonly deadlineMs: number;
}

const firstPauseMs = 250;
const longestPauseMs = 5_000;
// What the platform refuses because of objects that are just going it accepts soon; longer means that they stay.
const refusalLimitMs = 15_000;

/**
 * Deletes an object and waits until it is gone. An answer that was lost is resolved by reading; a 404 counts as
 * success only when the absence is proven, or follows a deletion that the platform accepted.
 *
 * @throws {ConflictError} naming the ids that stand in the way
 * @throws {NotReadyError} when the object is still there at the deadline
 */
export async function deleteUntilGone(deletion: Deletion, context: Context): Promise<void> {
  const { absence, deadlineMs } = deletion;
  const { clock, progress, signal } = context;
  const startedAt = clock.now();
  let attempt: Attempt = "open";
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const elapsedMs = clock.now() - startedAt;
    if (attempt !== "accepted") {
      attempt = await tryRemove(deletion, elapsedMs, attempt === "waiting");
    }
    if (await isGone(deletion, attempt === "accepted", context)) {
      return;
    }
    if (elapsedMs >= deadlineMs) {
      throw new NotReadyError(
        `${absence.what} is still there ${formatElapsed(elapsedMs)} after its deletion began. It stays in the state: run \`pulumi destroy\` again, or raise timeouts.delete.`,
        false,
      );
    }
    progress.status(`deleting (${formatElapsed(elapsedMs)})`);
    await clock.sleep(pauseMs, signal);
  }
}

/** What came of asking for the deletion: `waiting` for the end of the state that makes the platform refuse. */
type Attempt = "accepted" | "waiting" | "open";

/**
 * Asks for the deletion.
 *
 * @param hasWaited whether the attempt before was refused because of a state that ends
 */
async function tryRemove(deletion: Deletion, elapsedMs: number, hasWaited: boolean): Promise<Attempt> {
  try {
    await deletion.remove();
    return "accepted";
  } catch (error) {
    // Gone already, or unknown whether it arrived: reading decides.
    if (isProviderError(error, "not-found") || isLost(error)) {
      return "open";
    }
    if (!(isProviderError(error, "rejected") || isProviderError(error, "auth"))) {
      throw error;
    }
    const { ids, isPassing } = await deletion.refusal().catch(unlessGone);
    // A key without rights stays without them, whatever state the object is in.
    const isWaiting = isPassing && !isProviderError(error, "auth");
    // The state may have ended between the refusal and this look for its reason: then the next answer counts.
    const endsByItself = isWaiting || hasWaited;
    const limitMs = endsByItself ? deletion.deadlineMs : Math.min(refusalLimitMs, deletion.deadlineMs);
    if ((endsByItself || ids.length > 0) && elapsedMs < limitMs) {
      return isWaiting ? "waiting" : "open";
    }
    throw ids.length === 0
      ? error
      : new ConflictError(
          `${deletion.absence.what} cannot be deleted while these exist: ${ids.join(", ")}. Delete them first; they are not part of this resource.`,
          { cause: error },
        );
  }
}

// An object that goes just while the reason is looked for is a refusal that has passed.
function unlessGone(error: unknown): Refusal {
  if (isProviderError(error, "not-found")) {
    return { ids: [], isPassing: true };
  }
  throw error;
}

async function isGone(deletion: Deletion, isAccepted: boolean, context: Context): Promise<boolean> {
  try {
    await deletion.read();
    return false;
  } catch (error) {
    if (isProviderError(error, "not-found")) {
      if (!isAccepted) {
        await proveAbsence(context.account, deletion.absence);
      }
      return true;
    }
    if (isPassing(error)) {
      return false;
    }
    throw error;
  }
}
