/**
 * Lines of a table: names of the columns in capitals, then a line for each row. What is missing is a dash.
 *
 * @param columns members of the rows, in order
 */
export function tableOf<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, string | null>>[],
): string {
  const cells = [
    columns.map((column) => column.toUpperCase()),
    ...rows.map((row) => columns.map((column) => row[column] ?? "-")),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  const lineOf = (line: readonly string[]) => line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join("  ");
  return `${cells.map((line) => lineOf(line).trimEnd()).join("\n")}\n`;
}
