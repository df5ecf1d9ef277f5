import { backOff } from "../../base/back-off.js";
import { isProviderError, NotFoundError, ShapeError, TransportError, withReasons } from "../../errors/errors.js";
import { isLost, isUnsettled } from "../../platform/lost-answer.js";
import { readIfThere } from "../absence/absence.js";
import { listNames } from "../absence/list-index.js";
import type { Context } from "../resource.js";
import { formatElapsed } from "../timeouts.js";
import { earlierSpelling } from "./claim-name.js";
import type { ClaimList } from "./claim-registry.js";
import type { Making } from "./create-plan.js";
import { warnOfNamesakes } from "./namesakes.js";
import { resumeEarlier, resumeOldest } from "./resumption.js";

/**
 * Makes an object exactly once: under a claim, which the next run finds if this one dies, or if its answer is lost.
 * An object that is found in the right place is resumed, one in another place is deleted before a new one is made; of
 * several the oldest stays.
 *
 * @throws {ProviderError} when nothing was made, or it cannot be told: then nothing is in the state, and the next run looks
 * again
 */
export async function makeOnce<Item extends { readonly id: string }>(
  making: Making<Item>,
  context: Context,
): Promise<Item> {
  const { claims } = context.account;
  const { claim } = making;
  const earlier = async () =>
    resumeEarlier(making, await present({ ...making, claim: earlierSpelling(claim) }, context), context);
  claims.begin(claim);
  const before = await madeBefore(making, context.account);
  if (before !== undefined) {
    return before;
  }
  if (claims.isUnresolved(claim)) {
    return resolve(making, context);
  }
  const found = (await resumeOldest(making, await present(making, context), context, false)) ?? (await earlier());
  if (found !== undefined) {
    return found;
  }
  await warnOfNamesakes(making, context);
  try {
    const made = await making.post(claim);
    claims.setMade(claim, made.id);
    return made;
  } catch (error) {
    if (!isLost(error)) {
      throw namesClaim(error, claim);
    }
    claims.setUnresolved(claim, true);
    return await resolve(making, context, error);
  } finally {
    claims.outdate(claim);
  }
}

// How long an object may be missing from reads of itself although a list shows it.
const readLagMs = 30_000;
// How long a list is read again that does not show everything.
const gapLimitMs = 10_000;

/**
 * The objects under the claim at present that no state knows. Lists may show a name of before: the objects themselves
 * decide, but their reads may lag too.
 *
 * @throws {ShapeError} when none is in the right place, and the lists may hold others: then nothing may be made
 */
async function present<Item extends { readonly id: string }>(
  making: Making<Item>,
  context: Context,
): Promise<readonly Item[]> {
  const { account, clock, signal } = context;
  const { claim, what } = making;
  const startedAt = clock.monotonicMs();
  const pauseMs = backOff();
  for (;;) {
    const { ids, gap } = await listedIds(making, context);
    const seen = await Promise.all([...ids].map(([id, list]) => readIfThere(() => making.look(id, list))));
    const items = seen.flatMap((item) => (item !== undefined && making.hasClaim(item, claim) ? [item] : []));
    const hidden = [...ids.keys()].filter((_, index) => seen[index] === undefined);
    const elapsedMs = clock.monotonicMs() - startedAt;
    if (hidden.length === 0 && (gap === undefined || (elapsedMs >= gapLimitMs && items.some(making.isInPlace)))) {
      return items;
    }
    if (gap !== undefined && elapsedMs >= gapLimitMs) {
      throw new ShapeError(
        `Cannot determine whether an earlier run created this ${what}: ${gap}. None was made: run \`pulumi up\` again. If this persists, the setting crashSafeCreate: false creates without this check.`,
      );
    }
    // Listed, and not there: deleted meanwhile, or not readable yet. A newer list tells.
    if (elapsedMs >= readLagMs) {
      throw new NotFoundError(
        `The ${what} ${hidden.join(", ")} is listed under the claim ${claim}, but cannot be read. No other one is made: check the key's role, then run again.`,
      );
    }
    await clock.sleep(pauseMs(), signal);
    account.claims.outdate(claim);
  }
}

