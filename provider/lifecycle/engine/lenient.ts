import { isObject } from "../../base/is-object.js";
import { z } from "../../vendor/zod.js";
import type { Properties } from "./properties.js";

/*
 * Schemas for values in state, which an earlier version may have written: what is not as expected counts as absent.
 */

export const optionalText = z.string().optional().catch(undefined);

/** The same under each of these names. */
export function optionalTexts<Name extends string>(names: readonly Name[]): Record<Name, typeof optionalText> {
  return Object.fromEntries(names.map((name) => [name, optionalText])) as Record<Name, typeof optionalText>;
}

/** Text that every version writes. */
export const requiredText = z.string().catch("");

/** An object with names that this package does not define; empty where it is missing. */
export const record = z
  .unknown()
  .optional()
  .transform((value): Properties => (isObject(value) ? value : {}));

/** The same, where it may be missing. */
export const optionalRecord = z
  .unknown()
  .optional()
  .transform((value): Properties | undefined => (isObject(value) ? value : undefined))
  .optional();

/** The argument `timeouts`: duration strings. */
export const timeouts = z
  .object({ create: optionalText, update: optionalText, delete: optionalText })
  .optional()
  .catch(undefined);

export type Timeouts = z.output<typeof timeouts>;
