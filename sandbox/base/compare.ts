/** Compares two numbers or strings for a sort; strings by code unit. */
export function compare<T extends number | string>(a: T, b: T): number {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}
