import { Command } from "commander";
import { type HealthChange, verdictOf } from "../../health/formats/health-round.js";
import { changeJson, healthJson } from "../../health/formats/json.js";
import { healthJunit } from "../../health/formats/junit.js";
import { healthMetricsText } from "../../health/formats/prometheus.js";
import { changeLine, healthTable } from "../../health/formats/table.js";
import { fails, passes } from "../../health/verdict.js";
import { exitCodes, note, reportFailure, type Terminal } from "../command.js";
import { type Exporter, startExporter } from "./exporter.js";
import { HealthFleet } from "./fleet.js";
import { checkCombination, formatOf, type HealthOptions, withHealthOptions } from "./options.js";
import { progressOf } from "./progress.js";
import { readSubjects } from "./subjects.js";
import { watchFleet } from "./watch.js";

/** Nothing failed, but the health of a node, or of all for lack of nodes, is unknown. A gate must not pass then. */
const unknownExitCode = 3;

/** The command `health`: probes every node of a stack, or one endpoint. */
export function healthCommand(terminal: Terminal, end: (exitCode: number) => void): Command {
  const command = new Command("health")
    .description("probe every node of a stack, or one endpoint")
    .addHelpText(
      "after",
      "\nExit codes: 0 every node is healthy, degraded or gated; 1 a node is syncing or unhealthy; 3 none is, but the health of one is unknown; 2 usage.",
    )
    .action(async (options: HealthOptions) => end(await run(options, terminal)));
  return withHealthOptions(command);
}

async function run(options: HealthOptions, terminal: Terminal): Promise<number> {
  const signal = terminal.interruption();
  let fleet: HealthFleet;
  let exporter: Exporter | undefined;
  try {
    checkCombination(options);
    fleet = new HealthFleet(await readSubjects(options, terminal, signal), options, terminal.clock);
    exporter = options.serve === undefined ? undefined : await startExporter(fleet, options.serve);
  } catch (error) {
    if (signal.aborted) {
      note(terminal, "Interrupted: nothing was checked.");
      return unknownExitCode;
    }
    reportFailure(terminal, error);
    return exitCodes.usage;
  }
  try {
    if (fleet.size === 0) {
      note(terminal, "There are no nodes: nothing was checked.");
      terminal.out(rendered(fleet, options, terminal));
    } else if (options.watch === true || exporter !== undefined) {
      await repeat(fleet, options, terminal, signal, exporter);
    } else {
      await once(fleet, options, terminal, signal);
    }
    return exitCodeOf(fleet);
  } finally {
    await exporter?.close();
  }
}

async function once(fleet: HealthFleet, options: HealthOptions, terminal: Terminal, signal: AbortSignal) {
  const progress = progressOf(terminal, fleet.size);
  try {
    await fleet.examine(signal, progress.tick);
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
  } finally {
    progress.end();
  }
  reportInterruption(terminal, signal);
  terminal.out(rendered(fleet, options, terminal));
}

async function repeat(
  fleet: HealthFleet,
  options: HealthOptions,
  terminal: Terminal,
  signal: AbortSignal,
  exporter: Exporter | undefined,
): Promise<void> {
  const isJson = formatOf(options) === "json";
  if (exporter !== undefined) {
    const [metrics, healthz] = [`${exporter.url}/metrics`, `${exporter.url}/healthz`];
    terminal.out(isJson ? `${JSON.stringify({ event: "serving", metrics, healthz })}\n` : `${metrics}\n${healthz}\n`);
  }
  const progress = progressOf(terminal, fleet.size);
  let isFirst = true;
  const onFirst = () => {
    isFirst = false;
    progress.end();
    terminal.out(rendered(fleet, options, terminal, 0));
  };
  const onChange = (change: HealthChange) =>
    terminal.out(isJson ? changeJson(change, fleet.stack) : changeLine(change, isColored(terminal)));
  const { clock } = terminal;
  await watchFleet(fleet, {
    intervalMs: options.interval,
    clock,
    signal,
    onFirst,
    onChange,
    onProgress: progress.tick,
  });
  if (isFirst) {
    onFirst();
    reportInterruption(terminal, signal);
  }
}

function reportInterruption(terminal: Terminal, signal: AbortSignal): void {
  if (signal.aborted) {
    note(terminal, "Interrupted: what was not examined until then is unknown.");
  }
}

function rendered(fleet: HealthFleet, options: HealthOptions, terminal: Terminal, jsonIndent = 2): string {
  const { round } = fleet;
  const hasEvidence = options.depth !== "basic";
  const tableOptions = { width: terminal.columns, isColored: isColored(terminal), hasEvidence };
  const formats = {
    table: () => healthTable(round, tableOptions),
    json: () => healthJson(round, jsonIndent),
    junit: () => healthJunit(round),
    prometheus: () => healthMetricsText(round),
  } as const;
  return formats[formatOf(options)]();
}

/** As Node.js itself decides: `FORCE_COLOR` wins over `NO_COLOR`, and both over the kind of output. */
function isColored({ environment, columns }: Terminal): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no = "" } = environment;
  return force === undefined ? no === "" && columns !== undefined : force !== "0" && force !== "false";
}

function exitCodeOf(fleet: HealthFleet): number {
  const verdict = verdictOf(fleet.round);
  return fails(verdict) ? exitCodes.failed : passes(verdict) ? exitCodes.ok : unknownExitCode;
}
