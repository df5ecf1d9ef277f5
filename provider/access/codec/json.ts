import { RejectedError } from "../../errors/errors.js";
import { charCodes, endOfString, isDigit } from "../../http/json-text.js";

// From 16 digits on a number may not be what the text says: JSON.parse rounds it to the nearest double.
const mayBeRounded = /[[:,]\s*-?\d{16,}\s*[,\]}]/;

// Control characters of Latin-1: a text with them stays at one byte for each character. A node that sends them itself gets a number for
// its text, and nothing else.
const mark = "\u0091\u0086";

/**
 * Reads JSON; integers beyond what a double holds exactly become bigint.
 *
 * @returns undefined when the text is not JSON
 */
export function parseJson(text: string): unknown {
  try {
    // First, so that only what is JSON is searched: anything else could take long.
    let value = JSON.parse(text) as unknown;
    if (mayBeRounded.test(text)) {
      // The rounded one would be in memory beside the exact one.
      value = undefined;
      value = unmarked(JSON.parse(marked(text)));
    }
    return value;
  } catch {
    return undefined;
  }
}

/**
 * Writes JSON; a bigint becomes a number of any length, as servers that count in 64 bits read it.
 *
 * @throws {RejectedError} when a value cannot be written, for example since it holds itself
 */
export function writeJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // The common case pays nothing for the rare one: a bigint makes the first attempt fail.
    try {
      const json = JSON.stringify(value, (_, member: unknown) =>
        typeof member === "bigint" ? `${mark}${member}` : member,
      );
      return json.replace(writtenMark, "$1");
    } catch {
      throw new RejectedError("The call was not sent, since its parameters cannot be written as JSON.");
    }
  }
}

const writtenMark = new RegExp(`"${mark}(-?\\d+)"`, "g");

// Pieces are joined by so many, since each is an object of its own until then.
const piecesAtOnce = 1_000;

const shortestRounded = 16;

/** The text with a marked string in the place of each number that would be rounded. */
function marked(text: string): string {
  const chunks: string[] = [];
  let pieces: string[] = [];
  let taken = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === charCodes.quote) {
      index = endOfString(text, index + 1);
    } else if (code === charCodes.minus || isDigit(code)) {
      const end = endOfNumber(text, index);
      if (isRounded(text, index, end)) {
        pieces.push(text.slice(taken, index), `"${mark}${text.slice(index, end)}"`);
        taken = end;
      }
      index = end - 1;
    }
    if (pieces.length >= piecesAtOnce) {
      chunks.push(pieces.join(""));
      pieces = [];
    }
  }
  return [...chunks, ...pieces, text.slice(taken)].join("");
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (isDigit(text.charCodeAt(end)) || numberSigns.has(text.charCodeAt(end))) {
    end += 1;
  }
  return end;
}

// A point or an exponent, behind which is no integer.
const numberSigns: ReadonlySet<number> = new Set([charCodes.dot, charCodes.plus, charCodes.minus, 0x45, 0x65]);

function isRounded(text: string, start: number, end: number): boolean {
  const token = end - start < shortestRounded ? "" : text.slice(start, end);
  return /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));
}

/** Puts bigints in the place of marked strings, in place and in a loop: a copy would be in memory beside it, and it may be deep. */
function unmarked(value: unknown): unknown {
  const root = [value];
  const open: (Record<string, unknown> | unknown[])[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const members = next as Record<string, unknown>;
    for (const name of Object.keys(members)) {
      const member = members[name];
      if (typeof member === "object" && member !== null) {
        open.push(member as Record<string, unknown>);
      } else if (typeof member === "string" && member.startsWith(mark) && /^-?\d+$/.test(member.slice(mark.length))) {
        members[name] = BigInt(member.slice(mark.length));
      }
    }
  }
  return root[0];
}
