import { poll } from "../../base/poll.js";
import { messageOf } from "../../base/text.js";
import { ConflictError, isProviderError, NotReadyError, type ProviderError } from "../../errors/errors.js";
import type { ReadOptions } from "../../platform/lists/read-options.js";
import { isInconclusive, mayHaveTakenEffect } from "../../platform/write-effects.js";
import type { Context } from "../resource.js";
import { formatElapsed } from "../timeouts.js";
import { type AbsenceQuestion, settle } from "./absence.js";
import { Patience } from "./patience.js";
import { cannotRead, cannotTellContents, keeping } from "./read-errors.js";

/** What blocks a deletion. */
export interface Holding {
  /** Objects that would be deleted too, or for which the platform would refuse. */
  readonly ids: readonly string[];
  /** Why there may be more; undefined when there are none. */
  readonly obstacle: ProviderError | undefined;
}

/** Reads what blocks a deletion; undefined when the object itself is not found. */
export type ReadHolding = () => Promise<Holding | undefined>;

/** Something to delete. */
export interface Deletion {
  readonly absence: AbsenceQuestion;
  readonly remove: () => Promise<unknown>;
  readonly read: (options: ReadOptions) => Promise<unknown>;
  /** For a container: called before each request, which is not sent while anything blocks it. */
  readonly readHolding?: ReadHolding;
  /** For other objects: whether it is in a temporary state in which the platform refuses. */
  readonly isPending?: () => Promise<boolean>;
  readonly deadlineMs: number;
}

const pauses = { firstMs: 250, longestMs: 5_000 };

/**
 * Deletes an object and waits until it no longer exists. Each request follows a check, begun after the previous
 * request, that found the object empty: the platform may delete it with its contents. A lost response is resolved by
 * reading; a 404 counts as success only when the absence is proven, or after the platform accepted a deletion.
 *
 * @throws {ConflictError} naming the ids that block the deletion
 * @throws {NotReadyError} when the object still exists at the deadline
 * @throws {ProviderError} when its contents cannot be determined, or at the deadline, whether it still exists
 */
export function deleteUntilGone(deletion: Deletion, context: Context): Promise<void> {
  const { absence, deadlineMs } = deletion;
  const patience = new Patience(context.clock, deadlineMs);
  return context.removals.track(absence.id, () => removeAndWait(deletion, patience, context));
}

async function removeAndWait(deletion: Deletion, patience: Patience, context: Context): Promise<void> {
  const { absence, readHolding } = deletion;
  const { account, clock, progress, signal } = context;
  if (readHolding === undefined) {
    await account.readers[absence.list].prepareDeletion(absence.id);
  }
  let attempt: Attempt = { state: "open" };
  return poll(clock, { ...pauses, signal }, async () => {
    if (attempt.state !== "accepted") {
      const isThere = readHolding === undefined || (await untilFree(absence, readHolding, patience, context));
      attempt = isThere ? await tryRemove(deletion, attempt, patience, context) : { state: "open" };
    }
    const seen = await isDeleted(deletion, attempt.state === "accepted", context);
    if (seen === true) {
      return { found: undefined };
    }
    if (seen === false ? patience.isOver : patience.isOverFor(seen.message, isInconclusive(seen))) {
      throw seen === false ? stillExists(absence, patience.elapsedMs, attempt) : seen;
    }
    progress.status(`deleting (${formatElapsed(patience.elapsedMs)})`);
    return undefined;
  });
}

/**
 * Waits until nothing blocks a deletion. Other objects, and lists that lag, have 15 s; what this process deletes has
 * until the deadline.
 *
 * @returns false when the object itself is not found
 * @throws {ConflictError} naming what remains
 * @throws {ProviderError} when its contents cannot be determined
 */
export async function untilFree(
  absence: AbsenceQuestion,
  readHolding: ReadHolding,
  patience: Patience,
  context: Context,
): Promise<boolean> {
  const { clock, progress, removals, signal } = context;
  return poll(clock, { ...pauses, signal }, async () => {
    const holding = await readHoldingNow(absence, readHolding, context);
    if (holding === undefined) {
      return { found: false };
    }
    const { ids, obstacle } = holding;
    if (ids.length === 0 && obstacle === undefined) {
      return { found: true };
    }
    const isEnding = ids.length > 0 && ids.every((id) => removals.isPending(id));
    if (patience.isOverFor([...ids, obstacle?.message].join(" "), isEnding)) {
      throw ids.length > 0 ? holds(absence, ids) : cannotTellContents(absence, obstacle);
    }
    const what = ids.length > 0 ? `waiting for the deletion of ${ids.join(", ")}` : "checking its contents";
    progress.status(`${what} (${formatElapsed(patience.elapsedMs)})`);
    return undefined;
  });
}

