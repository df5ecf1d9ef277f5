import { z } from "zod";
import { ConfigError } from "../errors.js";
import { longestMs } from "./settings.js";

/** Schema of an option that is a number of milliseconds. */
export function durationOption(leastMs: number): z.ZodNumber {
  return z
    .number("must be a number of milliseconds")
    .min(leastMs, `must be at least ${leastMs}`)
    .max(longestMs, `must be at most ${longestMs}`);
}

function optionError(what: string, issue: z.core.$ZodIssue): ConfigError {
  const name = issue.code === "unrecognized_keys" ? issue.keys.join(", ") : issue.path.join(".");
  const problem = issue.code === "unrecognized_keys" ? "there is no such option" : issue.message;
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
