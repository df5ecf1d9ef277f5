// Memory that V8 needs to parse one of each, in bytes, measured with uniform texts: an object or array, a member with a
// name not seen before (each creates a hidden class), and any other value.
const containerBytes = 105;
const newNameBytes = 300;
const valueBytes = 16;

// Ten times the text, less the text itself in its three forms: chunks, the joined buffer, and the decoded string.
const bytesPerCharacter = 7;
const freeBytes = 40_000_000;

// A shorter text cannot exceed `freeBytes`.
const smallLength = 500_000;

// Longer names take less memory than the limit allows for their length.
const maxNameLength = 48;

// The largest array index is 4294967294.
const maxIndexLength = 10;

// Size of the bit set of names seen.
const filterBits = 1 << 23;

/**
 * Whether a text is JSON whose parsing takes more than ten times its length and 50 MB of memory: millions of empty
 * arrays, or of distinct names, take up to fifty times. Estimated without parsing, in a fraction of the time.
 */
export function isHeavyJson(text: string): boolean {
  return (
    text.length > smallLength &&
    /^\s*[[{]/.test(text) &&
    measureJson(text).bytes > text.length * bytesPerCharacter + freeBytes
  );
}

// Codes of the characters that the scan looks for.
const charCodes = { quote: 0x22, comma: 0x2c, colon: 0x3a, bracket: 0x5b, backslash: 0x5c, brace: 0x7b } as const;

/** Estimated cost of parsing a JSON text. */
export interface JsonMeasure {
  /** Memory in addition to the text, in bytes; an upper estimate. */
  readonly bytes: number;
  /** Objects and arrays in it. */
  readonly containers: number;
}

/** Estimates a JSON text's cost without parsing it. */
export function measureJson(text: string): JsonMeasure {
  const names = new Names();
  let bytes = 0;
  let containers = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === charCodes.brace || code === charCodes.bracket) {
      containers += 1;
      bytes += containerBytes;
    } else if (code === charCodes.comma) {
      bytes += valueBytes;
    } else if (code === charCodes.quote) {
      const end = endOfString(text, index + 1);
      if (isName(text, end) && names.isNew(text, index + 1, end)) {
        bytes += newNameBytes;
      }
      index = end;
    }
  }
  return { bytes, containers };
}

function isName(text: string, end: number): boolean {
  let next = end + 1;
  while (text.charCodeAt(next) <= 0x20) {
    next += 1;
  }
  return text.charCodeAt(next) === charCodes.colon;
}

/**
 * Index of the quote that ends a string; the length of the text if there is none.
 *
 * @param start index after the opening quote
 */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === charCodes.backslash) {
      escapes += 1;
    }
    if (escapes % 2 === 0) {
      return end;
    }
  }
  return text.length;
}

/** The names seen so far, as a bit set of their hashes. */
class Names {
  #seen: Uint8Array | undefined;

  isNew(text: string, start: number, end: number): boolean {
    if (end - start > maxNameLength) {
      return false;
    }
    if (/\d/.test(text.charAt(start)) && end - start <= maxIndexLength) {
      // Each object stores numeric names in a table of its own.
      return true;
    }
    let hash = end - start;
    for (let index = start; index < end; index += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    }
    const bit = (hash ^ (hash >>> 15)) & (filterBits - 1);
    this.#seen ??= new Uint8Array(filterBits / 8);
    const mask = 1 << (bit & 7);
    const byte = this.#seen[bit >>> 3] ?? 0;
    this.#seen[bit >>> 3] = byte | mask;
    return (byte & mask) === 0;
  }
}
