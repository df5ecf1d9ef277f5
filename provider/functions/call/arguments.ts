import { pathOf, readAs } from "../../base/issues.js";
import { type FieldReasons, isProviderError, mergeReasons } from "../../errors/errors.js";
import { z } from "../../vendor/zod.js";
import { instantOf } from "./instant.js";

// Loaded with the first call: a program that only declares resources does not load the schemas.

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

// An empty string is likely a missing value: without the filter the result would be all objects of the account.
const text = z.string().refine(isText, "must be a non-empty string");

/** Schemas of arguments: they validate a value and convert it to a query parameter. */
export const kinds = {
  text,
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
  /** Rows of texts that items show, and that only this package compares. */
  shown: <Name extends string>(...names: readonly Name[]) => {
    const row: ArgumentRow = { kind: text, isShown: true };
    return Object.fromEntries(names.map((name) => [name, row])) as Record<Name, ArgumentRow>;
  },
} as const;

export type Kinds = typeof kinds;

/** One argument of a function, as data. */
export interface ArgumentRow {
  readonly kind: z.ZodType<string | boolean>;
  readonly isRequired?: true;
  /** Name of the query parameter; absent if the platform has none. */
  readonly query?: string;
  /**
   * Whether items show its value, under the same name. Compared here even if the platform filters too: it may match a
   * part of a name. Where an item shows no value, the platform's filter decides.
   */
  readonly isShown?: true;
}

export type ArgumentRows = Readonly<Record<string, ArgumentRow>>;

// Null means omitted.
function valuesOf(args: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, value ?? undefined]));
}

function schemaOf(rows: ArgumentRows) {
  const members = Object.entries(rows).map(([name, { kind, isRequired }]) => [
    name,
    isRequired ? kind : kind.optional(),
  ]);
  return z.strictObject(Object.fromEntries(members) as Record<string, z.ZodType<string | boolean | undefined>>);
}

/** Problems with each argument by itself, including unknown ones. */
export function problemsOf(rows: ArgumentRows, args: object): FieldReasons {
  const { problems = [] } = readAs(schemaOf(rows), valuesOf(args), "argument");
  return mergeReasons(problems.map(({ path, reason }) => [pathOf(path), [reason]]));
}

/**
 * Arguments whose outputs resolved to undefined: without the filter the result would be all objects of the account.
 *
 * @param written names of the arguments in the program
 */
export function findUndefined(rows: ArgumentRows, written: readonly string[], args: object): FieldReasons {
  const values = valuesOf(args);
  const lost = Object.entries(rows).filter(([name]) => values[name] === undefined && written.includes(name));
  return Object.fromEntries(
    lost.map(([name, { isRequired }]) => [
      name,
      [isRequired ? "came out undefined" : "came out undefined: omit the argument to get all"],
    ]),
  );
}

export interface Selection {
  /** The query parameters for the platform. */
  readonly query: Readonly<Record<string, string | boolean>>;
  /** Whether an item matches the arguments, as far as it shows their values. */
  readonly fits: (item: object) => boolean;
}

/** The filters of valid arguments; those without a row are ignored. */
export function selectionOf(rows: ArgumentRows, args: object): Selection {
  const given = Object.entries(schemaOf(rows).strip().parse(valuesOf(args))).flatMap(([name, value]) =>
    value === undefined || rows[name] === undefined ? [] : [{ ...rows[name], name, value }],
  );
  return {
    query: Object.fromEntries(given.flatMap(({ query, value }) => (query === undefined ? [] : [[query, value]]))),
    fits: (item) =>
      given.every(({ isShown = false, query, name, value }) => {
        const seen: unknown = isShown ? Reflect.get(item, name) : undefined;
        return seen === undefined ? !isShown || query !== undefined : seen === value;
      }),
  };
}

/** A refusal of the platform, with the fields renamed to arguments. */
export function inArguments(rows: ArgumentRows, error: unknown): unknown {
  if (!isProviderError(error, "rejected")) {
    return error;
  }
  const names = new Map(Object.entries(rows).map(([name, { query }]) => [query, name]));
  return error.withFields((field) => names.get(field) ?? field);
}
