import { isObject } from "../../base/is-object.js";
import { type Problem, readAs } from "../../base/issues.js";
import { z } from "../../vendor/zod.js";
import type { Hex } from "./values.js";

/**
 * Creates a schema from a function that reads one value of a response.
 *
 * @param what the expected value, for "is not …"
 * @param read returns undefined for anything else
 */
export function decoded<T>(what: string, read: (value: unknown) => T | undefined): z.ZodType<T> {
  return z.unknown().transform((value, context) => {
    const result = read(value);
    return result === undefined ? addIssue(context, isNot(what, value)) : result;
  });
}

/**
 * Creates a schema that delegates each value to the matching schema: its messages then name the intended form, unlike
 * those of a union.
 */
export function chosen<T, Input = unknown>(choose: (value: unknown) => z.ZodType<T>): z.ZodType<T, Input> {
  return z.custom<Input>().transform((value, context) => {
    const { data, problems } = readAs(choose(value), value, "wire");
    return problems === undefined ? data : addIssue(context, problems[0]);
  });
}

/**
 * Creates a schema of a list that stops at the first invalid member. zod's own collects the issues of all members,
 * which takes a thousand times the memory of a response full of them.
 */
export function listOf<T>(member: z.ZodType<T>): z.ZodType<T[]> {
  return z.unknown().transform((value, context) => {
    if (!Array.isArray(value)) {
      return addIssue(context, isNot("a list", value));
    }
    const list: T[] = [];
    for (const [index, item] of value.entries()) {
      const { data, problems } = readAs(member, item, "wire");
      if (problems !== undefined) {
        return addIssue(context, problems[0], index);
      }
      list.push(data);
    }
    return list;
  });
}

/** Creates a schema of an object with arbitrary keys and members of one kind. It stops at the first invalid one. */
export function recordOf<T>(
  member: z.ZodType<T>,
  isName: (name: string) => boolean = () => true,
): z.ZodType<Record<string, T>> {
  return z.unknown().transform((value, context) => {
    if (!isObject(value)) {
      return addIssue(context, isNot("an object", value));
    }
    const record: Record<string, T> = {};
    for (const name of Object.keys(value)) {
      const { data, problems } = readAs(member, value[name], "wire");
      if (!isName(name) || problems !== undefined) {
        return addIssue(context, problems?.[0] ?? { path: [], reason: "has an invalid name" }, name);
      }
      // An assignment would set the prototype.
      if (name !== "__proto__") {
        record[name] = data;
      }
    }
    return record;
  });
}

type Issue = Pick<Problem, "path" | "reason">;

function isNot(what: string, value: unknown): Issue {
  return { path: [], reason: value === undefined ? "is missing" : `is not ${what}` };
}

/** Adds one issue; of a member only the first is ever shown. */
function addIssue(context: z.RefinementCtx, { path, reason }: Issue, ...place: readonly PropertyKey[]): never {
  context.addIssue({ code: "custom", path: [...place, ...path], message: reason });
  return z.NEVER;
}

/**
 * A non-negative integer as nodes write it: hex digits after `0x`, decimal digits, or a JSON number.
 *
 * @returns undefined for anything else
 */
export function readQuantity(value: unknown): bigint | undefined {
  if (typeof value === "number") {
    return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined;
  }
  if (typeof value === "bigint") {
    return value >= 0n ? value : undefined;
  }
  return typeof value === "string" && /^(?:0x[0-9a-f]{1,64}|\d{1,78})$/i.test(value) ? BigInt(value) : undefined;
}

/** The same as a number; undefined beyond the exact range of a double. */
export function readCount(value: unknown): number | undefined {
  const exact = readQuantity(value);
  return exact === undefined || exact > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(exact);
}

function readHex(value: unknown, pattern: RegExp): Hex | undefined {
  return typeof value === "string" && pattern.test(value) ? (value as Hex) : undefined;
}

/** A quantity of any size. */
export const quantity = decoded("a quantity", readQuantity);

/** A count far below 2⁵³: an index, a depth, a nonce. */
export const count = decoded("a whole number", readCount);

/** An integer that may be negative, as JSON number or decimal string. */
export const wholeNumber = decoded("a whole number", (value) => {
  const number = typeof value === "string" && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined;
});

/** A hash or root of 32 bytes. */
export const hash32 = decoded("a hash (0x and 64 hex digits)", (value) => readHex(value, /^0x[0-9a-f]{64}$/i));

/** Reads an address of 20 bytes; undefined for anything else. */
export function readAddress(value: unknown): Hex | undefined {
  return readHex(value, /^0x[0-9a-f]{40}$/i);
}

/** Schema of an address. */
export const address20 = decoded("an address (0x and 40 hex digits)", readAddress);

/** Reads any number of bytes; undefined for anything else. */
export function readBytes(value: unknown): Hex | undefined {
  return readHex(value, /^0x(?:[0-9a-f]{2})*$/i);
}

/** Schema of bytes. */
export const bytes = decoded("hex data", readBytes);

/** A hash in the format of Bitcoin and its relatives: 64 hex digits without `0x`. */
export const txid = decoded("a transaction id (64 hex digits)", (value) =>
  typeof value === "string" && /^[0-9a-f]{64}$/i.test(value) ? value : undefined,
);

/** Any JSON object, unchanged. */
export const jsonObject = decoded("an object", (value) => (isObject(value) ? value : undefined));

/** Any string. */
export const text = decoded("a string", (value) => (typeof value === "string" ? value : undefined));

/** Absent, also where a node writes null. */
export function optional<T>(schema: z.ZodType<T>): z.ZodType<T | undefined> {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** True or false. */
export const flag = decoded("true or false", (value) => (typeof value === "boolean" ? value : undefined));

/** A time in seconds or milliseconds since the epoch, or an ISO 8601 string, as a Date. */
export const moment = decoded("a time", (value) => {
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value)) {
    // Go writes nanoseconds, more digits than a Date holds.
    const ms = Date.parse(value.replace(/(\.\d{3})\d+/, "$1"));
    return Number.isNaN(ms) ? undefined : new Date(ms);
  }
  const ms = timestampMs(value);
  return ms === undefined ? undefined : new Date(ms);
});

// Larger timestamps are in milliseconds: in seconds this is the year 5138.
const firstMillisecondTimestamp = 1e11;

// The latest time that a Date can hold.
const lastTimestampMs = 8.64e15;

/** A block's timestamp in milliseconds since the epoch, whether the chain uses seconds or milliseconds. */
export function timestampMs(value: unknown): number | undefined {
  const raw = readCount(value);
  const ms = raw === undefined || raw > firstMillisecondTimestamp ? raw : raw * 1000;
  return ms === undefined || ms > lastTimestampMs ? undefined : ms;
}
