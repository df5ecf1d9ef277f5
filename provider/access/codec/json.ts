import { RejectedError } from "../../errors/errors.js";
import { endOfString } from "../../http/json-weight.js";

// From 16 digits on JSON.parse may round a number to the nearest double.
const mayBeRounded = /[[:,]\s*-?\d{16,}\s*[,\]}]/;

// Latin-1 control characters: a string with them keeps one byte per character. A node that sends them itself only turns
// its own string into a number.
const marker = "\u0091\u0086";

/**
 * Parses JSON; integers beyond the exact range of a double become bigint.
 *
 * @returns undefined when the text is not JSON
 */
export function parseJson(text: string): unknown {
  try {
    // Parses first, so that only valid JSON is searched: anything else could take long.
    let value = JSON.parse(text) as unknown;
    if (mayBeRounded.test(text)) {
      // Otherwise the rounded one would be in memory too.
      value = undefined;
      value = restoreBigints(JSON.parse(markLargeIntegers(text)));
    }
    return value;
  } catch {
    return undefined;
  }
}

/**
 * Writes JSON; a bigint becomes a number of any length, as servers with 64-bit integers read it.
 *
 * @throws {RejectedError} when a value cannot be written, for example because of a circular reference
 */
export function writeJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // The common case is fast: only a bigint makes the first attempt fail.
    try {
      const json = JSON.stringify(value, (_, member: unknown) =>
        typeof member === "bigint" ? `${marker}${member}` : member,
      );
      return json.replace(markedNumber, "$1");
    } catch {
      throw new RejectedError("The call was not sent, since its parameters cannot be written as JSON.");
    }
  }
}

const markedNumber = new RegExp(`"${marker}(-?\\d+)"`, "g");

// Chunk size for joining pieces, since each one is an object of its own until then.
const chunkSize = 1_000;

/** The text with a marked string instead of each number that would be rounded. */
function markLargeIntegers(text: string): string {
  const chunks: string[] = [];
  let pieces: string[] = [];
  let copiedTo = 0;
  const stringOrNumber = /"|-?\d[\d.eE+-]*/g;
  for (let found = stringOrNumber.exec(text); found !== null; found = stringOrNumber.exec(text)) {
    const [token] = found;
    if (token === '"') {
      stringOrNumber.lastIndex = endOfString(text, stringOrNumber.lastIndex) + 1;
    } else if (/^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token))) {
      pieces.push(text.slice(copiedTo, found.index), `"${marker}${token}"`);
      copiedTo = stringOrNumber.lastIndex;
    }
    if (pieces.length >= chunkSize) {
      chunks.push(pieces.join(""));
      pieces = [];
    }
  }
  return [...chunks, ...pieces, text.slice(copiedTo)].join("");
}

/**
 * Replaces marked strings with bigints, in place and in a loop: a copy would double the memory, and the value may be
 * deeply nested.
 */
function restoreBigints(value: unknown): unknown {
  const root = [value];
  const open: (Record<string, unknown> | unknown[])[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const members = next as Record<string, unknown>;
    for (const name of Object.keys(members)) {
      const member = members[name];
      if (typeof member === "object" && member !== null) {
        open.push(member as Record<string, unknown>);
      } else if (
        typeof member === "string" &&
        member.startsWith(marker) &&
        /^-?\d+$/.test(member.slice(marker.length))
      ) {
        members[name] = BigInt(member.slice(marker.length));
      }
    }
  }
  return root[0];
}
