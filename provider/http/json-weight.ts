import { endOfString, isDigit, signs } from "./json-text.js";

// What V8 takes for them while it parses, in bytes, measured with texts that hold nothing else: an object or list, a member whose name
// was not met before (it makes a class of objects of its own), and any other value.
const containerBytes = 105;
const newNameBytes = 300;
const valueBytes = 16;

// Ten times the text, less the text itself in its three forms: as pieces, as a whole, and decoded.
const bytesPerCharacter = 7;
const freeBytes = 40_000_000;

// Below this nothing can take more than is free.
const smallLength = 500_000;

// Longer names pay for themselves.
const longestName = 48;

// 4294967295 is the last number that is the index of a list.
const longestIndex = 10;

// Bits that remember which names were met.
const memoryBits = 1 << 23;

/**
 * Whether a text is JSON that takes more than ten times its length and 50 MB of memory when it is parsed: millions of empty lists, or of
 * names that differ, take up to fifty times. Found without parsing, in a fraction of its time.
 */
export function isHeavyJson(text: string): boolean {
  return (
    text.length > smallLength &&
    /^\s*[[{]/.test(text) &&
    measureJson(text).bytes > text.length * bytesPerCharacter + freeBytes
  );
}

/** What a JSON text would be, if it were parsed. */
export interface JsonMeasure {
  /** What it takes of memory, beside the text; never much less, at times more. */
  readonly bytes: number;
  /** Objects and lists in it. */
  readonly containers: number;
}

/** Measures a JSON text without parsing it. */
export function measureJson(text: string): JsonMeasure {
  const names = new Names();
  let bytes = 0;
  let containers = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === signs.brace || code === signs.bracket) {
      containers += 1;
      bytes += containerBytes;
    } else if (code === signs.comma) {
      bytes += valueBytes;
    } else if (code === signs.quote) {
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
  return text.charCodeAt(next) === signs.colon;
}

/** Which names were met, as far as a bit for each of many hashes tells. */
class Names {
  #met: Uint8Array | undefined;

  isNew(text: string, start: number, end: number): boolean {
    if (end - start > longestName) {
      return false;
    }
    if (isDigit(text.charCodeAt(start)) && end - start <= longestIndex) {
      // Members with numbers for names are kept in a table of their own in each object.
      return true;
    }
    let hash = end - start;
    for (let index = start; index < end; index += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    }
    const bit = (hash ^ (hash >>> 15)) & (memoryBits - 1);
    this.#met ??= new Uint8Array(memoryBits / 8);
    const mask = 1 << (bit & 7);
    const byte = this.#met[bit >>> 3] ?? 0;
    this.#met[bit >>> 3] = byte | mask;
    return (byte & mask) === 0;
  }
}
