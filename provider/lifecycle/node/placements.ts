import type { Properties } from "../engine/properties.js";
import { isUnknown } from "../engine/unknown.js";

/** The three ways to say where a node goes. */
export type PlacementKind = "catalogue" | "ids" | "network";

/** One of them, with its arguments. */
export interface PlacementRow {
  readonly kind: PlacementKind;
  /** Arguments that name this placement and no other. */
  readonly marks: readonly string[];
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** All of them. */
export const placements: readonly PlacementRow[] = [
  { kind: "catalogue", marks: ["chain"], required: ["project", "chain"], optional: ["region", "provider"] },
  { kind: "ids", marks: ["blockchain", "cloud"], required: ["project", "blockchain", "cloud"], optional: [] },
  {
    kind: "network",
    marks: ["networkId", "type", "configuration"],
    required: ["networkId", "type", "provider", "region", "configuration"],
    optional: [],
  },
];

/** Every argument of any of them. */
export const placementArguments = [
  ...new Set(placements.flatMap(({ required, optional }) => [...required, ...optional])),
];

/** The placement that the inputs use; undefined when they name none or several. */
export function placementOf(inputs: Properties): PlacementKind | undefined {
  const namedBy = (isMark: (value: unknown) => boolean) =>
    placements.filter(({ marks }) => marks.some((mark) => isMark(inputs[mark])));
  // What is not known yet may turn out to be absent: it counts only where nothing that is known decides.
  const known = namedBy((value) => value !== undefined && !isUnknown(value));
  const named = known.length > 0 ? known : namedBy((value) => value !== undefined);
  return named.length === 1 ? named[0]?.kind : undefined;
}
