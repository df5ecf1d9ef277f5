/** Why a value was refused; the message names the place in the value. */
export class ShapeProblem extends Error {
  override readonly name = "ShapeProblem";
}

/** Turns an unknown value into a typed one or throws a {@link ShapeProblem}. */
export type Parser<T> = (value: unknown) => T;

/** The type that a parser yields. */
export type Parsed<P> = P extends Parser<infer T> ? T : never;

type Fields = Readonly<Record<string, Parser<unknown>>>;

/** Finite number within bounds. */
export function number(min = 0, max = Number.MAX_SAFE_INTEGER): Parser<number> {
  return (value) => {
    if (typeof value !== "number" || !Number.isFinite(value) || value < min || value > max) {
      throw new ShapeProblem(`must be a number from ${min} to ${max}`);
    }
    return value;
  };
}

/** Integer within bounds. */
export function integer(min = 0, max = Number.MAX_SAFE_INTEGER): Parser<number> {
  const parse = number(min, max);
  return (value) => {
    const parsed = parse(value);
    if (!Number.isInteger(parsed)) {
      throw new ShapeProblem("must be an integer");
    }
    return parsed;
  };
}

/** Any string. */
export const text: Parser<string> = (value) => {
  if (typeof value !== "string") {
    throw new ShapeProblem("must be a string");
  }
  return value;
};

/** `true` or `false`. */
export const flag: Parser<boolean> = (value) => {
  if (typeof value !== "boolean") {
    throw new ShapeProblem("must be true or false");
  }
  return value;
};

/** Any value as it is. */
export const anything: Parser<unknown> = (value) => value;

/** One of the listed values. */
export function oneOf<const T extends string | number>(...values: readonly T[]): Parser<T> {
  return (value) => {
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) {
      throw new ShapeProblem(`must be one of ${values.map((candidate) => JSON.stringify(candidate)).join(", ")}`);
    }
    return found;
  };
}

/** What the parser takes, or `null`. */
export function nullable<T>(parse: Parser<T>): Parser<T | null> {
  return (value) => (value === null ? null : parse(value));
}

/** What the parser takes, or nothing. */
export function optional<T>(parse: Parser<T>): Parser<T | undefined> {
  return (value) => (value === undefined ? undefined : parse(value));
}

/** What the parser takes, or a default when nothing is there. */
export function fallback<T>(parse: Parser<T>, standard: T): Parser<T> {
  return (value) => (value === undefined ? standard : parse(value));
}

/** List of what the parser takes. */
export function listOf<T>(parse: Parser<T>): Parser<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) {
      throw new ShapeProblem("must be a list");
    }
    return value.map((item: unknown, position) => inside(String(position), () => parse(item)));
  };
}

/** Object of strings. */
export const textMap: Parser<Record<string, string>> = (value) => {
  const entries = Object.entries(plainObject(value));
  return Object.fromEntries(entries.map(([key, item]) => [key, inside(key, () => text(item))]));
};

/** Object with exactly these keys; an unknown key is a problem, since it is most likely a typing error. */
export function object<S extends Fields>(fields: S): Parser<{ [K in keyof S]: Parsed<S[K]> }> {
  return (value) => {
    const source = plainObject(value);
    const unknownKey = Object.keys(source).find((key) => !(key in fields));
    if (unknownKey !== undefined) {
      throw new ShapeProblem(`${unknownKey}: unknown key; known: ${Object.keys(fields).join(", ") || "none"}`);
    }
    const parsed = Object.entries(fields).map(([key, parse]) => [key, inside(key, () => parse(source[key]))] as const);
    return Object.fromEntries(parsed.filter(([, item]) => item !== undefined)) as { [K in keyof S]: Parsed<S[K]> };
  };
}

/** The value as a record, or a problem. */
export function plainObject(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ShapeProblem("must be an object");
  }
  return value as Record<string, unknown>;
}

/** Runs a parser and puts the key before the message of its problem. */
export function inside<T>(key: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof ShapeProblem) {
      throw new ShapeProblem(error.message.startsWith("must") ? `${key} ${error.message}` : `${key}.${error.message}`);
    }
    throw error;
  }
}
