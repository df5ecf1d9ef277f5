import { saltAdvice } from "../owner.js";
import type { Context } from "../resource.js";
import { earlierSpelling } from "./claim-name.js";
import type { CreatePlan } from "./create-plan.js";

/**
 * Resumes of the objects under a resource's claim the oldest in the right place. The others are deleted, unless they
 * may be those of another machine's stack.
 *
 * @param isExpected whether this process has asked for one and got no answer
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
    const begun = `the ${plan.what} ${item.id}, which was begun ${kept === undefined ? "in another place" : `beside ${kept.id}`}`;
    if (owner.isExclusive) {
      progress.warn(`Deletes ${begun} and is in no state.`);
      await plan.discard(item);
    } else {
      progress.warn(`Leaves ${begun}. ${saltAdvice}`);
    }
  }
  if (kept !== undefined) {
    resume(plan, kept.id, context, { isExpected });
  }
  return kept;
}

/**
 * Resumes the oldest object in the right place of those that an earlier version began. Its shorter claim may be another
 * resource's too: so none of them is deleted, and none resumed for two resources.
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
      `Leaves ${ids} under the name ${earlierSpelling(plan.claim)}, which an earlier version gave and two resources may share: \`blockchain-nodes sweep\` lists what no state knows.`,
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
    progress.warn(`Takes the ${what} ${id} for the one whose creation was not answered. ${saltAdvice}`);
  }
  return true;
}
