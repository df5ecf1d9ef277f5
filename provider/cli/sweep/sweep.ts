import { Command, InvalidArgumentError, Option } from "commander";
import { requireSettings } from "../../account/settings.js";
import { jsonOf, tableOf } from "../../base/table.js";
import { accountScope } from "../../lifecycle/account-scope.js";
import { parseDuration } from "../../lifecycle/timeouts.js";
import { listUnreadable } from "../../platform/lists/unreadable.js";
import { exitCodes, type FormatOptions, isJson, note, settingsOf, type Terminal, withFormat } from "../command.js";
import { readAccount } from "./account-objects.js";
import { type Choice, choose } from "./choice.js";
import { type Finding, isExact, type Reason } from "./leftovers.js";
import { removeAll } from "./removal.js";

/** One object that a sweep found, as printed. */
interface Row {
  readonly id: string;
  readonly kind: "node" | "network" | "project";
  readonly name: string;
  /** Id of its project; null for a project. */
  readonly project: string | null;
  readonly why: Reason;
  readonly certainty: "exact" | "possible";
  /** Evidence for and against it, one clause each. */
  readonly evidence: readonly string[];
  readonly createdAt?: string;
  readonly removed: boolean;
}

const columns = ["id", "kind", "name", "project", "why", "certainty", "createdAt", "removed"] as const;

interface SweepOptions extends FormatOptions, Choice {
  readonly yes?: true;
}

/** The command `sweep`: lists leftovers, and deletes them with `--yes`. */
export function sweepCommand(terminal: Terminal, end: (exitCode: number) => void): Command {
  const command = new Command("sweep")
    .description("list leftovers on the platform, and delete them with --yes")
    .option(
      "--stack <name>",
      "what this stack created and its state does not contain; runs `pulumi` in this directory",
      parseText,
    )
    .option("--name-prefix <text>", "every node, network and project whose name starts with this", parseText)
    .option("--id <id...>", "exactly these objects; networks with their nodes", collectIds)
    .addOption(new Option("--older-than <duration>", "only older objects, for example 24h").argParser(parseAge))
    .option("--yes", "delete what is certain; not during an `up` of the stack")
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
  // The lists first: what a run of the stack creates and saves after that is in the state then.
  const objects = await readAccount(account);
  if (objects.unreadable.length > 0) {
    say(
      `Left out, since the platform's response about them is not as documented: ${listUnreadable(objects.unreadable)}.`,
    );
  }
  if (objects.gaps.length > 0 && options.yes === true) {
    // A project or network may still contain objects that are not shown.
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
  return nodes.length === 0 ? [] : [`Network ${object.id} is deleted with its nodes: ${nodes.join(", ")}.`];
}

/** Only possible leftovers, which the user must check, need their evidence beside the table: it has no room for it. */
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

/** Reports the outcome beside the rows, and what to do next. */
function conclude(rows: readonly Row[], { stack, yes }: SweepOptions, say: (line: string) => void): void {
  const chosen = rows.filter(isExact);
  const possible = rows.filter((row) => !isExact(row)).map(({ id }) => id);
  if (chosen.length === 0) {
    say(possible.length > 0 ? "No object is certain to be a leftover." : "Nothing was found.");
  } else if (yes === true) {
    say(`${chosen.filter(({ removed }) => removed).length} of ${chosen.length} removed.`);
  } else {
    const when =
      stack === undefined ? "" : ", but not during an `up` of the stack: its new objects look like leftovers";
    say(`Nothing was deleted: repeat with --yes${when}.`);
  }
  if (possible.length > 0) {
    say(`Possible leftovers, deleted by id only: check them, then pass --id ${possible.join(" ")}.`);
  }
}

function parseText(text: string): string {
  if (text === "") {
    throw new InvalidArgumentError("It is empty, and would select everything.");
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
