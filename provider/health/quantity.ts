/**
 * A non-negative whole number as nodes write it: hex digits after `0x`, decimal digits, or a JSON number.
 *
 * @returns undefined for anything else, and beyond what a double holds exactly
 */
export function quantity(value: unknown): number | undefined {
  const exact = bigQuantity(value);
  return exact === undefined || exact > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(exact);
}

/** The same without an upper limit. */
export function bigQuantity(value: unknown): bigint | undefined {
  if (typeof value === "number") {
    return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined;
  }
  return typeof value === "string" && /^(?:0x[0-9a-f]{1,64}|\d{1,78})$/i.test(value) ? BigInt(value) : undefined;
}

// Beyond this a timestamp is in milliseconds: in seconds it would be the year 5138.
const firstMillisecondTimestamp = 1e11;

// The last moment that a Date can hold.
const lastTimestampMs = 8.64e15;

/** A block's timestamp in milliseconds since the epoch, whether the chain counts in seconds or in milliseconds. */
export function timestampMs(value: unknown): number | undefined {
  const raw = quantity(value);
  const ms = raw === undefined || raw > firstMillisecondTimestamp ? raw : raw * 1000;
  return ms === undefined || ms > lastTimestampMs ? undefined : ms;
}

/** What an unexpected value looks like, without its content: for a line that says what arrived instead. */
export function shapeOf(value: unknown): string {
  if (value === null) {
    return "null";
  }
  if (Array.isArray(value)) {
    return `a list of ${value.length}`;
  }
  return typeof value === "object" ? `an object with ${Object.keys(value).length} fields` : `a ${typeof value}`;
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
