import { Command, InvalidArgumentError, Option } from "commander";
import { requireSettings } from "../../account/settings.js";
import { accountScope } from "../../lifecycle/account-scope.js";
import { parseDuration } from "../../lifecycle/timeouts.js";
import { listUnreadable } from "../../platform/lists/unreadable.js";
import { exitCodes, type FormatOptions, isJson, note, settingsOf, type Terminal, withFormat } from "../command.js";
import { jsonOf, tableOf } from "../table.js";
import { readAccount } from "./account-objects.js";
import { type Choice, choose } from "./choice.js";
import { type Finding, isExact, type Reason } from "./leftovers.js";
import { removeAll } from "./removal.js";

/** One object that a sweep found, as it is printed. */
interface Row {
  readonly id: string;
  readonly kind: "node" | "network" | "project";
  readonly name: string;
  /** Id of the project around it; null for a project. */
  readonly project: string | null;
  readonly why: Reason;
  readonly certainty: "exact" | "possible";
  /** What speaks for and against it, a clause each. */
  readonly evidence: readonly string[];
  /** When it was made: ISO 8601, UTC. */
  readonly createdAt?: string;
  readonly removed: boolean;
}

const columns = ["id", "kind", "name", "project", "why", "certainty", "createdAt", "removed"] as const;

interface SweepOptions extends FormatOptions, Choice {
  readonly yes?: true;
}

/** The command `sweep`: lists what was left behind, and deletes it with `--yes`. */
export function sweepCommand(terminal: Terminal, end: (exitCode: number) => void): Command {
  const command = new Command("sweep")
    .description("list what was left behind on the platform, and delete it with --yes")
    .option(
      "--stack <name>",
      "what this stack made and its state does not know; runs `pulumi` in this directory",
      parseText,
    )
    .option("--name-prefix <text>", "every node, network and project whose name begins so", parseText)
    .option("--id <id...>", "exactly these objects; networks go with their nodes", collectIds)
    .addOption(new Option("--older-than <duration>", "only what is older, for example 24h").argParser(parseAge))
    .option("--yes", "delete what is certain; not while an `up` of the stack runs")
    .action(async (options: SweepOptions) => {
      const asked = [options.stack, options.namePrefix, options.id].filter((value) => value !== undefined);
      if (asked.length !== 1) {
        command.error("error: give exactly one of --stack, --name-prefix and --id", { exitCode: exitCodes.usage });
      }
      end(await sweep(options, terminal));
    });
  return withFormat(command);
}

async function sweep(options: SweepOptions, terminal: Terminal): Promise<number> {
  const say = (line: string) => note(terminal, line);
  const scope = accountScope(requireSettings(settingsOf(terminal)), terminal.interruption());
  const { account } = scope;
  await account.organization();
  // The list first: what a run of the stack makes and stores meanwhile is known then.
  const objects = await readAccount(account);
  if (objects.unreadable.length > 0) {
    say(
      `Left out, since the platform's answer about them is not as documented: ${listUnreadable(objects.unreadable)}.`,
    );
  }
  if (objects.gaps.length > 0 && options.yes === true) {
    // What is not shown may be what a project or network still holds.
    say(`Nothing was deleted, since the account was not read completely: ${objects.gaps.join("; ")}. Run again.`);
    return exitCodes.failed;
  }
  for (const gap of objects.gaps) {
    say(`Not read completely: ${gap}.`);
  }
  const findings = await choose(options, objects, account, terminal);
  const chosen = findings.filter(isExact);
  const { removed, problems } =
    options.yes === true && chosen.length > 0
      ? await removeAll(chosen, objects, scope, say)
      : { removed: new Set<string>(), problems: [] };
  const rows = findings.map((finding) => rowOf(finding, removed));
  for (const line of [...findings.flatMap(contentNotes), ...findings.flatMap(evidenceNotes)]) {
    say(line);
  }
  terminal.out(isJson(options) ? jsonOf(rows) : tableOfRows(rows));
  for (const problem of problems) {
    say(problem);
  }
  conclude(rows, options, say);
  return problems.length > 0 ? exitCodes.failed : exitCodes.ok;
}

function contentNotes({ object }: Finding): readonly string[] {
  const nodes = object.kind === "network" ? object.nodes.map(({ id }) => id) : [];
  return nodes.length === 0 ? [] : [`Network ${object.id} goes with its nodes: ${nodes.join(", ")}.`];
}

/** Only what is to be looked at needs reasons; a table has no room for them. */
function evidenceNotes(finding: Finding): readonly string[] {
  const { object, evidence } = finding;
  return isExact(finding) ? [] : [`${object.id}: ${evidence.join("; ")}.`];
}

function rowOf({ object, name, why, certainty, evidence }: Finding, removed: ReadonlySet<string>): Row {
  const { id, kind, createdAt } = object;
  const project = kind === "project" ? null : (object.project ?? null);
  const made = createdAt === undefined ? {} : { createdAt };
  return { id, kind, name, project, why, certainty, evidence, ...made, removed: removed.has(id) };
}

function tableOfRows(rows: readonly Row[]): string {
  const cells = rows.map((row) => ({ ...row, createdAt: row.createdAt ?? null, removed: row.removed ? "yes" : "no" }));
  return rows.length === 0 ? "" : tableOf(columns, cells);
}

/** Says beside the rows what came of it, and what to do next. */
function conclude(rows: readonly Row[], { stack, yes }: SweepOptions, say: (line: string) => void): void {
  const chosen = rows.filter(isExact);
  const possible = rows.filter((row) => !isExact(row)).map(({ id }) => id);
  if (chosen.length === 0) {
    say(possible.length > 0 ? "Nothing is certain to be left behind." : "Nothing was found.");
  } else if (yes === true) {
    say(`${chosen.filter(({ removed }) => removed).length} of ${chosen.length} removed.`);
  } else {
    const when =
      stack === undefined ? "" : ", but not while an `up` of the stack runs: what it is just making looks the same";
    say(`Nothing was deleted: repeat with --yes${when}.`);
  }
  if (possible.length > 0) {
    say(`Only possible, and never deleted but by id: look at them, then --id ${possible.join(" ")}.`);
  }
}

function parseText(text: string): string {
  if (text === "") {
    throw new InvalidArgumentError("It is empty, and would choose everything.");
  }
  return text;
}

function collectIds(id: string, before: readonly string[] = []): readonly string[] {
  return [...before, parseText(id)];
}

function parseAge(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) {
    throw new InvalidArgumentError("It must be a duration such as 24h or 90m.");
  }
  return ms;
}
