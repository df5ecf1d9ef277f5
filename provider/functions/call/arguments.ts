import { z } from "zod";
import { pathOf, readAs } from "../../base/issues.js";
import { type FieldReasons, isProviderError, mergeReasons } from "../../errors/errors.js";
import { instantOf } from "./instant.js";

// Loaded with the first call: a program that only declares resources does not load the schemas.

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** Schemas of arguments: they validate a value and convert it to a query parameter. */
export const kinds = {
  // An empty string is likely a missing value: without the filter the result would be all objects of the account.
  text: z.string().refine(isText, "must be a non-empty string"),
  texts: z
    .custom<readonly string[]>(
      (value) => Array.isArray(value) && value.length > 0 && value.every((item) => isText(item) && !item.includes(",")),
      "must be a non-empty list of non-empty strings without commas",
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

export type Kinds = typeof kinds;

/** One argument of a function, as data. */
export interface ArgumentRow<Item> {
  readonly kind: z.ZodType<string | boolean>;
  readonly isRequired?: true;
  /** Name of the query parameter; absent if the platform has none. */
  readonly query?: string;
  /**
   * Its value in an item. Compared here even if the platform filters too: it may match a part of a name. Where an item
   * shows no value, the platform's filter decides.
   */
  readonly shown?: (item: Item) => unknown;
}

export type ArgumentRows<Item> = Readonly<Record<string, ArgumentRow<Item>>>;

// Null means omitted.
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

/** Problems with each argument by itself, including unknown ones. */
export function problemsOf<Item>(rows: ArgumentRows<Item>, args: object): FieldReasons {
  const { problems = [] } = readAs(schemaOf(rows), valuesOf(args), "argument");
  return mergeReasons(problems.map(({ path, reason }) => [pathOf(path), [reason]]));
}

/**
 * Arguments whose outputs resolved to undefined: without the filter the result would be all objects of the account.
 *
 * @param written names of the arguments in the program
 */
export function findUndefined<Item>(rows: ArgumentRows<Item>, written: readonly string[], args: object): FieldReasons {
  const values = valuesOf(args);
  const lost = Object.entries(rows).filter(([name]) => values[name] === undefined && written.includes(name));
  return Object.fromEntries(
    lost.map(([name, { isRequired }]) => [
      name,
      [isRequired ? "came out undefined" : "came out undefined: omit the argument to get all"],
    ]),
  );
}

export interface Selection<Item> {
  /** The query parameters for the platform. */
  readonly query: Readonly<Record<string, string | boolean>>;
  /** Whether an item matches the arguments, as far as it shows their values. */
  readonly fits: (item: Item) => boolean;
}

/** The filters of valid arguments; those without a row are ignored. */
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

/** A refusal of the platform, with the fields renamed to arguments. */
export function inArguments<Item>(rows: ArgumentRows<Item>, error: unknown): unknown {
  if (!isProviderError(error, "rejected")) {
    return error;
  }
  const names = new Map(Object.entries(rows).map(([name, { query }]) => [query, name]));
  return error.withFields((field) => names.get(field) ?? field);
}
