import { z } from "zod";
import { ConfigError } from "../errors/errors.js";
import { type CallOptions, longestMs } from "./settings.js";

/** Schema of an option that is a number of milliseconds. */
export function durationOption(leastMs: number): z.ZodNumber {
  return z
    .number("must be a number of milliseconds")
    .min(leastMs, `must be at least ${leastMs}`)
    .max(longestMs, `must be at most ${longestMs}`);
}

/** Schema of an option that ends something. */
export const signalOption = z.custom<AbortSignal>((value) => value instanceof AbortSignal, "must be an AbortSignal");

const callSchema = z.strictObject({ timeoutMs: durationOption(1).optional(), signal: signalOption.optional() });

/**
 * Checks the options of a single call.
 *
 * @throws {ConfigError} naming the option
 */
export function checkCallOptions(what: string, options: CallOptions): void {
  if (options !== noOptions) {
    checkOptions(what, callSchema, options);
  }
}

/** @throws {ConfigError} for options that are no object */
export function checkObject(what: string, options: unknown): void {
  checkOptions(what, z.looseObject({}), options);
}

/** What a call has that was given no options. */
export const noOptions: CallOptions = {};

function optionError(what: string, issue: z.core.$ZodIssue): ConfigError {
  if (issue.code === "unrecognized_keys") {
    return new ConfigError(`${what}: the option ${issue.keys.join(", ")} is wrong: there is no such option.`);
  }
  if (issue.path.length === 0) {
    return new ConfigError(`${what}: the options are not an object.`);
  }
  const [name, problem] = [issue.path.join("."), issue.message];
  return new ConfigError(`${what}: the option ${name} is wrong: ${problem}.`);
}

/**
 * Checks options that only a program without types, or a computed value, can get wrong.
 *
 * @throws {ConfigError} naming the option
 */
export function checkOptions(what: string, schema: z.ZodType, options: unknown): void {
  const issue = schema.safeParse(options).error?.issues[0];
  if (issue !== undefined) {
    throw optionError(what, issue);
  }
}
