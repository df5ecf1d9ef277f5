import { oneLine } from "../base/text.js";

// Longer than any id, and than most names; a cell that fills several lines of a terminal could pass for rows.
const longestCell = 80;

/**
 * Lines of a table: names of the columns in capitals, then a line for each row. What is missing is a dash. Nothing in a cell can look like
 * another cell or row: it is one line, and cut.
 *
 * @param columns members of the rows, in order
 */
export function tableOf<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, string | null>>[],
): string {
  const cells = [
    columns.map((column) => column.toUpperCase()),
    ...rows.map((row) => columns.map((column) => oneLine(row[column] ?? "", longestCell) || "-")),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  const lineOf = (line: readonly string[]) => line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join("  ");
  return `${cells.map((line) => lineOf(line).trimEnd()).join("\n")}\n`;
}

/** A result as indented JSON, in which what no terminal should see is escaped: nothing is lost, and nothing in it acts. */
export function jsonOf(result: unknown): string {
  const json = JSON.stringify(result, undefined, 2);
  // Line breaks that are left are those of the indentation.
  return `${json.replace(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, escaped)}\n`;
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
