import type { Context } from "../resource.js";
import { type CreatePlan, listedId } from "./create-plan.js";

// More are looked at by nobody: a name that is so common says nothing.
const mostLookedAt = 5;

/**
 * Warns, before an object is made, of others that have its own name and stand where it is to be, and that the run has
 * neither made nor seen in the state: a run that was killed after the last step of a create leaves such a one.
 */
export async function warnOfNamesakes<Item extends { readonly id: string }>(
  plan: CreatePlan<Item>,
  context: Context,
): Promise<void> {
  const { known, owner, progress } = context;
  const ids = await strangersNamed(plan, context);
  const items = await Promise.all(
    ids.slice(0, mostLookedAt).map((id) => plan.readFresh(id, plan.lists[0]).catch(() => undefined)),
  );
  const alike = items.flatMap((item) => (item !== undefined && plan.isInPlace(item) ? [item.id] : []));
  // The forerunner of a forced replacement: the engine compares nothing then, and so shows its id at its deletion only.
  if (alike.length <= (known.hasResource(owner.urn) ? 1 : 0)) {
    return;
  }
  progress.warn(
    `Of the same name, in the same place and not seen by this run: ${alike.join(", ")}. A killed run may have left it: \`blockchain-nodes sweep --stack ${owner.stack}\` lists what no state knows, and deletes nothing. Another ${plan.what} is created.`,
  );
}

async function strangersNamed<Item extends { readonly id: string }>(
  plan: CreatePlan<Item>,
  { claims, known }: Context,
): Promise<readonly string[]> {
  const found = await Promise.all(plan.names.map((name) => claims.named(plan.lists[0], name)));
  const strangers = found.flatMap(({ items }) => items.filter(({ id }) => !known.has(id)));
  const ids = new Set(strangers.map((item) => listedId(plan, item)));
  return [...ids].filter((id) => !(known.has(id) || claims.isOwn(id)));
}
