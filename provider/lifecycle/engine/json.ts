export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * Converts a value to JSON: drops `undefined` members and refuses anything else that JSON cannot represent. The SDK
 * would fail on either only after the platform call, and lose the object.
 *
 * @throws {TypeError} naming the path
 */
export function toJson(value: unknown, place = "value"): Json {
  if (typeof value === "string" || typeof value === "boolean" || value === null) {
    return value;
  }
  if (typeof value === "number" && Number.isFinite(value)) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => toJson(item, `${place}[${index}]`));
  }
  if (typeof value === "object" && [Object.prototype, null].includes(Object.getPrototypeOf(value))) {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => [key, toJson(member, `${place}.${key}`)]),
    );
  }
  throw new TypeError(`${place} cannot be stored: ${typeof value}.`);
}
