import { type TableLayout, tableOf } from "../../base/table.js";
import type { Verdict } from "../verdict.js";
import { costOf, type ExaminedNode, type HealthChange, type HealthRound, timeOf, verdictOf } from "./health-round.js";

/** How a table is written. */
export interface HealthTableOptions {
  /** Characters of a line. @default reasons are cut at 200 characters */
  readonly width?: number | undefined;
  readonly isColored?: boolean;
  /** Whether evidence that is not healthy follows the table. */
  readonly hasEvidence?: boolean;
}

const columns = ["name", "chain", "host", "verdict", "decided by", "cost", "why"] as const;
const evidenceColumns = ["name", "chain", "check", "verdict", "why"] as const;
const longest = { why: 200 };

const colors: Readonly<Record<Verdict, number>> = {
  healthy: 32,
  degraded: 33,
  gated: 36,
  syncing: 33,
  unhealthy: 31,
  unknown: 35,
};

/** A round as a table with one line per node, and a summary. */
export function healthTable(round: HealthRound, options: HealthTableOptions = {}): string {
  const { nodes, notes } = round;
  const { isColored = false, hasEvidence = false } = options;
  const rows = nodes.map(({ name, chain, host, report: { verdict, decidedBy, cost, why } }) => {
    return { name, chain, host, verdict, "decided by": decidedBy, cost: String(cost), why };
  });
  const evidence = hasEvidence ? nodes.flatMap(evidenceOf) : [];
  return [
    ...(rows.length === 0 ? [] : [tableOf(columns, rows, layoutOf(options))]),
    ...(evidence.length === 0 ? [] : ["\n", tableOf(evidenceColumns, evidence, layoutOf(options)), "\n"]),
    ...notes.map((note) => `${note}\n`),
    `${summaryOf(round, isColored)}\n`,
  ].join("");
}

/** A change as one line. */
export function changeLine({ atMs, node, before }: HealthChange, isColored: boolean): string {
  const { name, chain, host, report } = node;
  const [from, to] = [painted(before, isColored), painted(report.verdict, isColored)];
  return `${timeOf(atMs)}  ${name}  ${chain}  ${host}  ${from} -> ${to}  ${report.decidedBy}: ${report.why}\n`;
}

function evidenceOf({ name, chain, report }: ExaminedNode) {
  return report.checks
    .filter(({ verdict }) => verdict !== "healthy")
    .map(({ check, verdict, why }) => ({ name, chain, check, verdict, why }));
}

function summaryOf(round: HealthRound, isColored: boolean): string {
  const { nodes } = round;
  const counts = new Map<Verdict, number>();
  for (const { report } of nodes) {
    counts.set(report.verdict, (counts.get(report.verdict) ?? 0) + 1);
  }
  const parts = [...counts].map(([verdict, count]) => `${count} ${verdict}`);
  const { cost, maxCost } = costOf(round);
  const subject = round.stack === "" ? "" : `${round.stack}: `;
  const verdict = painted(verdictOf(round), isColored);
  const of = parts.length === 0 ? "no nodes" : parts.join(", ");
  return `${subject}${verdict} (${of}); ${cost} of ${maxCost} request units`;
}

function layoutOf<Column extends string>({
  width,
  isColored = false,
}: HealthTableOptions): TableLayout<Column | "why"> {
  return {
    width,
    longest,
    paint: (column, cell) => (column === "verdict" ? painted(cell, isColored) : cell),
  };
}

/** A verdict with its color, which padding does not change. */
function painted(cell: string, isColored: boolean): string {
  const code = isColored ? colors[cell.trimEnd() as Verdict] : undefined;
  return code === undefined ? cell : `\u001b[${code}m${cell}\u001b[39m`;
}
