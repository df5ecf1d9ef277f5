import { execFile } from "node:child_process";
import { join } from "node:path";
import { stackName } from "../plan/program";
import type { HeldObjects } from "../world/platform";
import type { ChaosStack, CommandRecord } from "../world/stack";
import type { Workshop } from "../world/workshop";
import type { Finding } from "./findings";
import { shortUrn } from "./property";
import type { Stray } from "./strays";

/** One row of the answer of `blockchain-nodes sweep --json`. */
interface SweepRow {
  readonly id: string;
  readonly kind: "network" | "node" | "project";
  readonly name: string;
  readonly project: string | null;
  readonly why: "claim" | "generated-name" | "same-name";
  readonly certainty: "exact" | "possible";
  readonly removed: boolean;
}

/** What came of a sweep. */
export interface SweepOutcome {
  readonly findings: readonly Finding[];
  /** How many of the strays it listed. */
  readonly found: number;
  /** Whether the package has no such command. */
  readonly isMissing: boolean;
}

const limitMs = 60_000;

/** Lists with the command `sweep` what it should find, and then lets it remove that. */
export async function sweepStrays(
  workshop: Workshop,
  stack: ChaosStack,
  strays: readonly Stray[],
  objects: HeldObjects,
  remember: (record: CommandRecord) => void,
): Promise<SweepOutcome> {
  const sweep = async (...args: readonly string[]) => {
    const record = await runSweep(workshop, stack, ["sweep", ...args, "--json"]);
    remember(record);
    return record;
  };
  const dry = await sweep("--stack", stackName);
  if (/unknown command/.test(dry.stderr)) {
    return { findings: [], found: 0, isMissing: true };
  }
  const rows = rowsOf(dry);
  if (rows === undefined) {
    return { findings: [failed(dry)], found: 0, isMissing: false };
  }
  const listed = rows.map((row) => ({ row, ids: coveredBy(row, objects) }));
  const findings: Finding[] = [];
  const held = (await stack.entries()).map(({ urn }) => shortUrn(urn));
  for (const stray of strays) {
    const row = listed.find(({ ids }) => ids.includes(stray.id))?.row;
    // A generated name is certain for a resource that the state holds; a pending operation of another makes it so, too.
    const isOpen = stray.why === "generated-name" && !held.includes(stray.resource ?? "");
    const certainty = stray.why === "same-name" ? "possible" : isOpen ? row?.certainty : "exact";
    if (row === undefined) {
      findings.push({ kind: "sweep", detail: `does not list ${stray.id} ${stray.name}, but ${listOf(rows)}` });
    } else if (row.certainty !== certainty || row.why !== stray.why) {
      const wanted = `${stray.why} (${certainty})`;
      findings.push({
        kind: "sweep",
        detail: `lists ${row.id} ${row.name} as ${row.why} (${row.certainty}), not ${wanted}`,
      });
    }
  }
  const known = strays.map(({ id }) => id);
  for (const { row } of listed.filter(({ ids }) => !ids.some((id) => known.includes(id)))) {
    findings.push({ kind: "sweep", detail: `lists ${row.kind} ${row.id} ${row.name}, which is no leftover` });
  }
  const found = strays.filter(({ id }) => listed.some(({ ids }) => ids.includes(id))).length;
  const possible = rows.filter(({ certainty }) => certainty === "possible").map(({ id }) => id);
  if (findings.length === 0) {
    const removals = [await sweep("--stack", stackName, "--yes")];
    for (const id of possible) {
      removals.push(await sweep("--id", id, "--yes"));
    }
    findings.push(...removals.filter(({ ok }) => !ok).map(failed));
  }
  return { findings, found, isMissing: false };
}

function listOf(rows: readonly SweepRow[]): string {
  return rows.length === 0
    ? "nothing"
    : rows.map(({ id, name, certainty }) => `${id} ${name} (${certainty})`).join(", ");
}

/** A network is listed in place of its nodes. */
function coveredBy({ id, kind }: SweepRow, { networks }: HeldObjects): readonly string[] {
  return kind === "network" ? (networks.find((network) => network.id === id)?.nodes ?? []) : [id];
}

function rowsOf({ ok, stdout }: CommandRecord): readonly SweepRow[] | undefined {
  try {
    const rows: unknown = JSON.parse(stdout);
    return ok && Array.isArray(rows) ? (rows as readonly SweepRow[]) : undefined;
  } catch {
    return undefined;
  }
}

function failed({ command, stdout, stderr }: CommandRecord): Finding {
  return { kind: "sweep", detail: `${command} failed: ${(stderr || stdout).trim().slice(-300)}` };
}

/** Runs the command `sweep` beside a stack. */
export function runSweep(workshop: Workshop, stack: ChaosStack, args: readonly string[]): Promise<CommandRecord> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(workshop.packageFolder, "bin", "blockchain-nodes.js"), ...args],
      { cwd: stack.folder, env: { ...process.env, ...stack.env }, timeout: limitMs, killSignal: "SIGKILL" },
      (error, stdout, stderr) => {
        const ms = performance.now() - startedAt;
        resolve({ command: args.join(" "), ok: error === null, stdout, stderr, ms, isOverdue: ms >= limitMs });
      },
    );
  });
}
