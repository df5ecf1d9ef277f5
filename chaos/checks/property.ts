import { generatedName, ownerSalt, type Program, type ProgramResource, slotsOf, urnOf } from "../plan/program";
import type { Bystanders } from "../world/bystanders";
import type { HeldNode, HeldObjects } from "../world/platform";
import type { StateEntry } from "../world/stack";
import type { Finding } from "./findings";

/** A name that an object has while it is created. */
const claimPattern = /^creating-/;

/** What the state and the platform say about a program that an `up` has carried out. */
export interface Comparison {
  readonly findings: readonly Finding[];
  /** Objects that the state does not know, and that are nobody else's: ids of nodes and projects. */
  readonly strays: readonly string[];
}

/** An initial node as the outputs of a network hold it. */
interface SlotState {
  readonly id?: string;
  readonly name?: string;
}

/**
 * Compares program, state and platform after an `up` that succeeded.
 *
 * @param salt the setting `ownerSalt`, which generated names hold
 */
export function compare(
  program: Program,
  entries: readonly StateEntry[],
  objects: HeldObjects,
  bystanders: Bystanders,
  salt = ownerSalt,
): Comparison {
  const declared = program.map(urnOf);
  const superfluous = entries
    .filter((entry, index) => {
      const isSecond = entries.findIndex(({ urn }) => urn === entry.urn) < index;
      return entry.delete === true || isSecond || !declared.includes(entry.urn);
    })
    .map(({ urn, id, delete: isOld }): Finding => {
      return { kind: "state", detail: `${shortUrn(urn)} ${id}${isOld ? " waits for its deletion" : " is too much"}` };
    });
  return {
    findings: [...superfluous, ...program.flatMap((resource) => checkResource(resource, entries, objects, salt))],
    strays: straysOf(entries, objects, bystanders),
  };
}

/** Nodes and projects that are neither in the state nor a bystander's. Networks live and die with their nodes. */
export function straysOf(
  entries: readonly StateEntry[],
  { nodes, projects }: HeldObjects,
  bystanders: Bystanders,
): readonly string[] {
  const known = idsIn(entries);
  return [...projects, ...nodes].map(({ id }) => id).filter((id) => !known.has(id) && !bystanders.ids.has(id));
}

/** Ids of everything that a state holds, initial nodes of networks included. */
export function idsIn(entries: readonly StateEntry[]): ReadonlySet<string | undefined> {
  return new Set(entries.flatMap((entry) => [entry.id, ...slotStates(entry).map(({ id }) => id)]));
}

/** Entries whose name in the state is that of an object being created: the engine must never know one. */
export function claimsInState(entries: readonly StateEntry[]): readonly Finding[] {
  return entries.flatMap((entry) => {
    const names = [entry.outputs?.name, ...slotStates(entry).map(({ name }) => name)];
    return names
      .filter((name) => typeof name === "string" && claimPattern.test(name))
      .map((name): Finding => ({ kind: "name", detail: `the state holds ${shortUrn(entry.urn)} as ${name}` }));
  });
}

function checkResource(
  resource: ProgramResource,
  entries: readonly StateEntry[],
  objects: HeldObjects,
  salt: string,
): readonly Finding[] {
  const entry = entries.find((candidate) => candidate.urn === urnOf(resource) && candidate.delete !== true);
  if (entry?.id === undefined) {
    return [{ kind: "lost", detail: `${resource.name} is not in the state` }];
  }
  const { id } = entry;
  const gone: Finding = { kind: "lost", detail: `${resource.name} ${id} does not exist` };
  if (resource.type === "Project") {
    const project = objects.projects.find((candidate) => candidate.id === id);
    return project === undefined ? [gone] : checkName(resource, project, entry.outputs?.name, salt);
  }
  if (resource.type === "Network") {
    const network = objects.networks.find((candidate) => candidate.id === id);
    return network === undefined ? [gone] : checkSlots(resource, network.nodes, entry, objects, salt);
  }
  const node = objects.nodes.find((candidate) => candidate.id === id);
  return node === undefined
    ? [gone]
    : [...checkName(resource, node, entry.outputs?.name, salt), ...checkPlace(resource.name, resource.args, node)];
}

function checkSlots(
  resource: ProgramResource,
  held: readonly string[],
  entry: StateEntry,
  { nodes }: HeldObjects,
  salt: string,
): readonly Finding[] {
  const states = slotStates(entry);
  return slotsOf(resource).flatMap((slot, index): readonly Finding[] => {
    const what = `${resource.name} node ${index}`;
    const state = states[index];
    const node = nodes.find(({ id }) => id === state?.id && held.includes(id));
    return node === undefined
      ? [{ kind: "lost", detail: `${what} ${state?.id} does not exist` }]
      : [
          ...compareNames(
            `${what} ${node.id}`,
            slot.name ?? generatedName(resource, index, salt),
            node.name,
            state?.name,
          ),
          ...checkPlace(what, { ...slot }, node),
        ];
  });
}

function checkName(
  resource: ProgramResource,
  { id, name }: { readonly id: string; readonly name: string },
  stored: unknown,
  salt: string,
): readonly Finding[] {
  const wanted = resource.args.name ?? generatedName(resource, undefined, salt);
  return compareNames(`${resource.name} ${id}`, wanted, name, stored);
}

function compareNames(what: string, wanted: unknown, name: string, stored: unknown): readonly Finding[] {
  return wanted === name && stored === name
    ? []
    : [{ kind: "name", detail: `${what} is called ${name}, in the state ${stored}, wanted ${wanted}` }];
}

function checkPlace(what: string, args: Readonly<Record<string, unknown>>, node: HeldNode): readonly Finding[] {
  const { chain, region = chain === undefined ? undefined : "global1" } = args;
  const isThere = node.region === region && (chain === undefined || node.v2.network === chain);
  return isThere
    ? []
    : [{ kind: "placement", detail: `${what} is on ${node.v2.network} in ${node.region}, wanted ${chain} ${region}` }];
}

/** The initial nodes of a network in the state; the engine shows a secret as an object with its JSON text. */
function slotStates({ outputs }: StateEntry): readonly SlotState[] {
  const nodes = outputs?.nodes;
  const isSecret = typeof nodes === "object" && nodes !== null && "plaintext" in nodes;
  const plain: unknown = isSecret ? JSON.parse(String(nodes.plaintext)) : nodes;
  return Array.isArray(plain) ? (plain as readonly SlotState[]) : [];
}

/** The logical name at the end of a URN. */
export function shortUrn(urn: string): string {
  return urn.split("::").at(-1) ?? urn;
}
