import { poll } from "../../base/poll.js";
import { isProviderError, NotFoundError, ShapeError, TransportError, withReasons } from "../../errors/errors.js";
import { isInconclusive, mayHaveTakenEffect } from "../../platform/write-effects.js";
import { readIfThere } from "../absence/absence.js";
import { listNames } from "../absence/list-index.js";
import type { Context } from "../resource.js";
import { formatElapsed } from "../timeouts.js";
import { earlierSpelling } from "./claim-name.js";
import type { ClaimList } from "./claim-registry.js";
import { type CreatePlan, listedId } from "./create-plan.js";
import { warnOfNamesakes } from "./namesakes.js";
import { resumeEarlier, resumeOldest } from "./resumption.js";

/**
 * Creates an object exactly once: under a claim, which the next run finds if this one is killed or loses the response.
 * An object in the right place is resumed, one in another place deleted first; of several, the oldest is kept.
 *
 * @throws {ProviderError} when nothing was created, or that cannot be determined: nothing is saved in state then, and
 * the next run looks again
 */
export async function createOnce<Item extends { readonly id: string }>(
  plan: CreatePlan<Item>,
  context: Context,
): Promise<Item> {
  const { claims } = context;
  const { claim } = plan;
  const earlier = async () =>
    resumeEarlier(plan, await present({ ...plan, claim: earlierSpelling(claim) }, context), context);
  claims.begin(claim);
  const before = await createdBefore(plan, context);
  if (before !== undefined) {
    return before;
  }
  if (claims.isUnresolved(claim)) {
    return resolve(plan, context);
  }
  const found = (await resumeOldest(plan, await present(plan, context), context, false)) ?? (await earlier());
  if (found !== undefined) {
    return found;
  }
  await warnOfNamesakes(plan, context);
  try {
    const created = await plan.post(claim);
    claims.setCreated(claim, created.id);
    return created;
  } catch (error) {
    if (!mayHaveTakenEffect(error)) {
      throw explainClaim(error, claim);
    }
    claims.setUnresolved(claim, true);
    return await resolve(plan, context, error);
  } finally {
    claims.invalidate(claim);
  }
}

// How long reads of an object may fail although a list shows it.
const readLagMs = 30_000;
// How long to read an incomplete list again.
const gapLimitMs = 10_000;

/**
 * The objects that currently have the claim and are in no state. Lists may show stale names: the objects themselves
 * decide, but their reads may lag too.
 *
 * @throws {ShapeError} when none is in the right place and the lists are incomplete: nothing may be created then
 */
async function present<Item extends { readonly id: string }>(
  plan: CreatePlan<Item>,
  context: Context,
): Promise<readonly Item[]> {
  const { claims, clock, signal } = context;
  const { claim, what } = plan;
  return poll(clock, { signal }, async (wait) => {
    if (wait.looks > 0) {
      claims.invalidate(claim);
    }
    const { ids, gap } = await listedIds(plan, context);
    const seen = await Promise.all([...ids].map(([id, list]) => readComplete(plan, id, list)));
    const items = seen.flatMap((item) => (item !== undefined && plan.hasClaim(item, claim) ? [item] : []));
    const hidden = [...ids.keys()].filter((_, index) => seen[index] === undefined);
    const { elapsedMs } = wait;
    if (hidden.length === 0 && (gap === undefined || (elapsedMs >= gapLimitMs && items.some(plan.isInPlace)))) {
      return { found: items };
    }
    if (gap !== undefined && elapsedMs >= gapLimitMs) {
      throw new ShapeError(
        `Cannot determine whether an earlier run created this ${what}: ${gap}. Nothing was created: run \`pulumi up\` again. If this persists, the setting crashSafeCreate: false creates without this check.`,
      );
    }
    // Listed, but not found: deleted meanwhile, or not readable yet. A newer list shows which.
    if (elapsedMs >= readLagMs) {
      throw new NotFoundError(
        `The ${what} ${hidden.join(", ")} is listed under the claim ${claim}, but cannot be read. No second one was created: check the key's role, then run again.`,
      );
    }
    return undefined;
  });
}

