import { z } from "zod";
import { pathOf, readAs } from "../base/issues.js";
import { sentence } from "../base/text.js";
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

/**
 * Checks options that only a program without types, or a computed value, can get wrong.
 *
 * @throws {ConfigError} naming the option
 */
export function checkOptions(what: string, schema: z.ZodType, options: unknown): void {
  const [problem] = readAs(schema, options, "option").problems ?? [];
  if (problem !== undefined) {
    const { path, reason } = problem;
    const wrong = path.length === 0 ? "s are not an object" : ` ${pathOf(path)} is wrong: ${reason}`;
    throw new ConfigError(`${what}: the option${sentence(wrong)}`);
  }
}
