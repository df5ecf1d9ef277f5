import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { argument, findProblems, generatedName } from "../check/inputs.js";
import type { Properties } from "../engine/properties.js";
import { rememberSet, setKeys } from "../engine/properties.js";
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
export function checkProject(olds: Properties, news: Properties, owner: Owner): CheckOutcome {
  return {
    inputs: { ...news, ...generatedName(olds, news, owner), ...rememberSet(news) },
    failures: findProblems(schema, news),
  };
}

/**
 * Compares the inputs with the old outputs. A type that was left out is whatever the project has, and one that the platform
 * does not show is what the program says; a description that was left out is the console's.
 */
export function diffProject(olds: Properties, news: Properties): DiffOutcome {
  const isOtherType = isUnknown(news.type) || (olds.type !== undefined && news.type !== olds.type);
  const replaces = news.type !== undefined && isOtherType ? ["type"] : [];
  const changes =
    replaces.length > 0 ||
    !isDeepStrictEqual(olds.name, news.name) ||
    (ownsDescription(olds, news) && descriptionOf(olds) !== descriptionOf(news)) ||
    isHandedOver(olds, news) ||
    !isDeepStrictEqual(olds.timeouts, news.timeouts);
  return { changes, replaces };
}

/** Whether the program says what the description is, or did so until now: then it is taken away with the argument. */
export function ownsDescription(olds: Properties, news: Properties): boolean {
  return news.description !== undefined || isHandedOver(olds, news);
}

/** Whether the program gives the description up: stored, so that what the console says later is left alone. */
function isHandedOver(olds: Properties, news: Properties): boolean {
  return news.description === undefined && setKeys(olds).includes("description");
}

/** The platform answers a missing, a null and an empty description for the same thing. */
export function descriptionOf({ description }: { readonly description?: unknown }): string {
  return typeof description === "string" ? description : "";
}
