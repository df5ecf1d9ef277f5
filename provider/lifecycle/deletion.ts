import { ConflictError, isProviderError, NotReadyError } from "../errors.js";
import { type AbsenceQuestion, proveAbsence } from "./absence.js";
import { formatElapsed } from "./durations.js";
import type { Context } from "./handler.js";
import { isLost, isPassing } from "./lost-answer.js";

/** Something to delete. */
export interface Deletion {
  readonly absence: AbsenceQuestion;
  readonly remove: () => Promise<unknown>;
  readonly read: () => Promise<unknown>;
  /** Ids of the objects that stand in the way when the platform refuses. */
  readonly blockers?: () => Promise<readonly string[]>;
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
  let isAccepted = false;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const elapsedMs = clock.now() - startedAt;
    const isRefusable = deletion.blockers !== undefined && elapsedMs < Math.min(refusalLimitMs, deadlineMs);
    isAccepted ||= await tryRemove(deletion, isRefusable);
    if (await isGone(deletion, isAccepted, context)) {
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

/** Whether the platform accepted the deletion. */
async function tryRemove(deletion: Deletion, isRefusable: boolean): Promise<boolean> {
  try {
    await deletion.remove();
    return true;
  } catch (error) {
    // Gone already, or unknown whether it arrived: reading decides.
    if (isProviderError(error, "not-found") || isLost(error)) {
      return false;
    }
    const isRefusal = isProviderError(error, "rejected") || isProviderError(error, "auth");
    if (!isRefusal || deletion.blockers === undefined) {
      throw error;
    }
    const blockers = await deletion.blockers();
    if (isRefusable && blockers.length > 0) {
      return false;
    }
    throw blockers.length === 0
      ? error
      : new ConflictError(
          `${deletion.absence.what} cannot be deleted while these exist: ${blockers.join(", ")}. Delete them first; they are not part of this resource.`,
          { cause: error },
        );
  }
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
