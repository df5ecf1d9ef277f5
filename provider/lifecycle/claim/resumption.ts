import { saltAdvice } from "../owner.js";
import type { Context } from "../resource.js";
import { earlierSpelling } from "./claim-name.js";
import type { CreatePlan } from "./create-plan.js";

/**
 * Resumes the oldest object in the right place under a resource's claim. The others are deleted, unless they may belong
 * to the stack of another machine.
 *
 * @param isExpected whether a create of this process lost its response
 */
export async function resumeOldest<Item extends { readonly id: string }>(
  plan: CreatePlan<Item>,
  found: readonly Item[],
  context: Context,
  isExpected: boolean,
): Promise<Item | undefined> {
  const { owner, progress } = context;
  const kept = found.find(plan.isInPlace);
  for (const item of found.filter((other) => other !== kept)) {
    const unfinished = `the unfinished ${plan.what} ${item.id}, which is ${kept === undefined ? "in another place" : `a duplicate of ${kept.id}`}`;
    if (owner.isExclusive) {
      progress.warn(`Deletes ${unfinished} and in no state.`);
      await plan.discard(item);
    } else {
      progress.warn(`Leaves ${unfinished}. ${saltAdvice}`);
    }
  }
  if (kept !== undefined) {
    resume(plan, kept.id, context, { isExpected });
  }
  return kept;
}

/**
 * Resumes the oldest object in the right place under a claim of an earlier version. Two resources may share such a
 * claim: none of the objects is deleted, and none is resumed for both.
 */
export function resumeEarlier<Item extends { readonly id: string }>(
  plan: CreatePlan<Item>,
  found: readonly Item[],
  context: Context,
): Item | undefined {
  const kept = found.find((item) => plan.isInPlace(item) && resume(plan, item.id, context, { isEarlier: true }));
  const left = found.filter((item) => item !== kept && context.claims.resumptionOf(item.id) === undefined);
  if (left.length > 0) {
    const ids = left.map(({ id }) => id).join(", ");
    context.progress.warn(
      `Leaves ${ids} under the name ${earlierSpelling(plan.claim)}, which an earlier version gave and two resources may share: \`blockchain-nodes sweep\` lists what is in no state.`,
    );
  }
  return kept;
}

/** @returns false when another resource of this process has resumed it already */
function resume(
  { what, claim }: Pick<CreatePlan<never>, "what" | "claim">,
  id: string,
  { claims, owner, progress }: Context,
  { isExpected = false, isEarlier = false },
): boolean {
  if (!claims.resume(id, { claim, isDoubtful: isEarlier || !owner.isExclusive })) {
    return false;
  }
  const advice = owner.isExclusive ? [] : [saltAdvice];
  if (!isExpected) {
    progress.warn([`Resumes the ${what} ${id}, which an earlier run began to create.`, ...advice].join(" "));
  } else if (!owner.isExclusive) {
    progress.warn(`Resumes the ${what} ${id}, assuming that the lost response was about it. ${saltAdvice}`);
  }
  return true;
}
