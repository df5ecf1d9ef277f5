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
