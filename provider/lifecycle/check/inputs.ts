import type { InputProblem } from "../../account/settings.js";
import { pathOf, readAs } from "../../base/issues.js";
import { z } from "../../vendor/zod.js";
import type { Properties } from "../engine/properties.js";
import { isUnknown } from "../engine/unknown.js";
import { generateName, type Owner } from "../owner.js";
import { parseDuration } from "../timeouts.js";

const text = z
  .string()
  .refine((value) => value.trim() !== "", "must not be empty")
  // The platform may trim, which would make a permanent diff.
  .refine(
    (value) => value === "" || value.trim() === value || value.trim() === "",
    "must not begin or end with spaces",
  );
const duration = z
  .string()
  .refine(
    (value) => isUnknown(value) || parseDuration(value) !== undefined,
    'is not a duration: write for example "90s", "20m" or "1h30m"',
  )
  .optional();

export const argument = {
  text,
  record: z.record(z.string(), z.unknown()),
  oneOf: <const Values extends readonly [string, ...string[]]>(values: Values) => z.enum(values),
  timeouts: z.strictObject({ create: duration, update: duration, delete: duration }).optional(),
  /** The same of a resource whose deletion waits for nothing. */
  timeoutsOfWrites: z.strictObject({ create: duration, update: duration }).optional(),
  // Ignoring it would create a duplicate of the object to adopt.
  adopt: z
    .unknown()
    .refine(
      (value) => value === undefined,
      "is not available yet: use the static method `get` to read an object that exists",
    )
    .optional(),
} as const;

/**
 * Checks arguments by a schema. Values that are not known yet pass.
 *
 * @param schema a strict object: an unknown argument, at any depth, is a problem that suggests the nearest known name
 */
export function findProblems(schema: z.ZodObject, news: Properties): readonly InputProblem[] {
  const { problems = [] } = readAs(schema, news, "argument");
  return problems
    .filter(({ path, isForeign }) => isForeign || !leadsToUnknown(news, path))
    .map(({ path, reason }) => ({ property: pathOf(path), reason }));
}

function leadsToUnknown(given: Properties, path: readonly PropertyKey[]): boolean {
  let value: unknown = given;
  for (const key of path) {
    if (isUnknown(value)) {
      return true;
    }
    value = typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;
  }
  return isUnknown(value);
}

/**
 * The name of an object. A generated one is kept across runs, even if the object was renamed outside of Pulumi.
 *
 * @param generated name that the last check generated
 * @returns the name, also as `generated` if the program did not write it
 */
export function nameOf(
  news: Properties,
  owner: Owner,
  generated: unknown,
): { readonly name: unknown; readonly generated?: string } {
  if (news.name !== undefined) {
    return { name: news.name };
  }
  const name = typeof generated === "string" ? generated : generateName(owner);
  return { name, generated: name };
}
