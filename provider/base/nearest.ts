import { distance } from "fastest-levenshtein";

/**
 * The candidate nearest to `given`, when it is near enough to be a slip. Case does not count.
 *
 * @param mostEdits @default two, and one for words of up to three characters
 */
export function nearest(
  given: string,
  candidates: readonly string[],
  mostEdits = given.length <= 3 ? 1 : 2,
): string | undefined {
  const scored = candidates.map((candidate) => ({
    candidate,
    edits: distance(given.toLowerCase(), candidate.toLowerCase()),
  }));
  const [best] = scored.sort((a, b) => a.edits - b.edits);
  return best !== undefined && best.edits <= mostEdits ? best.candidate : undefined;
}
