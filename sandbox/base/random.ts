import { randomBytes } from "node:crypto";

const alphanumerics = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const words =
  "amber birch cedar delta ember fjord grove heron inlet jade kelp lamp maple north otter pearl quick river stone tide";

/** Source of keys, tokens and ids; repeatable with a seed. */
export class Random {
  readonly #next: () => number;

  constructor(seed?: number) {
    this.#next = seed === undefined ? secureUnit : seededUnit(seed);
  }

  /** Integer from `low` to `high`, inclusive. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.#next() * (high - low + 1));
  }

  /** Lowercase hexadecimal digits. */
  hex(length: number): string {
    return this.#pick("0123456789abcdef", length);
  }

  /** Eight alphanumerics, a dot and 32 alphanumerics: the shape of a management key. */
  apiKey(): string {
    return `${this.#pick(alphanumerics, 8)}.${this.#pick(alphanumerics, 32)}`;
  }

  /** Words joined by hyphens, as in generated user names and passwords. */
  words(count: number): string {
    const list = words.split(" ");
    return Array.from({ length: count }, () => list[this.integer(0, list.length - 1)] ?? "stone").join("-");
  }

  #pick(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet.charAt(this.integer(0, alphabet.length - 1))).join("");
  }
}

function secureUnit(): number {
  return randomBytes(4).readUInt32BE(0) / 2 ** 32;
}

/** mulberry32: good enough for values that only need to be repeatable. */
function seededUnit(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
