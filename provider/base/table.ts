import { oneLine } from "./text.js";

// Longer than any id and most names. A longer cell would wrap, and could pass for rows.
const maxCellLength = 80;
// A column that is cut to the width keeps at least this many characters.
const minCutLength = 20;

/** How a table is laid out. */
export interface TableLayout<Column extends string> {
  /** Characters of a line, to which the last column is cut. @default not cut */
  readonly width?: number | undefined;
  /** Maximum characters of a cell, by column. @default 80 */
  readonly longest?: Readonly<Record<string, number>>;
  /** Adds color to a cell, which is already cut and padded. */
  readonly paint?: (column: Column, cell: string) => string;
}

/**
 * Formats a table: column names in capitals, then one line per row. A missing value is a dash. Each cell is cut to one
 * line, so that its text cannot pass for another cell or row.
 *
 * @param columns members of the rows, in order
 */
export function tableOf<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, string | null>>[],
  { width, longest = {}, paint = (_, cell) => cell }: TableLayout<Column> = {},
): string {
  const cellOf = (text: string | null, column: Column) => oneLine(text ?? "", longest[column] ?? maxCellLength) || "-";
  const cells = rows.map((row) => columns.map((column) => cellOf(row[column], column)));
  const titles = columns.map((column) => column.toUpperCase());
  const widths = columns.map((_, index) => Math.max(...[titles, ...cells].map((line) => line[index]?.length ?? 0)));
  const taken = widths.slice(0, -1).reduce((sum, columnWidth) => sum + columnWidth + 2, 0);
  const lastLength = width === undefined ? undefined : Math.max(minCutLength, width - taken);
  const lineOf = (line: readonly string[], painted: (column: Column, cell: string) => string) =>
    columns
      .map((column, index) => {
        const cell = line[index] ?? "";
        return index === columns.length - 1
          ? painted(column, oneLine(cell, lastLength))
          : painted(column, cell.padEnd(widths[index] ?? 0));
      })
      .join("  ");
  const lines = [lineOf(titles, (_, cell) => cell), ...cells.map((line) => lineOf(line, paint))];
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

/**
 * A result as JSON, with control characters escaped, so that the terminal cannot interpret them.
 *
 * @param indent spaces per level; 0 writes one line
 */
export function jsonOf(result: unknown, indent = 2): string {
  const json = JSON.stringify(result, undefined, indent);
  // The remaining line breaks are those of the indentation.
  return `${json.replace(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, escaped)}\n`;
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
