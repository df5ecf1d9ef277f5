import { z } from "zod";

/** A value that its schema rejects; the message names the path of the first problem in it. */
export class ValidationError extends Error {
  override readonly name = "ValidationError";
}

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

const expectations: Readonly<Record<string, string>> = {
  array: "must be a list",
  boolean: "must be true or false",
  object: "must be an object",
  record: "must be an object",
  string: "must be a string",
};

/**
 * Parses a value.
 * @param path where the value is, as the message of an error shows it; empty for a whole body
 * @throws ValidationError for a value that does not match; an unknown key comes first, since it explains a missing one.
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown, path: readonly string[] = []): z.output<S> {
  const result = schema.safeParse(value, { error: describe });
  if (result.success) {
    return result.data;
  }
  const { issues } = result.error;
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  const where = [...path, ...(issue?.path ?? [])].join(".");
  const prefix = issue?.code === "unrecognized_keys" ? where && `${where}.` : `${where || "The body"} `;
  throw new ValidationError(`${prefix}${issue?.message}`);
}

/** Any object. */
export const anyObject = z.record(z.string(), z.unknown());

/** A finite number within bounds. */
export function numberFrom(min: number, max = Number.MAX_SAFE_INTEGER): z.ZodNumber {
  const error = `must be a number from ${min} to ${max}`;
  return z.number(error).min(min, error).max(max, error);
}

/** An integer within bounds. */
export function integerFrom(min: number, max = Number.MAX_SAFE_INTEGER): z.ZodNumber {
  return numberFrom(min, max).int("must be an integer");
}

function describe(issue: RawIssue): string | undefined {
  if (issue.code === "invalid_type") {
    return expectations[issue.expected];
  }
  if (issue.code === "invalid_value") {
    return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
  }
  if (issue.code === "unrecognized_keys") {
    const known = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : [];
    return `${issue.keys[0]}: unknown key; known: ${known.join(", ") || "none"}`;
  }
  return undefined;
}
