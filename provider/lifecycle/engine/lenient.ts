import { z } from "zod";

/*
 * Building blocks for what the state holds: it may be of an earlier version, or odd. What is not as expected is absent.
 */

/** Text that may be missing. */
export const optionalText = z.string().optional().catch(undefined);

/** Text that every version writes. */
export const requiredText = z.string().catch("");

/** An object in the names of somebody else. */
export const record = z.record(z.string(), z.unknown()).catch({});

/** The argument `timeouts`. */
export const timeouts = z
  .object({ create: optionalText, update: optionalText, delete: optionalText })
  .optional()
  .catch(undefined);