/** A transient failure of the read counts as a temporary obstacle. */
async function readHoldingNow(
  absence: AbsenceQuestion,
  readHolding: ReadHolding,
  { signal }: Context,
): Promise<Holding | undefined> {
  try {
    return await readHolding();
  } catch (error) {
    signal.throwIfAborted();
    if (isInconclusive(error)) {
      return { ids: [], obstacle: error };
    }
    throw cannotTellContents(absence, error);
  }
}

function holds(absence: AbsenceQuestion, ids: readonly string[]): ConflictError {
  return new ConflictError(
    `${absence.what} was not deleted: it contains ${ids.join(", ")}, which nothing in this run deletes. ${keeping(absence, "delete them first, then run again")} What a killed run left behind is listed by \`blockchain-nodes sweep --stack\`.`,
  );
}

/** Result of a delete request; `waiting`: for the end of a state in which the platform refuses. */
interface Attempt {
  readonly state: "accepted" | "waiting" | "open";
  /** Why it was not accepted. */
  readonly problem?: string;
}

function stillExists(absence: AbsenceQuestion, elapsedMs: number, { problem }: Attempt): NotReadyError {
  const what = `${absence.what} still exists ${formatElapsed(elapsedMs)} after its deletion began.`;
  const next = keeping(absence, "run again, or raise timeouts.delete");
  return new NotReadyError([what, ...(problem === undefined ? [] : [problem]), next].join(" "), false);
}

async function tryRemove(deletion: Deletion, before: Attempt, patience: Patience, context: Context): Promise<Attempt> {
  try {
    await context.removals.send(deletion.remove);
    return { state: "accepted" };
  } catch (error) {
    // Already deleted, or the request may have arrived: reading decides.
    if (isProviderError(error, "not-found") || mayHaveTakenEffect(error)) {
      return { state: "open", problem: messageOf(error) };
    }
    if (!isProviderError(error)) {
      throw error;
    }
    const state = await afterRefusal(deletion, error, before, context);
    if (state === undefined || patience.isOverFor(`refused, ${state}`, state === "waiting")) {
      throw error;
    }
    return { state, problem: error.message };
  }
}

/** The state after a refusal; undefined when a retry cannot help. */
async function afterRefusal(
  { readHolding, isPending }: Deletion,
  refusal: ProviderError,
  before: Attempt,
  { removals, signal }: Context,
): Promise<"waiting" | "open" | undefined> {
  const isAuth = isProviderError(refusal, "auth");
  if (!(isAuth || isProviderError(refusal, "rejected"))) {
    return undefined;
  }
  if (readHolding !== undefined) {
    // The platform may count what was just deleted. It says so with 403, too, to a key that has deleted something.
    return !isAuth || removals.hasSucceeded ? "open" : undefined;
  }
  // Waiting does not give a key more rights.
  if (isPending === undefined || isAuth) {
    return undefined;
  }
  try {
    if (await isPending()) {
      return "waiting";
    }
    // The state may have ended between the refusal and this read: then the next response decides.
    return before.state === "waiting" ? "open" : undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (isProviderError(error, "not-found")) {
      return "waiting";
    }
    return isInconclusive(error) ? "open" : undefined;
  }
}

/** Whether the object no longer exists; returns a transient error, which does not answer that. */
async function isDeleted(deletion: Deletion, isAccepted: boolean, context: Context): Promise<boolean | ProviderError> {
  const { absence, read } = deletion;
  try {
    await read({ isDeleted: isAccepted });
    return false;
  } catch (error) {
    context.signal.throwIfAborted();
    if (isProviderError(error, "not-found")) {
      return isAccepted || (await settle(context.account, absence, () => read({}), context)) === undefined;
    }
    const explained = cannotRead(absence, error);
    // After an accepted deletion a refused read must not end the wait: the state would keep a deleted object.
    if ((isAccepted || isInconclusive(error)) && isProviderError(explained)) {
      return explained;
    }
    throw explained;
  }
}
