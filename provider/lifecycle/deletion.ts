import { ConflictError, isProviderError, NotReadyError, type ProviderError } from "../errors.js";
import { backOff } from "../http/back-off.js";
import { type AbsenceQuestion, settle } from "./absence.js";
import { cannotRead, keeping } from "./doubts.js";
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
 * @throws {ProviderError} when it cannot be told at the deadline whether it is
 */
export async function deleteUntilGone(deletion: Deletion, context: Context): Promise<void> {
  const { absence, deadlineMs } = deletion;
  const { clock, progress, signal } = context;
  const startedAt = clock.monotonicMs();
  let attempt: Attempt = { state: "open" };
  const pauseMs = backOff(firstPauseMs, longestPauseMs);
  for (;;) {
    const elapsedMs = clock.monotonicMs() - startedAt;
    if (attempt.state !== "accepted") {
      attempt = await tryRemove(deletion, elapsedMs, attempt.state === "waiting");
    }
    const seen = await isGone(deletion, attempt.state === "accepted", context);
    if (seen === true) {
      return;
    }
    if (elapsedMs >= deadlineMs) {
      throw seen === false ? stillThere(absence, elapsedMs, attempt) : seen;
    }
    progress.status(`deleting (${formatElapsed(elapsedMs)})`);
    await clock.sleep(pauseMs(), signal);
  }
}

/** What came of asking for the deletion: `waiting` for the end of the state that makes the platform refuse. */
interface Attempt {
  readonly state: "accepted" | "waiting" | "open";
  /** What the platform said, where it did not accept. */
  readonly problem?: string;
}

function stillThere(absence: AbsenceQuestion, elapsedMs: number, { problem }: Attempt): NotReadyError {
  const what = `${absence.what} is still there ${formatElapsed(elapsedMs)} after its deletion began.`;
  const next = keeping(absence, "run again, or raise timeouts.delete");
  return new NotReadyError([what, ...(problem === undefined ? [] : [problem]), next].join(" "), false);
}

/**
 * Asks for the deletion.
 *
 * @param hasWaited whether the attempt before was refused because of a state that ends
 */
async function tryRemove(deletion: Deletion, elapsedMs: number, hasWaited: boolean): Promise<Attempt> {
  try {
    await deletion.remove();
    return { state: "accepted" };
  } catch (error) {
    // Gone already, or unknown whether it arrived: reading decides.
    if (isProviderError(error, "not-found") || isLost(error)) {
      return { state: "open", problem: error instanceof Error ? error.message : String(error) };
    }
    if (!(isProviderError(error, "rejected") || isProviderError(error, "auth"))) {
      throw error;
    }
    const { ids, isPassing } = await deletion.refusal().catch(unlessGone);
    // A key without rights stays without them, whatever state the object is in.
    const isWaiting = isPassing && !isProviderError(error, "auth");
    // The state may have ended between the refusal and this look for its reason: then the next answer counts.
    const endsByItself = isWaiting || hasWaited;
    // What just went from the lists, or is not in them yet, may be what the platform still counts.
    const isHolding = ids.length > 0 || (isHolder(deletion.absence) && isProviderError(error, "rejected"));
    const limitMs = endsByItself ? deletion.deadlineMs : Math.min(refusalLimitMs, deletion.deadlineMs);
    if ((endsByItself || isHolding) && elapsedMs < limitMs) {
      return { state: isWaiting ? "waiting" : "open", problem: error.message };
    }
    throw ids.length === 0
      ? error
      : new ConflictError(
          `${deletion.absence.what} cannot be deleted while these exist: ${ids.join(", ")}. Delete them first; they are not part of this resource. What a killed run left behind is listed by \`blockchain-nodes sweep --stack\`. The platform said: ${error.message}`,
          { cause: error },
        );
  }
}

function isHolder({ list }: AbsenceQuestion): boolean {
  return list === "listProjects" || list === "listNetworks";
}

// An object that goes just while the reason is looked for is a refusal that has passed.
function unlessGone(error: unknown): Refusal {
  if (isProviderError(error, "not-found")) {
    return { ids: [], isPassing: true };
  }
  throw error;
}

/** Whether the object is gone; an error that says nothing about it, and passes, comes back as it is. */
async function isGone(deletion: Deletion, isAccepted: boolean, context: Context): Promise<boolean | ProviderError> {
  const { absence, read } = deletion;
  try {
    await read();
    return false;
  } catch (error) {
    context.signal.throwIfAborted();
    if (isProviderError(error, "not-found")) {
      return isAccepted || (await settle(context.account, absence, read, context)) === undefined;
    }
    const explained = cannotRead(absence, error);
    if (isPassing(error) && isProviderError(explained)) {
      return explained;
    }
    throw explained;
  }
}
