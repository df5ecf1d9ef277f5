import { isDeepStrictEqual } from "node:util";
import { z } from "../../vendor/zod.js";
import { argument, findProblems, nameOf } from "../check/inputs.js";
import type { Properties } from "../engine/properties.js";
import { isUnknown } from "../engine/unknown.js";
import type { Owner } from "../owner.js";
import type { CheckOutcome, DiffOutcome } from "../resource.js";

const schema = z.strictObject({
  name: argument.text.optional(),
  description: z.string().optional(),
  type: argument.oneOf(["public"]).optional(),
  adopt: argument.adopt,
  timeouts: argument.timeouts,
});

/** Checks a Project's arguments and fills in its name. Offline; unknowns pass. */
export function checkProject(_olds: Properties, news: Properties, owner: Owner, lastGenerated: unknown): CheckOutcome {
  const { name, generated } = nameOf(news, owner, lastGenerated);
  return { inputs: { ...news, name }, generated, failures: findProblems(schema, news) };
}

/**
 * Compares the inputs with the old outputs. Omitted, the type may be any, and the description is left to the console; a
 * type that the platform does not show counts as unchanged.
 */
export function diffProject(olds: Properties, news: Properties, written: readonly string[]): DiffOutcome {
  const isOtherType = isUnknown(news.type) || (olds.type !== undefined && news.type !== olds.type);
  const replaces = news.type !== undefined && isOtherType ? ["type"] : [];
  // Stored, so that later changes in the console are kept.
  const isRemoved = news.description === undefined && written.includes("description");
  const changes =
    replaces.length > 0 ||
    !isDeepStrictEqual(olds.name, news.name) ||
    (news.description !== undefined && descriptionOf(olds) !== descriptionOf(news)) ||
    isRemoved ||
    !isDeepStrictEqual(olds.timeouts, news.timeouts);
  return { changes, replaces };
}

/** The platform may show an empty description as missing, null or empty. */
export function descriptionOf({ description }: { readonly description?: unknown }): string {
  return typeof description === "string" ? description : "";
}
