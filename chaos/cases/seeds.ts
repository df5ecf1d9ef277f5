/** A round that showed something once, or shows something that others rarely do. */
interface KeptSeed {
  readonly seed: number;
  readonly why: string;
}

/** Rounds that are played at every test run. */
export const keptSeeds: readonly KeptSeed[] = [
  { seed: 15, why: "two runs die one after the other, each between a rename and its checkpoint" },
];