/**
 * Objects under the claim in the lists that are in no state, each with the first list that holds it, and which list may
 * be incomplete, if any, and why.
 */
async function listedIds(plan: Pick<CreatePlan<never>, "claim" | "lists" | "idOf">, { claims, known }: Context) {
  const found = await Promise.all(
    plan.lists.map(async (list) => ({ list, ...(await claims.named(list, plan.claim)) })),
  );
  const ids = new Map<string, ClaimList>();
  for (const { list, items: listed } of found) {
    for (const id of listed.map((item) => listedId(plan, item)).filter((listedId) => !known.has(listedId))) {
      ids.set(id, ids.get(id) ?? list);
    }
  }
  const incomplete = found.find(({ gap }) => gap !== undefined);
  return { ids, gap: incomplete && `${listNames[incomplete.list]} ${incomplete.gap}` };
}

/** What an earlier create of this process left: the engine may try again after a failure. */
async function createdBefore<Item extends { readonly id: string }>(
  plan: CreatePlan<Item>,
  { claims }: Context,
): Promise<Item | undefined> {
  const id = claims.createdUnder(plan.claim);
  const item = id === undefined ? undefined : await readComplete(plan, id, plan.lists[0]);
  return item !== undefined && plan.isInPlace(item) ? item : undefined;
}

function readComplete<Item extends { readonly id: string }>(
  { readFresh, complete = async (item) => item }: CreatePlan<Item>,
  id: string,
  list: ClaimList,
): Promise<Item | undefined> {
  return readIfThere(async () => complete(await readFresh(id, list)));
}

/**
 * Finds the object whose create response was lost, in lists that are newer than the request.
 *
 * @param lost the error that lost it; undefined after an earlier create of this process
 * @throws {TransportError} when no list shows it in time
 */
async function resolve<Item extends { readonly id: string }>(
  plan: CreatePlan<Item>,
  context: Context,
  lost?: unknown,
): Promise<Item> {
  const { claim } = plan;
  const { account, claims, clock, progress, signal } = context;
  const { listLagMs } = account;
  let problem = lost;
  return poll(clock, { deadlineMs: listLagMs, signal }, async ({ elapsedMs }) => {
    claims.invalidate(claim);
    try {
      const found = await resumeOldest(plan, await present(plan, context), context, true);
      if (found !== undefined) {
        claims.setUnresolved(claim, false);
        return { found };
      }
    } catch (error) {
      signal.throwIfAborted();
      problem = error;
    }
    if (elapsedMs >= listLagMs || !(problem === lost || isInconclusive(problem))) {
      throw unresolved(plan.what, elapsedMs, problem);
    }
    progress.status(`response lost, looking for what was created (${formatElapsed(elapsedMs)})`);
    return undefined;
  });
}

function unresolved(what: string, elapsedMs: number, problem: unknown): Error {
  const why = problem instanceof Error ? ` ${problem.message}` : "";
  return new TransportError(
    `Creating the ${what}: the response was lost, and no ${what} appeared within ${formatElapsed(elapsedMs)}.${why} Nothing was saved: run \`pulumi up\` again, which looks again and creates one only if there is none. The setting listLagSeconds sets how long to look.`,
    "reset",
    true,
    { cause: problem },
  );
}

/** Explains a refusal of the claim, which is a name that the user has never seen. */
function explainClaim(error: unknown, claim: string): unknown {
  if (isProviderError(error, "rejected") && error.fields.name !== undefined) {
    const head = `The platform refused the name "${claim}", which an object has while it is created. The setting crashSafeCreate: false creates under the final name.`;
    return error.with({ message: withReasons(head, error.fields), cause: error });
  }
  return error;
}

/** Whether this resource is created under a claim: the setting is on, and its owner is known. */
export function isClaimed({ account, owner }: Context): boolean {
  return account.isCrashSafe && owner.urn !== "";
}
