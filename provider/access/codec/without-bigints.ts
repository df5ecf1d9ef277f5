/** A value returned by {@link withoutBigints}: a string instead of each bigint. */
export type WithoutBigints<T> = T extends bigint
  ? string
  : T extends (...args: never[]) => unknown
    ? never
    : T extends object
      ? { [Key in keyof T]: WithoutBigints<T[Key]> }
      : T;

/**
 * The same value with strings instead of bigints, at any depth, for stack outputs and resource arguments: there the
 * Pulumi SDK silently turns a bigint into `{}`.
 *
 * @param value a node's result, or any other value of plain objects and arrays
 * @param format of the strings: decimal digits, or hex after `0x` @default "decimal"
 */
export function withoutBigints<T>(value: T, format: "decimal" | "hex" = "decimal"): WithoutBigints<T> {
  const textOf = (quantity: bigint) =>
    format === "decimal" ? `${quantity}` : quantity.toString(16).replace(/^-?/, "$&0x");
  const replace = (member: unknown): unknown => {
    if (typeof member === "bigint") {
      return textOf(member);
    }
    if (Array.isArray(member)) {
      return member.map(replace);
    }
    if (typeof member === "object" && member !== null) {
      return Object.fromEntries(Object.entries(member).map(([key, inner]) => [key, replace(inner)]));
    }
    return member;
  };
  return replace(value) as WithoutBigints<T>;
}
