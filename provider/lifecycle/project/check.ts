import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
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
 * Compares the inputs with the old outputs. A type that was left out is whatever the project has, and one that the
 * platform does not show is what the program says; a description that was left out is the console's.
 */
export function diffProject(olds: Properties, news: Properties, written: readonly string[]): DiffOutcome {
  const isOtherType = isUnknown(news.type) || (olds.type !== undefined && news.type !== olds.type);
  const replaces = news.type !== undefined && isOtherType ? ["type"] : [];
  // Stored, so that what the console says later is left alone.
  const isGivenUp = news.description === undefined && written.includes("description");
  const changes =
    replaces.length > 0 ||
    !isDeepStrictEqual(olds.name, news.name) ||
    (news.description !== undefined && descriptionOf(olds) !== descriptionOf(news)) ||
    isGivenUp ||
    !isDeepStrictEqual(olds.timeouts, news.timeouts);
  return { changes, replaces };
}

/** The platform answers a missing, a null and an empty description for the same thing. */
export function descriptionOf({ description }: { readonly description?: unknown }): string {
  return typeof description === "string" ? description : "";
}
