import { unknownArgument } from "../../base/suggest.js";
import { type FieldReasons, RejectedError } from "../../errors/errors.js";

/** A kind of value that an argument takes. */
interface ArgumentKind {
  /** What is wrong with a value, as the end of a sentence that begins with the argument's name. */
  problem(value: unknown): string | undefined;
  /** The value as a query parameter. */
  encode(value: unknown): string | boolean;
}

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

// An empty text is a value that went missing: as no filter at all it would mean every object of the account.
const text: ArgumentKind = {
  problem: (value) => (isText(value) ? undefined : "must be a text that is not empty"),
  encode: String,
};

const texts: ArgumentKind = {
  problem: (value) =>
    Array.isArray(value) && value.length > 0 && value.every((item) => isText(item) && !item.includes(","))
      ? undefined
      : "must be a list of at least one text, none of them empty or with a comma",
  encode: (value) => (value as readonly string[]).join(","),
};

const flag: ArgumentKind = {
  problem: (value) => (typeof value === "boolean" ? undefined : "must be true or false"),
  encode: (value) => value === true,
};

const instant: ArgumentKind = {
  problem: (value) =>
    instantOf(value) === undefined
      ? "must be an ISO 8601 date, or a time with its zone, for example 2026-10-01 or 2026-10-01T12:00:00Z"
      : undefined,
  encode: (value) => new Date(instantOf(value) ?? Number.NaN).toISOString(),
};

function oneOf(...values: readonly string[]): ArgumentKind {
  return {
    problem: (value) =>
      values.includes(value as string) ? undefined : `must be one of ${values.map((it) => `"${it}"`).join(", ")}`,
    encode: String,
  };
}

/** Every kind of argument. */
export const kinds = { text, texts, flag, instant, oneOf } as const;

const instantPattern = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Milliseconds of an ISO 8601 date (midnight, UTC) or time; undefined for anything else, such as February 30. */
export function instantOf(value: unknown): number | undefined {
  const [whole, date] = (typeof value === "string" && instantPattern.exec(value)) || [];
  if (whole === undefined || date === undefined) {
    return undefined;
  }
  const [day, time] = [Date.parse(date), Date.parse(whole)];
  const isDay = !Number.isNaN(day) && new Date(day).toISOString().startsWith(date);
  return isDay && !Number.isNaN(time) ? time : undefined;
}

/** One argument of a function, as data. */
export interface ArgumentRow<Item = never> {
  readonly kind: ArgumentKind;
  readonly isRequired?: true;
  /** Name of the query parameter; absent where the platform has none and the argument is compared here alone. */
  readonly query?: string;
  /**
   * What an item shows of it. Compared here even if the platform did so: its filters may match a part of a name. What an
   * item does not show is left to the platform's filter.
   */
  readonly shown?: (item: Item) => unknown;
}

/** Every argument of a function. */
export type ArgumentTable<Args, Item = never> = { readonly [Name in keyof Args]-?: ArgumentRow<Item> };

type Rows = readonly (readonly [name: string, row: ArgumentRow<unknown>, value: unknown])[];

// What was left out, in whichever way, is no argument.
function rowsOf(table: object, args: object): Rows {
  const values = args as Readonly<Record<string, unknown>>;
  return Object.entries(table as Readonly<Record<string, ArgumentRow<unknown>>>).map(
    ([name, row]) => [name, row, values[name] ?? undefined] as const,
  );
}

/** What is wrong with each argument by itself, the unknown ones included. */
export function problemsOf(table: object, args: object): FieldReasons {
  const known = Object.keys(table);
  const foreign = Object.keys(args).filter((name) => !known.includes(name));
  const reasons = [
    ...foreign.map((name) => [name, unknownArgument(name, known)] as const),
    ...rowsOf(table, args).map(([name, { kind, isRequired }, value]) => {
      if (value === undefined) {
        return [name, isRequired ? "is required" : undefined] as const;
      }
      return [name, kind.problem(value)] as const;
    }),
  ];
  return Object.fromEntries(reasons.flatMap(([name, reason]) => (reason === undefined ? [] : [[name, [reason]]])));
}

/**
 * What was written, but has no content: as no filter at all it would mean every object of the account.
 *
 * @param written names of the arguments that are there to be filled
 */
export function lostOnes(table: object, written: readonly string[], args: object): FieldReasons {
  const lost = rowsOf(table, args).filter(([name, , value]) => value === undefined && written.includes(name));
  return Object.fromEntries(
    lost.map(([name, { isRequired }]) => [
      name,
      [isRequired ? "came out undefined" : "came out undefined: leave the argument out to ask for all"],
    ]),
  );
}

/** The query parameters that the platform is given. */
export function queryOf(table: object, args: object): Readonly<Record<string, string | boolean>> {
  return Object.fromEntries(
    rowsOf(table, args).flatMap(([, { query, kind }, value]) =>
      query === undefined || value === undefined ? [] : [[query, kind.encode(value)]],
    ),
  );
}

/** Whether an item is what the arguments ask for, as far as it shows. */
export function fits<Item>(table: Readonly<Record<string, ArgumentRow<Item>>>, args: object, item: Item): boolean {
  return rowsOf(table, args).every(([, row, value]) => {
    const { shown, query } = row as ArgumentRow<Item>;
    if (value === undefined || shown === undefined) {
      return true;
    }
    const seen = shown(item);
    return seen === undefined ? query !== undefined : seen === value;
  });
}

/** The platform's refusal in the names of the arguments. */
export function inArguments(table: object, error: unknown): unknown {
  if (!(error instanceof RejectedError)) {
    return error;
  }
  const names = new Map(Object.entries(table).map(([name, row]) => [(row as ArgumentRow).query, name]));
  return error.withFields((field) => names.get(field) ?? field);
}
