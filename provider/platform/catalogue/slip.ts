import { distance } from "fastest-levenshtein";

// The longest word that is short enough for one letter to make another name, and the longest in which two do.
const shortWord = 4;
const mediumWord = 6;

/**
 * Whether a name of the catalogue is probably another one mistyped. Names are compared word by word, and stricter than
 * arguments are: kava and kaia, or lon1 and lon2, are one edit apart, and both exist. So, whatever the case,
 *
 * - the same letters with other separators are a slip, other digits behind a word are another name;
 * - in words of up to four letters, a slip swaps two neighbours, or has one letter more or less;
 * - in words of five or six letters it is one edit, or two neighbours swapped; in longer words, at most two edits.
 */
export function isSlip(given: string, known: string): boolean {
  if (given === known) {
    return false;
  }
  const [words, right] = [wordsOf(given), wordsOf(known)];
  if (words.join("") === right.join("")) {
    return true;
  }
  return words.length === right.length && words.every((word, index) => isSameOrSlip(word, right[index] ?? ""));
}

/** The candidate that `given` is probably meant to be, the nearest of several; undefined when it is none mistyped. */
export function slipOf(given: string, candidates: readonly string[]): string | undefined {
  const edits = (candidate: string) => distance(given.toLowerCase(), candidate.toLowerCase());
  return candidates.filter((known) => isSlip(given, known)).sort((a, b) => edits(a) - edits(b))[0];
}

function wordsOf(name: string): readonly string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

function isSameOrSlip(word: string, known: string): boolean {
  const [given, digits] = partsOf(word);
  const [right, rightDigits] = partsOf(known);
  if (digits !== rightDigits) {
    return false;
  }
  if (given === right || isSwapped(given, right)) {
    return true;
  }
  const edits = distance(given, right);
  const length = Math.min(given.length, right.length);
  if (length <= shortWord) {
    // With the lengths apart, one edit is a letter more or less.
    return edits === 1 && given.length !== right.length;
  }
  return edits <= (length <= mediumWord ? 1 : 2);
}

function partsOf(word: string): readonly [letters: string, digits: string] {
  const letters = word.replace(/\d+$/, "");
  return [letters, word.slice(letters.length)];
}

/** Whether two neighbours have changed places, and nothing else. */
function isSwapped(given: string, known: string): boolean {
  const first = [...known].findIndex((letter, index) => letter !== given[index]);
  const [a, b] = [known[first], known[first + 1]];
  return a !== undefined && b !== undefined && given === `${known.slice(0, first)}${b}${a}${known.slice(first + 2)}`;
}
