import { pathOf, readAs } from "../base/issues.js";
import { sentence } from "../base/text.js";
import { ConfigError } from "../errors/errors.js";
import { z } from "../vendor/zod.js";
import { type CallOptions, maxTimerMs } from "./settings.js";

/** Schema of an option in milliseconds. */
export function durationOption(minMs: number): z.ZodNumber {
  return z
    .number("must be a number of milliseconds")
    .min(minMs, `must be at least ${minMs}`)
    .max(maxTimerMs, `must be at most ${maxTimerMs}`);
}

/** Schema of an abort signal option. */
export const signalOption = z.custom<AbortSignal>((value) => value instanceof AbortSignal, "must be an AbortSignal");

const callSchema = z.strictObject({ timeoutMs: durationOption(1).optional(), signal: signalOption.optional() });

/**
 * Validates the options of a single call.
 *
 * @throws {ConfigError} naming the option
 */
export function checkCallOptions(what: string, options: CallOptions): void {
  if (options !== noOptions) {
    checkOptions(what, callSchema, options);
  }
}

/** @throws {ConfigError} for options that are not an object */
export function checkObject(what: string, options: unknown): void {
  checkOptions(what, z.looseObject({}), options);
}

/** Options of a call without any. */
export const noOptions: CallOptions = {};

/**
 * Validates options, which an untyped program or a computed value can get wrong.
 *
 * @throws {ConfigError} naming the option
 */
export function checkOptions(what: string, schema: z.ZodType, options: unknown): void {
  const [problem] = readAs(schema, options, "option").problems ?? [];
  if (problem !== undefined) {
    const { path, reason } = problem;
    const wrong = path.length === 0 ? "options must be an object" : `invalid option ${pathOf(path)}: ${reason}`;
    throw new ConfigError(`${what}: ${sentence(wrong)}`);
  }
}
