import { distance } from "fastest-levenshtein";

/** Whether a name is probably a typo of a known one, by kind of name. Case is ignored. */
const isTypo = {
  /**
   * Arguments, options and types are closed lists of distinct names: up to two edits, one in words of up to three
   * letters.
   */
  argument: (given, known) => edits(given, known) <= (given.length <= 3 ? 1 : 2),
  /** A name that merely looks similar: worth a hint, but not proof of a typo. */
  lookalike: (given, known) => edits(given, known) <= 1,
  /**
   * Chains, regions and providers are compared word by word and more strictly: kava and kaia, or lon1 and lon2, are one
   * edit apart, and both exist. So
   *
   * - the same letters with other separators are a typo; other digits after a word are another name;
   * - in words of up to four letters, a typo is two swapped neighbors, or one letter more or less;
   * - in words of five or six letters, it is one edit or two swapped neighbors; in longer words, up to two edits.
   */
  catalogue: (given, known) => {
    const [words, right] = [wordsOf(given), wordsOf(known)];
    return (
      words.join("") === right.join("") ||
      (words.length === right.length && words.every((word, index) => isSameOrTypo(word, right[index] ?? "")))
    );
  },
} as const satisfies Record<string, (given: string, known: string) => boolean>;

/** A kind of name, which decides what counts as a typo. */
export type NameKind = keyof typeof isTypo;

/** The closest name that `given` is probably a typo of; undefined if there is none. */
export function suggest(kind: NameKind, given: string, names: readonly string[]): string | undefined {
  return names
    .filter((known) => known !== given && isTypo[kind](given, known))
    .sort((a, b) => edits(given, a) - edits(given, b))[0];
}

/** The question for the name that is probably meant, as the end of a sentence; empty where none is. */
export function didYouMean(given: string, names: readonly string[]): string {
  const meant = suggest("argument", given, names);
  return meant === undefined ? "" : `; did you mean "${meant}"?`;
}

function edits(given: string, known: string): number {
  return distance(given.toLowerCase(), known.toLowerCase());
}

function wordsOf(name: string): readonly string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

// Up to the first length, one changed letter makes another name; up to the second, two do.
const shortWord = 4;
const mediumWord = 6;

function isSameOrTypo(word: string, known: string): boolean {
  const [given, digits] = partsOf(word);
  const [right, rightDigits] = partsOf(known);
  if (digits !== rightDigits) {
    return false;
  }
  if (given === right || isSwapped(given, right)) {
    return true;
  }
  const apart = distance(given, right);
  const length = Math.min(given.length, right.length);
  if (length <= shortWord) {
    // With different lengths, one edit is a letter more or less.
    return apart === 1 && given.length !== right.length;
  }
  return apart <= (length <= mediumWord ? 1 : 2);
}

function partsOf(word: string): readonly [letters: string, digits: string] {
  const letters = word.replace(/\d+$/, "");
  return [letters, word.slice(letters.length)];
}

/** Whether two names differ only by two swapped neighbors. */
function isSwapped(given: string, known: string): boolean {
  const first = [...known].findIndex((letter, index) => letter !== given[index]);
  const [a, b] = [known[first], known[first + 1]];
  return a !== undefined && b !== undefined && given === `${known.slice(0, first)}${b}${a}${known.slice(first + 2)}`;
}
