import type { Account } from "../../account/account.js";
import { systemClock } from "../../base/clock.js";
import { AuthError } from "../../errors/errors.js";
import { CommandFailure, note, type Terminal } from "../command.js";
import { pulumiCommand } from "../pulumi-command.js";
import type { AccountObjects } from "./account-objects.js";
import { knowledgeOf } from "./known-resources.js";
import { type Finding, findLeftovers, type Reason } from "./leftovers.js";
import { identifyStack, saltsOf } from "./stack-identity.js";
import { readStackState, textOf } from "./stack-state.js";

/** The objects that a sweep selects: by one of the first three. */
export interface Choice {
  /** Stack whose leftovers to find, in the form that `pulumi` accepts. */
  readonly stack?: string;
  readonly namePrefix?: string;
  readonly id?: readonly string[];
  /** Minimum age, in milliseconds; objects of unknown age are left out. */
  readonly olderThan?: number;
}

/**
 * Selects the requested objects among all of the account.
 *
 * @throws {CommandFailure} for an id that does not exist, and for a stack that `pulumi` does not know
 * @throws {AuthError} when the stack's resources are of another organization than the key
 */
export async function choose(
  choice: Choice,
  objects: AccountObjects,
  account: Account,
  terminal: Terminal,
): Promise<readonly Finding[]> {
  return oldEnough(await find(choice, objects, account, terminal), choice.olderThan, (line) => note(terminal, line));
}

async function find(
  { stack, namePrefix, id }: Choice,
  objects: AccountObjects,
  account: Account,
  terminal: Terminal,
): Promise<readonly Finding[]> {
  if (stack !== undefined) {
    return findForStack(stack, objects, account, terminal);
  }
  const { nodes, networks, projects } = objects;
  if (namePrefix !== undefined) {
    const fits = ({ name }: { readonly name: string }) => name.startsWith(namePrefix);
    const whole = networks.filter((network) => network.nodes.length > 0 && network.nodes.every(fits));
    return [...nodes.filter(fits), ...whole, ...projects.filter(fits)].map((object) => findingOf(object, "prefix"));
  }
  const all = new Map([...nodes, ...networks, ...projects].map((object) => [object.id, object]));
  const missing = id?.filter((asked) => !all.has(asked)) ?? [];
  if (missing.length > 0) {
    throw new CommandFailure(`Not found, or not visible to this key: ${missing.join(", ")}. Nothing was deleted.`);
  }
  return [...all.values()].filter((object) => id?.includes(object.id)).map((object) => findingOf(object, "id"));
}

async function findForStack(
  stack: string,
  objects: AccountObjects,
  account: Account,
  terminal: Terminal,
): Promise<readonly Finding[]> {
  const { environment } = terminal;
  const pulumi = pulumiCommand(environment, account.signal);
  const state = readStackState(await pulumi("stack", "export", `--stack=${stack}`));
  const { salts, notes } = await saltsOf(stack, state, environment, pulumi);
  for (const line of notes) {
    note(terminal, line);
  }
  const organization = await account.organization();
  const recorded = new Set(state.entries.flatMap(({ properties }) => textOf(properties.organization) ?? []));
  if (recorded.size > 0 && !recorded.has(organization)) {
    throw new AuthError(
      `The key belongs to organization ${organization}, the resources of the stack to ${[...recorded].join(", ")}. Nothing was changed: use a key of that organization.`,
    );
  }
  const others = [...recorded].filter((other) => other !== organization);
  if (others.length > 0) {
    note(terminal, `The stack also has resources in ${others.join(", ")}: run again with a key of that organization.`);
  }
  return findLeftovers(knowledgeOf(state, await identifyStack(stack, state, salts, pulumi)), objects);
}

function findingOf(object: Finding["object"], why: Reason): Finding {
  const name = object.kind === "network" ? (object.nodes[0]?.name ?? object.name) : object.name;
  return { object, name, why, certainty: "exact", evidence: [] };
}

/** The findings older than the given age; those of unknown age are left out, with a note. */
function oldEnough(
  findings: readonly Finding[],
  olderThanMs: number | undefined,
  say: (line: string) => void,
): readonly Finding[] {
  if (olderThanMs === undefined) {
    return findings;
  }
  const ageOf = ({ object }: Finding) => systemClock.now() - Date.parse(object.createdAt ?? "");
  const ageless = findings.filter((finding) => Number.isNaN(ageOf(finding)));
  if (ageless.length > 0) {
    say(`Left out, since their age is unknown: ${ageless.map(({ object }) => object.id).join(", ")}.`);
  }
  return findings.filter((finding) => ageOf(finding) > olderThanMs);
}
