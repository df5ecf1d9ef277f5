import { table } from "./figures";

/** The bound of a figure. */
export type Target = { readonly atMost: number } | { readonly atLeast: number };

/** One figure of a run. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** @default none: the figure informs */
  readonly target?: Target;
  /** True without a target. */
  readonly isMet: boolean;
}

/** What a part of the benchmark gets. */
export interface PartOptions {
  /** Whether the sizes are those of `--full`, which take much longer. */
  readonly isFull: boolean;
  /** File for the picture of the part `growth`. */
  readonly svg?: string | undefined;
  /** Sizes of the part `backends`, in place of its own. */
  readonly sizes?: readonly number[] | undefined;
  /** Variants of the part `backends`. @default all */
  readonly variants?: readonly string[] | undefined;
  /** Programs of the part `backends`. @default nodes and twins */
  readonly programs?: readonly string[] | undefined;
  /** Reports progress and details; never part of the machine-readable result. */
  readonly say: (text: string) => void;
}

/** A part of the benchmark: measures, and returns its figures. */
export type Part = (options: PartOptions) => Promise<readonly Row[]>;

/** A figure that informs, or one with a target. */
export function row(what: string, value: number, unit: string, target?: Target): Row {
  return target === undefined
    ? { what, value, unit, isMet: true }
    : { what, value, unit, target, isMet: isWithin(value, target) };
}

// A missing figure (NaN) is not within any bound.
function isWithin(value: number, target: Target): boolean {
  return "atMost" in target ? value <= target.atMost : value >= target.atLeast;
}

/** The figures of a run as a table. */
export function rowTable(rows: readonly Row[]): string {
  return table(
    ["", "value", "target", ""],
    rows.map(({ what, value, unit, target, isMet }) => [
      what,
      `${rounded(value)} ${unit}`.trim(),
      target === undefined ? "" : targetText(target),
      target === undefined ? "" : isMet ? "met" : "NOT MET",
    ]),
  );
}

function targetText(target: Target): string {
  return "atMost" in target ? `≤ ${rounded(target.atMost)}` : `≥ ${rounded(target.atLeast)}`;
}

function rounded(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString("en-US") : value.toFixed(value < 10 ? 2 : 1);
}
