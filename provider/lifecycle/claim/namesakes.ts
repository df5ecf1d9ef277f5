import type { Context } from "../resource.js";
import { type CreatePlan, listedId } from "./create-plan.js";

// A more common name is no evidence.
const maxNamesakes = 5;

/**
 * Warns, before an object is created, of others with its final name in the same place that this run has neither created
 * nor seen in state: a run that was killed after the last step of a create leaves such an object.
 */
export async function warnOfNamesakes<Item extends { readonly id: string }>(
  plan: CreatePlan<Item>,
  context: Context,
): Promise<void> {
  const { known, owner, progress } = context;
  const ids = await strangersNamed(plan, context);
  const items = await Promise.all(
    ids.slice(0, maxNamesakes).map((id) => plan.readFresh(id, plan.lists[0]).catch(() => undefined)),
  );
  const alike = items.flatMap((item) => (item !== undefined && plan.isInPlace(item) ? [item.id] : []));
  // The predecessor in a forced replacement: without a diff, the engine shows its id only when it deletes it.
  if (alike.length <= (known.hasResource(owner.urn) ? 1 : 0)) {
    return;
  }
  progress.warn(
    `Of the same name, in the same place and not in the state that this run has seen: ${alike.join(", ")}. A killed run may have left it: \`blockchain-nodes sweep --stack ${owner.stack}\` lists what is in no state, and deletes nothing. Another ${plan.what} is created.`,
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
