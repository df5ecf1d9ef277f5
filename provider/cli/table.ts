import { oneLine } from "../base/text.js";

// Longer than any id and most names. A longer cell would wrap, and could pass for rows.
const maxCellLength = 80;

/**
 * Formats a table: column names in capitals, then one line per row. A missing value is a dash. Each cell is cut to one
 * line, so that its text cannot pass for another cell or row.
 *
 * @param columns members of the rows, in order
 */
export function tableOf<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, string | null>>[],
): string {
  const cells = [
    columns.map((column) => column.toUpperCase()),
    ...rows.map((row) => columns.map((column) => oneLine(row[column] ?? "", maxCellLength) || "-")),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  const lineOf = (line: readonly string[]) => line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join("  ");
  return `${cells.map((line) => lineOf(line).trimEnd()).join("\n")}\n`;
}

/** A result as indented JSON, with control characters escaped, so that the terminal cannot interpret them. */
export function jsonOf(result: unknown): string {
  const json = JSON.stringify(result, undefined, 2);
  // The remaining line breaks are those of the indentation.
  return `${json.replace(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, escaped)}\n`;
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
