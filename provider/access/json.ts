import { RejectedError } from "../errors.js";

// From 16 digits on a number may not be what the text says: JSON.parse rounds it to the nearest double.
const mayBeRounded = /[[:,]\s*-?\d{16,}\s*[,\]}]/;

// Strings first, so that digits inside them are passed over.
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

// From a private-use area of Unicode. A node that sends it itself gets a number for its text, and nothing else.
const mark = "\uE0F1";

/**
 * Reads JSON; integers beyond what a double holds exactly become bigint.
 *
 * @returns undefined when the text is not JSON
 */
export function parseJson(text: string): unknown {
  try {
    // First, so that only what is JSON is searched and replaced: anything else could take long.
    const value = JSON.parse(text) as unknown;
    return mayBeRounded.test(text)
      ? (JSON.parse(text.replace(tokens, marked), (_, value: unknown) => unmarked(value)) as unknown)
      : value;
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

function marked(token: string): string {
  return /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${mark}${token}"` : token;
}

function unmarked(value: unknown): unknown {
  return typeof value === "string" && value.startsWith(mark) && /^-?\d+$/.test(value.slice(1))
    ? BigInt(value.slice(1))
    : value;
}
