import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { CheckOutcome, DiffOutcome, Properties } from "./handler.js";
import { argument, findProblems, generatedName, rememberSet } from "./inputs.js";
import type { Owner } from "./owner.js";
import { isUnknown } from "./unknown.js";

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

/** Compares the inputs with the old outputs. A type that was left out is whatever the project has. */
export function diffProject(olds: Properties, news: Properties): DiffOutcome {
  const replaces = news.type !== undefined && (isUnknown(news.type) || news.type !== olds.type) ? ["type"] : [];
  const changes =
    replaces.length > 0 ||
    !isDeepStrictEqual(olds.name, news.name) ||
    descriptionOf(olds) !== descriptionOf(news) ||
    !isDeepStrictEqual(olds.timeouts, news.timeouts);
  return { changes, replaces };
}

/** The platform answers a missing, a null and an empty description for the same thing. */
export function descriptionOf(properties: Properties): string {
  return typeof properties.description === "string" ? properties.description : "";
}
