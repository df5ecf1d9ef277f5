import { text } from "node:stream/consumers";
import { type Command, Option } from "commander";
import { environmentName, readSettings, type SettingsReading } from "../account/settings.js";
import { type Clock, systemClock } from "../base/clock.js";
import { redactor } from "../base/redact.js";
import { messageOf, oneLine } from "../base/text.js";
import { isProviderError } from "../errors/errors.js";
import { interruption } from "./interruption.js";

/** The environment and output of a command, which uses nothing else of the process. Output never contains secrets. */
export interface Terminal {
  readonly environment: NodeJS.ProcessEnv;
  out(text: string): void;
  /** Writes help, notes and failures. */
  err(text: string): void;
  /** Redacts secrets; `out` and `err` do so too. */
  redact(text: string): string;
  /** The signal that ends all waits and requests of a command, which then reports what was in progress. */
  interruption(): AbortSignal;
  /** The standard input. */
  input(): Promise<string>;
  /** Characters of a line of the output; undefined unless it is a terminal. */
  readonly columns?: number | undefined;
  /** Characters of a line of `err`; undefined unless it is a terminal. */
  readonly errColumns?: number | undefined;
  readonly clock: Clock;
}

/** Exit codes of all commands; `health` has additional ones. */
export const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;

/** A command failed for a reason that the user can act on. */
export class CommandFailure extends Error {}

const maxLineLength = 4_000;

/** A terminal that redacts secrets and writes to the given streams. */
export function terminalOf({ out, err, ...rest }: Omit<Terminal, "redact">): Terminal {
  const redact = redactor([rest.environment.BLOCKCHAIN_NODES_API_KEY?.trim()]);
  return { ...rest, out: (text) => out(redact(text)), err: (text) => err(redact(text)), redact };
}

export function processTerminal(environment: NodeJS.ProcessEnv): Terminal {
  return terminalOf({
    environment,
    out: (output) => void process.stdout.write(output),
    err: (output) => void process.stderr.write(output),
    interruption,
    input: () => text(process.stdin),
    columns: process.stdout.columns,
    errColumns: process.stderr.columns,
    clock: systemClock,
  });
}

/**
 * Ends the process when its result cannot be written: silently if the reader closed the pipe, as `head` does, else with
 * one line.
 */
export function endOnBrokenOutput(terminal: Terminal): void {
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") {
      // A command that has just written its result ends with its own exit code.
      setImmediate(() => process.exit());
      return;
    }
    note(terminal, `The result could not be written: ${message}`);
    process.exit(exitCodes.failed);
  });
  // Nowhere is left to report it.
  process.stderr.on("error", () => undefined);
}

export function note({ err, redact }: Terminal, line: string): void {
  err(`${oneLine(redact(line), maxLineLength)}\n`);
}

/** The settings of a command, from the environment only: it runs outside of any stack. */
export function settingsOf({ environment }: Terminal): SettingsReading {
  return readSettings(undefined, environment);
}

export function reportFailure(terminal: Terminal, error: unknown): number {
  const isExpected = isProviderError(error) || error instanceof CommandFailure;
  const message = messageOf(error);
  const hint = isProviderError(error, "transport") ? ` Is ${environmentName("baseUrl")} right?` : "";
  note(terminal, isExpected ? `${message}${hint}` : `Unexpected failure: ${message}`);
  return isProviderError(error, "config") ? exitCodes.usage : exitCodes.failed;
}

export interface FormatOptions {
  readonly format: "json" | "table";
  readonly json?: true;
}

/** Adds the options `--format`, whose default is a table, and `--json`. */
export function withFormat(command: Command): Command {
  return command
    .addOption(new Option("--format <format>", "output format").choices(["table", "json"]).default("table"))
    .option("--json", "the same as --format json");
}

export function isJson({ format, json }: FormatOptions): boolean {
  return json === true || format === "json";
}
