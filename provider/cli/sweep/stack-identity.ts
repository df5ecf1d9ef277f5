import { configKey, environmentName, readSettings } from "../../account/settings.js";
import { type Owner, parseOwner } from "../../lifecycle/owner.js";
import { z } from "../../vendor/zod.js";
import { CommandFailure } from "../command.js";
import type { RunPulumi } from "../pulumi-command.js";
import type { StackState } from "./stack-state.js";

export interface StackIdentity {
  /**
   * Each {@link Owner.stackHash} that the stack has, or had under another name or salt, and whether it is exclusive.
   */
  readonly stacksByHash: ReadonlyMap<string, Pick<Owner, "isExclusive">>;
  /** The owner of a resource under each salt. */
  readonly ownersOf: (urn: string, owner: string | undefined) => readonly Owner[];
  /** The owner of a resource without a parent under each salt, from the last part of its type and its logical name. */
  readonly ownersNamed: (type: string, name: string) => readonly Owner[];
}

/**
 * Identifies a stack: from the hidden inputs in its state or, if there are none, as after `destroy`, from its
 * fully qualified name.
 *
 * @param stack as given by the user: `stack`, `organization/stack` or `organization/project/stack`
 * @param salts every value of the setting `ownerSalt` that may have been in force
 * @throws {CommandFailure} if the name does not match exactly one stack
 */
export async function identifyStack(
  stack: string,
  state: StackState,
  salts: readonly string[],
  pulumi: RunPulumi,
): Promise<StackIdentity> {
  const recorded = state.entries.flatMap(({ owner }) => (owner === undefined ? [] : [owner]));
  const organizations = new Set(recorded.map((owner) => owner.split("/", 1)[0] ?? ""));
  const owners = new Set(recorded);
  if (owners.size === 0) {
    const { organization, project, name } = await qualify(stack, pulumi);
    organizations.add(organization);
    owners.add(`${organization}/urn:pulumi:${name}::${project}::pulumi:pulumi:Stack::${project}-${name}`);
  }
  // A stack that was renamed has new URNs at once, and the old hidden inputs until the next `up`.
  for (const urn of state.urns) {
    for (const organization of organizations) {
      owners.add(`${organization}/${urn}`);
    }
  }
  const underEachSalt = (owner: string) => salts.map((salt) => parseOwner(owner, salt));
  const stacks = new Set([...owners].flatMap((owner) => /^[^/]*\/urn:pulumi:.*?::.*?::/s.exec(owner)?.[0] ?? []));
  return {
    ownersNamed: (type, name) =>
      [...stacks].flatMap((from) => underEachSalt(`${from}pulumi-nodejs:dynamic/blockchain-nodes:${type}::${name}`)),
    stacksByHash: new Map([...owners].flatMap(underEachSalt).map((owner) => [owner.stackHash, owner])),
    ownersOf: (urn, owner) => {
      const names = new Set([...organizations].map((organization) => `${organization}/${urn}`));
      return [...names.add(owner ?? [...names][0] ?? "")].flatMap(underEachSalt);
    },
  };
}

const listedStacks = z.array(z.looseObject({ name: z.string() }));

async function qualify(stack: string, pulumi: RunPulumi) {
  const given = stack.split("/");
  const listed =
    given.length === 3 ? [stack] : namesIn(await pulumi("stack", "ls", "--json", "--fully-qualify-stack-names"));
  const fitting = listed
    .map((name) => name.split("/"))
    .filter((parts) => parts.length === 3 && parts[2] === given.at(-1) && (given.length < 2 || parts[0] === given[0]));
  const [[organization = "", project = "", name = ""] = [], ...more] = fitting;
  if (project === "" || more.length > 0) {
    throw new CommandFailure(
      `Cannot identify stack "${stack}": its state contains no resource of this package, and the name does not match exactly one stack. Pass it as organization/project/stack.`,
    );
  }
  return { organization, project, name };
}

function namesIn(text: string): readonly string[] {
  return listedStacks.parse(JSON.parse(text)).map(({ name }) => name);
}

const saltKey = configKey("ownerSalt");
const config = z.record(z.string(), z.looseObject({ value: z.string().optional(), secret: z.boolean().optional() }));

/**
 * The salts of a stack: that of the environment, and that which each provider in its state reads with this environment;
 * without a default provider in the state, that of the stack's configuration.
 *
 * @returns the salts, and notes for the user
 */
export async function saltsOf(
  stack: string,
  { providers }: StackState,
  environment: NodeJS.ProcessEnv,
  pulumi: RunPulumi,
): Promise<{ readonly salts: readonly string[]; readonly notes: readonly string[] }> {
  const fromEnvironment = (environment[environmentName("ownerSalt")] ?? "").trim();
  const salts = new Set(fromEnvironment === "" ? [] : [fromEnvironment]);
  const notes = new Set<string>();
  const sources = [...providers];
  if (fromEnvironment === "" && providers.every((inputs) => inputs[configKey("explicit")] === "true")) {
    const written = await configuredSalt(stack, pulumi).catch(() => {
      const variable = environmentName("ownerSalt");
      notes.add(`The stack's configuration cannot be read from here: if it sets ${saltKey}, set ${variable}.`);
      return undefined;
    });
    sources.push(written === undefined ? {} : { [saltKey]: written });
  }
  for (const inputs of sources) {
    // A secret salt is unknown, and objects named without a salt belong to another stack.
    if (typeof inputs[saltKey] === "object") {
      notes.add(`${saltKey} is a secret: to find objects named with it, set ${environmentName("ownerSalt")}.`);
      continue;
    }
    const textAt = (name: string) => (typeof inputs[name] === "string" ? inputs[name] : undefined);
    salts.add(readSettings(textAt, environment).settings.ownerSalt);
  }
  return { salts: [...salts], notes: [...notes] };
}

/** The setting in the configuration of a stack; an object if it is secret, as in a state. */
async function configuredSalt(stack: string, pulumi: RunPulumi): Promise<unknown> {
  const { [saltKey]: salt } = config.parse(JSON.parse(await pulumi("config", "--json", `--stack=${stack}`)));
  return salt?.secret === true ? {} : salt?.value;
}
