import { isObject } from "../../base/is-object.js";
import { parseGoDuration } from "../../base/text.js";
import { z } from "../../vendor/zod.js";
import { chosen, decoded } from "./decode.js";
import type { BlockInput, QuantityInput, StateBlockInput } from "./values.js";

/**
 * Creates a schema from a function that encodes one parameter.
 *
 * @param what the expected value, for "is not …"
 * @param write returns the encoded value, undefined for anything but an `Input`
 */
export function encoded<Input>(what: string, write: (value: unknown) => unknown): z.ZodType<unknown, Input> {
  return decoded(what, write) as z.ZodType<unknown, Input>;
}

const tags: ReadonlySet<unknown> = new Set(["earliest", "finalized", "latest", "pending", "safe"]);

function hexQuantity(value: unknown): string | undefined {
  if (typeof value === "string") {
    return /^0x[0-9a-f]{1,64}$/i.test(value) ? `0x${BigInt(value).toString(16)}` : undefined;
  }
  const isWhole = typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value));
  return isWhole && value >= 0 ? `0x${value.toString(16)}` : undefined;
}

function matching(pattern: RegExp): (value: unknown) => string | undefined {
  return (value) => (typeof value === "string" && pattern.test(value) ? value : undefined);
}

/** Sent as hex without leading zeros. */
export const quantityInput = encoded<QuantityInput>(
  "a non-negative whole number (bigint, safe integer, or 0x and hex digits)",
  hexQuantity,
);

const hash = matching(/^0x[0-9a-fA-F]{64}$/);

/** Numbers are sent as hex, tags and hashes unchanged. */
export const blockInput = encoded<BlockInput>(
  "a block (non-negative whole number, latest, earliest, pending, safe or finalized)",
  (value) => (tags.has(value) ? value : (hash(value) ?? hexQuantity(value))),
);

/** A non-negative safe integer, sent as a JSON number. */
export const countInput = encoded<number>("a non-negative whole number", (value) =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined,
);

/** A hash of 32 bytes. */
export const hashInput = encoded<string>("a hash (0x and 64 hex digits)", hash);

/** An address of 20 bytes. Its checksum is not verified. */
export const addressInput = encoded<string>("an address (0x and 40 hex digits)", matching(/^0x[0-9a-fA-F]{40}$/));

/** Any number of bytes. */
export const bytesInput = encoded<string>("hex data (0x and two digits a byte)", matching(/^0x(?:[0-9a-fA-F]{2})*$/));

/** An id that a node returned, for example of a filter. */
export const idInput = encoded<string>("an id (0x and hex digits)", matching(/^0x[0-9a-fA-F]{1,64}$/));

/** A transaction id of Bitcoin or a relative: 64 hex digits without `0x`. */
export const txidInput = encoded<string>("a transaction id (64 hex digits without 0x)", matching(/^[0-9a-f]{64}$/i));

/** Any non-empty string. */
export const nameInput = encoded<string>("a non-empty string", matching(/\S/));

/** True or false. */
export const flagInput = encoded<boolean>("true or false", (value) => (typeof value === "boolean" ? value : undefined));

const byHash = z.strictObject({ blockHash: hashInput, requireCanonical: flagInput.optional() });
const byNumber = z.strictObject({ blockNumber: blockInput });

/** Sent in the given form: an object stays an object. */
export const stateBlockInput = chosen<unknown, StateBlockInput>((value) =>
  isObject(value) ? ("blockHash" in value ? byHash : byNumber) : blockInput,
);

/** A duration as Go parses it, for example `10s` or `1m2.5s`. */
export const durationInput = encoded<string>("a duration above 0 as Go writes it, for example 10s", (value) =>
  typeof value === "string" && (parseGoDuration(value) ?? 0) > 0 ? value : undefined,
);

/** A duration in milliseconds, sent in Go's format, for example `1500ms`. */
export const goDurationInput = encoded<number>("a number of milliseconds above 0", (value) =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? `${Math.ceil(value)}ms` : undefined,
);
