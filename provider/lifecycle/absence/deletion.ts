import { poll } from "../../base/poll.js";
import { messageOf } from "../../base/text.js";
import { ConflictError, isProviderError, NotReadyError, type ProviderError } from "../../errors/errors.js";
import { isInconclusive, mayHaveTakenEffect } from "../../platform/write-effects.js";
import type { Context } from "../resource.js";
import { formatElapsed } from "../timeouts.js";
import { type AbsenceQuestion, settle } from "./absence.js";
import { Patience } from "./patience.js";
import { cannotRead, cannotTellContents, keeping } from "./read-errors.js";

/** What stands in the way of a deletion. */
export interface Holding {
  /** Objects that would go along, or that the platform would refuse it for. */
  readonly ids: readonly string[];
  /** Why there may be more; undefined when there cannot be. */
  readonly obstacle: ProviderError | undefined;
}

/** Reads what stands in the way of a deletion; undefined when the object itself is not found. */
export type ReadHolding = () => Promise<Holding | undefined>;

/** Something to delete. */
export interface Deletion {
  readonly absence: AbsenceQuestion;
  readonly remove: () => Promise<unknown>;
  readonly read: () => Promise<unknown>;
  /** For what holds other objects: asked before each request, which is not sent while something stands in the way. */
  readonly readHolding?: ReadHolding;
  /** For what holds nothing: whether it is in a state that ends, after which the platform accepts. */
  readonly isPending?: () => Promise<boolean>;
  readonly deadlineMs: number;
}

const pauses = { firstMs: 250, longestMs: 5_000 };

/**
 * Deletes an object and waits until it is gone. Nothing is asked of the platform before a look that began after the
 * last request has found nothing in the object: a platform may delete it with everything in it. An answer that was lost
 * is resolved by reading; a 404 counts as success only when the absence is proven, or follows a deletion that the
 * platform accepted.
 *
 * @throws {ConflictError} naming the ids that stand in the way
 * @throws {NotReadyError} when the object is still there at the deadline
 * @throws {ProviderError} when it cannot be told what is in it, or at the deadline, whether it is there
 */
export function deleteUntilGone(deletion: Deletion, context: Context): Promise<void> {
  const { absence, deadlineMs } = deletion;
  const patience = new Patience(context.clock, deadlineMs);
  return context.removals.track(absence.id, () => removeAndWait(deletion, patience, context));
}

async function removeAndWait(deletion: Deletion, patience: Patience, context: Context): Promise<void> {
  const { absence, readHolding } = deletion;
  const { clock, progress, signal } = context;
  let attempt: Attempt = { state: "open" };
  return poll(clock, { ...pauses, signal }, async () => {
    if (attempt.state !== "accepted") {
      const isThere = readHolding === undefined || (await untilFree(absence, readHolding, patience, context));
      attempt = isThere ? await tryRemove(deletion, attempt, patience, context) : { state: "open" };
    }
    const seen = await isGone(deletion, attempt.state === "accepted", context);
    if (seen === true) {
      return { found: undefined };
    }
    if (seen === false ? patience.isOver : patience.isOverFor(seen.message, isInconclusive(seen))) {
      throw seen === false ? stillThere(absence, patience.elapsedMs, attempt) : seen;
    }
    progress.status(`deleting (${formatElapsed(patience.elapsedMs)})`);
    return undefined;
  });
}

/**
 * Waits until nothing stands in the way of a deletion. What is just going, also in lists that lag behind, has 15 s for
 * it; what this process deletes has until the deadline.
 *
 * @returns false when the object itself is not found
 * @throws {ConflictError} naming what does not go
 * @throws {ProviderError} when it cannot be told what is there
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
    const isEnding = ids.length > 0 && ids.every((id) => removals.isGoing(id));
    if (patience.isOverFor([...ids, obstacle?.message].join(" "), isEnding)) {
      throw ids.length > 0 ? holds(absence, ids) : cannotTellContents(absence, obstacle);
    }
    const what = ids.length > 0 ? `waiting for the end of ${ids.join(", ")}` : "looking for what it holds";
    progress.status(`${what} (${formatElapsed(patience.elapsedMs)})`);
    return undefined;
  });
}

/** A transient failure of the read is an obstacle for now. */
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
    `${absence.what} was not deleted: it holds ${ids.join(", ")}, which nothing in this run deletes. ${keeping(absence, "delete them first, then run again")} What a killed run left behind is listed by \`blockchain-nodes sweep --stack\`.`,
  );
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

/** Asks for the deletion. */
async function tryRemove(deletion: Deletion, before: Attempt, patience: Patience, context: Context): Promise<Attempt> {
  try {
    await deletion.remove();
    return { state: "accepted" };
  } catch (error) {
    // Gone already, or unknown whether it arrived: reading decides.
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

/** Whether asking again may help after a refusal; undefined when it will not. */
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
    // The platform may count what has just gone. 403 says so, too; from a key that has deleted something it means that.
    return !isAuth || removals.hasSucceeded ? "open" : undefined;
  }
  // A key without rights stays without them, whatever state the object is in.
  if (isPending === undefined || isAuth) {
    return undefined;
  }
  try {
    if (await isPending()) {
      return "waiting";
    }
    // The state may have ended between the refusal and this read of its status: then the next answer counts.
    return before.state === "waiting" ? "open" : undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (isProviderError(error, "not-found")) {
      return "waiting";
    }
    return isInconclusive(error) ? "open" : undefined;
  }
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
    // After an accepted deletion a refused read must not end it: the state would keep what is gone.
    if ((isAccepted || isInconclusive(error)) && isProviderError(explained)) {
      return explained;
    }
    throw explained;
  }
}
