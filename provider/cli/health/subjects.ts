import { readFile } from "node:fs/promises";
import type { NodeEndpoints } from "../../access/endpoints.js";
import { mainHost } from "../../access/hosts.js";
import { endpointTarget, type Interface } from "../../access/target.js";
import { messageOf, oneLine } from "../../base/text.js";
import { ConfigError, isProviderError } from "../../errors/errors.js";
import { chainKey, chainOfId } from "../../health/chains/chains.js";
import { CommandFailure, type Terminal } from "../command.js";
import { pulumiCommand } from "../pulumi-command.js";
import type { HealthOptions } from "./options.js";
import { withReferences } from "./references.js";
import { nodesInState } from "./state-nodes.js";
import type { HealthSubject } from "./subject.js";

/** What is examined. */
export interface HealthSubjects {
  /** Name of the stack; empty for a single endpoint. */
  readonly stack: string;
  /** Their names are unique per chain. */
  readonly subjects: readonly HealthSubject[];
}

/**
 * Reads what the options select: the nodes of a stack, of an exported state, or one endpoint.
 *
 * @throws {ConfigError} for an unusable URL
 * @throws {CommandFailure} if the state cannot be read
 */
export async function readSubjects(
  options: HealthOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<HealthSubjects> {
  const { stack, subjects } = await selected(options, terminal, signal);
  const reference = options.reference === undefined ? undefined : { https: options.reference };
  if (reference !== undefined) {
    requireUsable("--reference", reference, "https");
  }
  return { stack: oneLine(stack), subjects: withReferences(distinct(subjects), reference, options.depth) };
}

async function selected(options: HealthOptions, terminal: Terminal, signal: AbortSignal): Promise<HealthSubjects> {
  const { stack, state, endpoint, beacon } = options;
  if (endpoint !== undefined || beacon !== undefined) {
    return { stack: "", subjects: [oneNode(options)] };
  }
  if (state !== undefined) {
    return nodesInState(await contentOf(state, terminal));
  }
  const pulumi = pulumiCommand(terminal.environment, signal);
  const selection = stack === undefined ? [] : [`--stack=${stack}`];
  const nodes = nodesInState(await pulumi("stack", "export", "--show-secrets", ...selection));
  return { ...nodes, stack: stack ?? nodes.stack };
}

/** @throws {ConfigError} for an unusable URL */
function oneNode({ endpoint, beacon, wss, chain, chainId = "" }: HealthOptions): HealthSubject {
  const given = { https: endpoint, beacon, wss };
  const endpoints: NodeEndpoints = Object.fromEntries(Object.entries(given).filter(([, url]) => url !== undefined));
  for (const which of Object.keys(endpoints) as Interface[]) {
    requireUsable(which === "https" ? "--endpoint" : `--${which}`, endpoints, which);
  }
  const host = mainHost(endpoints);
  return {
    name: host,
    host,
    endpoints,
    chain: chain === undefined ? (chainOfId(chainId) ?? `evm-${chainId}`) : chainKey(undefined, chain),
    ...(chain === undefined ? { expected: chainId } : {}),
  };
}

/** @throws {ConfigError} that names the option */
function requireUsable(option: string, endpoints: NodeEndpoints, which: Interface): void {
  try {
    endpointTarget(endpoints, which);
  } catch (error) {
    if (!isProviderError(error, "config")) {
      throw error;
    }
    throw new ConfigError(error.message.replace(/`endpoints\.\w+` of the node/, option));
  }
}

/** @throws {CommandFailure} if there is no such file */
async function contentOf(file: string, terminal: Terminal): Promise<string> {
  try {
    return file === "-" ? await terminal.input() : await readFile(file, "utf8");
  } catch (error) {
    throw new CommandFailure(`--state cannot be read: ${messageOf(error)}`);
  }
}

// Longer than any name that the platform takes.
const maxNameLength = 200;

/** Names are not unique on the platform, but each line of a report and each series of a metric must be one node's. */
function distinct(subjects: readonly (HealthSubject & { readonly id?: string })[]): readonly HealthSubject[] {
  const clean = subjects.map(({ id = "", ...subject }) => {
    const cut = (text: string) => oneLine(text, maxNameLength);
    const [name, chain, host] = [cut(subject.name), cut(subject.chain), cut(subject.host)];
    return { id: oneLine(id), subject: { ...subject, name: name || id || "(no name)", chain, host } };
  });
  const keyOf = (name: string, chain: string) => JSON.stringify([name, chain]);
  const counts = new Map<string, number>();
  for (const { subject } of clean) {
    const key = keyOf(subject.name, subject.chain);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const taken = new Set<string>();
  return clean.map(({ id, subject }) => {
    const { name, chain } = subject;
    const isUnique = counts.get(keyOf(name, chain)) === 1;
    const base = isUnique || id === "" ? name : `${name} (${id})`;
    let unique = base;
    for (let number = 2; taken.has(keyOf(unique, chain)); number += 1) {
      unique = `${base} #${number}`;
    }
    taken.add(keyOf(unique, chain));
    return { ...subject, name: unique };
  });
}