/** What the lists show under the claim, and no state knows. */
interface ListedIds {
  /** Each with the first list that has it. */
  readonly ids: ReadonlyMap<string, ClaimList>;
  /** Which list may hold others, and why; undefined when none does. */
  readonly gap: string | undefined;
}

async function listedIds(
  { claim, lists, idOf }: Pick<Making<never>, "claim" | "lists" | "idOf">,
  { account, known }: Context,
): Promise<ListedIds> {
  const look = async (list: ClaimList) => ({ list, ...(await account.claims.named(list, claim)) });
  const found = await Promise.all(lists.map(look));
  const ids = new Map<string, ClaimList>();
  for (const { list, items: listed } of found) {
    for (const id of listed.map(idOf).filter((listedId) => !known.has(listedId))) {
      ids.set(id, ids.get(id) ?? list);
    }
  }
  const doubtful = found.find(({ gap }) => gap !== undefined);
  return { ids, gap: doubtful && `${listNames[doubtful.list]} ${doubtful.gap}` };
}

/** What this process made before, in a create that did not succeed: an engine may be told to try again. */
async function madeBefore<Item extends { readonly id: string }>(
  making: Making<Item>,
  { claims }: Context["account"],
): Promise<Item | undefined> {
  const id = claims.madeUnder(making.claim);
  const [list] = making.lists;
  const item = id === undefined || list === undefined ? undefined : await readIfThere(() => making.look(id, list));
  return item !== undefined && making.isInPlace(item) ? item : undefined;
}

/**
 * Finds the object whose create answer was lost, in lists that are newer than the request.
 *
 * @param lost how the answer was lost; undefined when it was in an earlier try of this process
 * @throws {TransportError} when no list shows it in time
 */
async function resolve<Item extends { readonly id: string }>(
  making: Making<Item>,
  context: Context,
  lost?: unknown,
): Promise<Item> {
  const { claim } = making;
  const { account, clock, progress, signal } = context;
  const { claims, listLagMs } = account;
  const startedAt = clock.monotonicMs();
  let problem = lost;
  const pauseMs = backOff();
  for (;;) {
    const elapsedMs = clock.monotonicMs() - startedAt;
    claims.outdate(claim);
    try {
      const found = await resumeOldest(making, await present(making, context), context, true);
      if (found !== undefined) {
        claims.setUnresolved(claim, false);
        return found;
      }
    } catch (error) {
      signal.throwIfAborted();
      problem = error;
    }
    if (elapsedMs >= listLagMs || !(problem === lost || isUnsettled(problem))) {
      throw unresolved(making.what, elapsedMs, problem);
    }
    progress.status(`looking for what was created, the answer was lost (${formatElapsed(elapsedMs)})`);
    await clock.sleep(Math.min(pauseMs(), listLagMs - elapsedMs), signal);
  }
}

function unresolved(what: string, elapsedMs: number, problem: unknown): Error {
  const why = problem instanceof Error ? ` ${problem.message}` : "";
  return new TransportError(
    `The answer to the creation of the ${what} was lost, and no list shows it after ${formatElapsed(elapsedMs)}.${why} Nothing is in the state: the next \`pulumi up\` looks again, and makes one only if there is none. The setting listLagSeconds says how long to look.`,
    "reset",
    true,
    { cause: problem },
  );
}

/** A platform that does not like the claim refuses a name that the user has never seen. */
function namesClaim(error: unknown, claim: string): unknown {
  if (isProviderError(error, "rejected") && error.fields.name !== undefined) {
    const head = `The platform refuses the name "${claim}", which an object has while it is created. The setting crashSafeCreate: false sends the final name at once.`;
    return error.with({ message: withReasons(head, error.fields), cause: error });
  }
  return error;
}

/** Whether the create of this resource goes through a claim: the setting says so, and the resource says who it is. */
export function isClaimed({ account, owner }: Context): boolean {
  return account.isCrashSafe && owner.urn !== "";
}
