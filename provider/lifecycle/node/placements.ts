import type { Properties } from "../engine/properties.js";
import { isUnknown } from "../engine/unknown.js";

export type PlacementKind = "catalogue" | "ids" | "network";

export interface PlacementRow {
  readonly kind: PlacementKind;
  /** Arguments that name this placement and no other. */
  readonly marks: readonly string[];
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

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

export const placementArguments = [
  ...new Set(placements.flatMap(({ required, optional }) => [...required, ...optional])),
];

/** The placement in the inputs; undefined for none or several. */
export function placementOf(inputs: Properties): PlacementKind | undefined {
  const namedBy = (isMark: (value: unknown) => boolean) =>
    placements.filter(({ marks }) => marks.some((mark) => isMark(inputs[mark])));
  // An unknown value may turn out to be absent: it counts only if no known value decides.
  const known = namedBy((value) => value !== undefined && !isUnknown(value));
  const named = known.length > 0 ? known : namedBy((value) => value !== undefined);
  return named.length === 1 ? named[0]?.kind : undefined;
}
