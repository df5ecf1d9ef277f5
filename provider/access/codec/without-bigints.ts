/** A value as {@link withoutBigints} gives it: text in the place of each bigint. */
export type WithoutBigints<T> = T extends bigint
  ? string
  : T extends (...args: never[]) => unknown
    ? never
    : T extends object
      ? { [Key in keyof T]: WithoutBigints<T[Key]> }
      : T;

/**
 * The same value with text in the place of each bigint, at any depth, for stack outputs and arguments of resources: there the
 * Pulumi SDK turns a bigint into `{}`, without a word.
 *
 * @param value what a node answered, or anything else of plain objects and arrays
 * @param format of the texts: digits, or hex after `0x` @default "decimal"
 */
export function withoutBigints<T>(value: T, format: "decimal" | "hex" = "decimal"): WithoutBigints<T> {
  const textOf = (quantity: bigint) =>
    format === "decimal"
      ? `${quantity}`
      : `${quantity < 0n ? "-" : ""}0x${(quantity < 0n ? -quantity : quantity).toString(16)}`;
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
