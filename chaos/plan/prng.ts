/** Choices that one seed decides. */
export interface Prng {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** An integer; both ends can occur. */
  integer(from: number, to: number): number;
  /** True with this probability, 0 to 1. */
  chance(probability: number): boolean;
  /** One of the items, each as likely as the others. */
  pick<T>(items: readonly T[]): T;
  /** One of the rows, each as likely as its weight says. */
  weighted<T extends { readonly weight: number }>(rows: readonly T[]): T;
  /** Eight hex digits. */
  hex8(): string;
}

/** The generator mulberry32: small, and good enough to spread choices. */
export function prng(seed: number): Prng {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick: (items) => existing(items[integer(0, items.length - 1)]),
    weighted: (rows) => {
      let left = next() * rows.reduce((sum, { weight }) => sum + weight, 0);
      return existing(
        rows.find(({ weight }) => {
          left -= weight;
          return left < 0;
        }) ?? rows.at(-1),
      );
    },
    hex8: () => integer(0, 0xffff_ffff).toString(16).padStart(8, "0"),
  };
}

function existing<T>(item: T | undefined): T {
  if (item === undefined) {
    throw new Error("There is nothing to choose from.");
  }
  return item;
}
