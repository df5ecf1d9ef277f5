import { Option } from "commander";
import { environmentName, readSettings, type SettingsReading } from "../account/settings.js";
import { redactor } from "../base/redact.js";
import { messageOf, oneLine } from "../base/text.js";
import { isProviderError } from "../errors/errors.js";
import { interruption } from "./interruption.js";

/** What a command runs with: nothing else of the process is touched. What it writes never holds a secret. */
export interface Terminal {
  readonly environment: NodeJS.ProcessEnv;
  /** Writes results. */
  out(text: string): void;
  /** Writes help, notes and failures. */
  err(text: string): void;
  /** Blanks secrets; `out` and `err` do so too. */
  redact(text: string): string;
  /** The signal that ends every wait and every request of a command which reports then what is under way. */
  interruption(): AbortSignal;
}

/** Exit codes that every command shares; `health` has more of its own. */
export const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;

/** A command ended as it should not, for a reason that is the user's to read. */
export class CommandFailure extends Error {}

const longestLine = 4_000;

/** A terminal that writes without secrets to the given streams. */
export function terminalOf({
  environment,
  out,
  err,
  interruption,
}: Pick<Terminal, "environment" | "out" | "err" | "interruption">): Terminal {
  const redact = redactor([environment.BLOCKCHAIN_NODES_API_KEY?.trim()]);
  return { environment, out: (text) => out(redact(text)), err: (text) => err(redact(text)), redact, interruption };
}

/** The terminal of this process. */
export function processTerminal(environment: NodeJS.ProcessEnv): Terminal {
  return terminalOf({
    environment,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    interruption,
  });
}

/**
 * Ends the process when its result cannot be written: without a word where the reader has had enough, as `head` has, else
 * with one line.
 */
export function endOnBrokenOutput(terminal: Terminal): void {
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") {
      process.exit(exitCodes.ok);
    }
    note(terminal, `The result could not be written: ${message}`);
    process.exit(exitCodes.failed);
  });
  // There is nowhere left to say so.
  process.stderr.on("error", () => undefined);
}

/** Writes one line beside the result. */
export function note({ err, redact }: Terminal, line: string): void {
  err(`${oneLine(redact(line), longestLine)}\n`);
}

/** The settings of a command: it runs outside of any stack, so they come from the environment alone. */
export function settingsOf({ environment }: Terminal): SettingsReading {
  return readSettings(undefined, environment);
}

/** Says what went wrong, and which exit code that is. */
export function reportFailure(terminal: Terminal, error: unknown): number {
  const isExpected = isProviderError(error) || error instanceof CommandFailure;
  const message = messageOf(error);
  const hint = isProviderError(error, "transport") ? ` Is ${environmentName("baseUrl")} right?` : "";
  note(terminal, isExpected ? `${message}${hint}` : `Unexpected failure: ${message}`);
  return isProviderError(error, "config") ? exitCodes.usage : exitCodes.failed;
}

/** Options that choose how a result is written. */
export interface FormatOptions<Format extends string> {
  readonly format: Format;
  readonly json?: true;
}

/** The options `--format`, with the first form as default, and `--json` in its place. */
export function formatOptions(formats: readonly [string, ...string[]]): readonly Option[] {
  return [
    new Option("--format <format>", "how to write the result").choices(formats).default(formats[0]),
    new Option("--json", "the same as --format json"),
  ];
}

/** The form that the options ask for. */
export function formatOf<Format extends string>({ format, json }: FormatOptions<Format>): Format | "json" {
  return json === true ? "json" : format;
}
