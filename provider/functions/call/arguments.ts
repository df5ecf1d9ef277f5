import { z } from "zod";
import { pathOf, readAs } from "../../base/issues.js";
import { type FieldReasons, isProviderError, mergeReasons } from "../../errors/errors.js";
import { instantOf } from "./instant.js";

// Loaded with the first call: a program that only declares resources does not load the schemas.

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** Schemas of arguments: what is wrong with a value, and the value as a query parameter. */
export const kinds = {
  // An empty text is a value that went missing: as no filter at all it would mean every object of the account.
  text: z.string().refine(isText, "must be a text that is not empty"),
  texts: z
    .custom<readonly string[]>(
      (value) => Array.isArray(value) && value.length > 0 && value.every((item) => isText(item) && !item.includes(",")),
      "must be a list of at least one text, none of them empty or with a comma",
    )
    .transform((items) => items.join(",")),
  flag: z.boolean("must be true or false"),
  instant: z
    .custom(
      (value) => instantOf(value) !== undefined,
      "must be an ISO 8601 date, or a time with its zone, for example 2026-10-01 or 2026-10-01T12:00:00Z",
    )
    .transform((value) => new Date(instantOf(value) ?? Number.NaN).toISOString()),
  oneOf: <const Values extends readonly string[]>(...values: Values) => z.enum(values),
} as const;

/** The schemas that a function makes its arguments of. */
export type Kinds = typeof kinds;

/** One argument of a function, as data. */
export interface ArgumentRow<Item> {
  readonly kind: z.ZodType<string | boolean>;
  readonly isRequired?: true;
  /** Name of the query parameter; absent where the platform has none and the argument is compared here alone. */
  readonly query?: string;
  /**
   * What an item shows of it. Compared here even if the platform did so: its filters may match a part of a name. What
   * an item does not show is left to the platform's filter.
   */
  readonly shown?: (item: Item) => unknown;
}

/** Arguments of a function, by name. */
export type ArgumentRows<Item> = Readonly<Record<string, ArgumentRow<Item>>>;

// What was left out, in whichever way, is no argument.
function valuesOf(args: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, value ?? undefined]));
}

function schemaOf<Item>(rows: ArgumentRows<Item>) {
  const members = Object.entries(rows).map(([name, { kind, isRequired }]) => [
    name,
    isRequired ? kind : kind.optional(),
  ]);
  return z.strictObject(Object.fromEntries(members) as Record<string, z.ZodType<string | boolean | undefined>>);
}

/** What is wrong with each argument by itself, the unknown ones included. */
export function problemsOf<Item>(rows: ArgumentRows<Item>, args: object): FieldReasons {
  const { problems = [] } = readAs(schemaOf(rows), valuesOf(args), "argument");
  return mergeReasons(problems.map(({ path, reason }) => [pathOf(path), [reason]]));
}

/**
 * What was written, but has no content: as no filter at all it would mean every object of the account.
 *
 * @param written names of the arguments that are there to be filled
 */
export function lostOnes<Item>(rows: ArgumentRows<Item>, written: readonly string[], args: object): FieldReasons {
  const values = valuesOf(args);
  const lost = Object.entries(rows).filter(([name]) => values[name] === undefined && written.includes(name));
  return Object.fromEntries(
    lost.map(([name, { isRequired }]) => [
      name,
      [isRequired ? "came out undefined" : "came out undefined: leave the argument out to ask for all"],
    ]),
  );
}

/** What arguments that are right ask for. */
export interface Selection<Item> {
  /** The query parameters that the platform is given. */
  readonly query: Readonly<Record<string, string | boolean>>;
  /** Whether an item is what the arguments ask for, as far as it shows. */
  readonly fits: (item: Item) => boolean;
}

/** What arguments ask for that {@link problemsOf} finds nothing wrong with; those of other rows are passed over. */
export function selectionOf<Item>(rows: ArgumentRows<Item>, args: object): Selection<Item> {
  const given = Object.entries(schemaOf(rows).strip().parse(valuesOf(args))).flatMap(([name, value]) =>
    value === undefined || rows[name] === undefined ? [] : [{ ...rows[name], value }],
  );
  return {
    query: Object.fromEntries(given.flatMap(({ query, value }) => (query === undefined ? [] : [[query, value]]))),
    fits: (item) =>
      given.every(({ shown, query, value }) => {
        const seen = shown?.(item);
        return seen === undefined ? shown === undefined || query !== undefined : seen === value;
      }),
  };
}

/** The platform's refusal in the names of the arguments. */
export function inArguments<Item>(rows: ArgumentRows<Item>, error: unknown): unknown {
  if (!isProviderError(error, "rejected")) {
    return error;
  }
  const names = new Map(Object.entries(rows).map(([name, { query }]) => [query, name]));
  return error.withFields((field) => names.get(field) ?? field);
}
