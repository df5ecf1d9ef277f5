import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { catalogueCommand } from "./catalogue.js";
import { exitCodes, reportFailure, type Terminal } from "./command.js";
import { healthCommand } from "./health/health.js";
import { sweepCommand } from "./sweep/sweep.js";

/** All commands, each in its own file. */
const commands = [catalogueCommand, healthCommand, sweepCommand] as const;

/**
 * Runs the command line `blockchain-nodes`.
 *
 * @param args without the program itself
 * @returns the exit code
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = exitCodes.ok;
  const program = new Command("blockchain-nodes")
    .description(
      "Tools for hosted blockchain nodes managed with Pulumi. Settings come from the environment: BLOCKCHAIN_NODES_…",
    )
    .version(ownVersion(), "--version", "print the version of the package")
    .configureOutput({ writeOut: terminal.out, writeErr: (text) => terminal.err(withoutValues(text)) })
    // A stray word would be ignored: `health prod` would check the selected stack instead of `prod`.
    .allowExcessArguments(false)
    .exitOverride();
  for (const command of commands) {
    const end = (code: number) => {
      exitCode = code;
    };
    program.addCommand(command(terminal, end).copyInheritedSettings(program));
  }
  try {
    await program.parseAsync([...args], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    }
    return reportFailure(terminal, error);
  }
}

/** Complaints about arguments repeat them: a URL may hold a key, and a long text may be a token. */
function withoutValues(text: string): string {
  return text
    .replace(/\b((?:https?|wss?):\/\/)[^\s'"]*/gi, "$1…")
    .replace(/(unknown option '[^'=]*)=.*'/s, "$1'")
    .replace(/(unknown option|unknown command) '.{24,}'/s, "$1")
    .replace(/(argument) '.{17,}?' (is invalid)/s, "$1 $2");
}

function ownVersion(): string {
  // By package name: the relative path differs between source and compiled files.
  const file = readFileSync(require.resolve("pulumi-blockchain-nodes/package.json"), "utf8");
  return (JSON.parse(file) as { readonly version: string }).version;
}
