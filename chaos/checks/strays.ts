import type { LogEntry } from "../../sandbox/index";
import { claimOf, generatedName, type Program, type ProgramResource, slotsOf } from "../plan/program";
import type { Kill } from "../world/disturb";
import type { HeldNode, HeldObjects } from "../world/platform";
import type { Finding } from "./findings";

/**
 * Moments that no create can close by itself. `renamed`: a kill between the last rename and the engine's checkpoint.
 * `forgotten`: the same under a name that the program chose and has changed since, so that nothing leads to the object.
 * `destroyed`: a destroy after a create that did not end. `withdrawn`: a replacement that did not end, and that the
 * program does not ask for any more.
 */
export type WindowName = "destroyed" | "forgotten" | "renamed" | "withdrawn";

/** An object that the state does not know, and what is known about it. */
export interface Stray {
  readonly id: string;
  readonly kind: "node" | "project";
  readonly name: string;
  /** Logical name of the resource that it was made for; undefined for one that cannot be told. */
  readonly resource: string | undefined;
  /** How its name tells that; `sweep` gives the same as its reason. */
  readonly why: "claim" | "generated-name" | "same-name" | undefined;
  /** The window in which it was lost; undefined for a violation. */
  readonly window: WindowName | undefined;
}

/** What happened in a round before strays are looked for. */
export interface Evidence {
  /** Programs of the disturbed run and of those before and after it. */
  readonly programs: readonly Program[];
  readonly kills: readonly Kill[];
  /** Whether a run has failed since the first disturbed one began. */
  readonly hasFailed: boolean;
  /** Requests since the disturbed run began. */
  readonly log: readonly LogEntry[];
  /** Whether an `up` has succeeded since. */
  readonly isUp: boolean;
  /** Resources whose replacement was given up. */
  readonly withdrawn: readonly string[];
}

// The engine writes a checkpoint soon after each answer: a rename that was answered earlier must be in the state.
const checkpointMs = 3_000;
// An engine that is killed leaves its provider behind, which notices that and gives up.
const afterlifeMs = 5_000;

/** Says of each stray whose it is, and whether it was lost in a window. */
export function explain(ids: readonly string[], objects: HeldObjects, evidence: Evidence): readonly Stray[] {
  return [...objects.projects, ...objects.nodes]
    .filter(({ id }) => ids.includes(id))
    .map(({ id, name }): Stray => {
      const node = objects.nodes.find((candidate) => candidate.id === id);
      const origin = originOf(node?.id, name, siblingsOf(node, objects), evidence.programs);
      const stray = { id, kind: node === undefined ? "project" : "node", name, ...origin } as const;
      return { ...stray, window: windowOf(stray, evidence) };
    });
}

/** The violations among strays. */
export function violations(strays: readonly Stray[], entries: readonly string[]): readonly Finding[] {
  return strays
    .filter(({ window }) => window === undefined)
    .map(({ id, name, resource }): Finding => {
      const hasOther = resource !== undefined && entries.includes(resource);
      return {
        kind: hasOther ? "twin" : "orphan",
        detail: `${id} ${name}, made for ${resource ?? "nobody knows what"}`,
      };
    });
}

function siblingsOf(node: HeldNode | undefined, { nodes }: HeldObjects): readonly string[] {
  return nodes.filter(({ network }) => network === node?.network).map(({ name }) => name);
}

type Origin = Pick<Stray, "resource" | "why">;

function originOf(
  nodeId: string | undefined,
  name: string,
  siblings: readonly string[],
  programs: readonly Program[],
): Origin {
  const resources = programs.flat().filter(({ type }) => (type === "Project") === (nodeId === undefined));
  // Of the nodes of a network that is being created the first one is renamed last.
  const claimed = (candidate: ProgramResource, of: string) => isClaim(candidate, of);
  const byClaim =
    resources.find((candidate) => claimed(candidate, name)) ??
    resources.find((candidate) => candidate.type === "Network" && siblings.some((other) => claimed(candidate, other)));
  if (byClaim !== undefined) {
    return { resource: byClaim.name, why: "claim" };
  }
  const generated = resources.find(
    (candidate) =>
      generatedName(candidate) === name ||
      slotsOf(candidate).some((_slot, index) => generatedName(candidate, index) === name),
  );
  if (generated !== undefined) {
    return { resource: generated.name, why: "generated-name" };
  }
  const named = resources.find((candidate) => isNamed(candidate, name));
  return { resource: named?.name, why: named === undefined ? undefined : "same-name" };
}

function isClaim(resource: ProgramResource, name: string): boolean {
  const claim = claimOf(resource);
  return name === claim || (name.startsWith(`${claim}-`) && /^[nr]\d+$/.test(name.slice(claim.length + 1)));
}

function windowOf(stray: Omit<Stray, "window">, evidence: Evidence): WindowName | undefined {
  if (stray.why === "claim") {
    if (!evidence.hasFailed) {
      return undefined;
    }
    if (!evidence.isUp) {
      return "destroyed";
    }
    return evidence.withdrawn.includes(stray.resource ?? "") ? "withdrawn" : undefined;
  }
  if (stray.why === undefined || !wasRenamedAtKill(stray, evidence)) {
    return undefined;
  }
  return stray.why === "same-name" && !isNamedIn(evidence.programs.at(-1) ?? [], stray.name) ? "forgotten" : "renamed";
}

function isNamedIn(program: Program, name: string): boolean {
  return program.some((resource) => isNamed(resource, name));
}

function isNamed(resource: ProgramResource, name: string): boolean {
  return resource.args.name === name || slotsOf(resource).some((slot) => slot.name === name);
}

/** Whether the object got its last name just when the provider or the engine died. */
function wasRenamedAtKill({ id, name }: Pick<Stray, "id" | "name">, { kills, log }: Evidence): boolean {
  const renames = log.filter(({ method, path, body }) => {
    const wantsName = (body as { readonly name?: unknown } | null)?.name === name;
    return method === "PATCH" && path.includes(`/${id}/`) && wantsName;
  });
  return kills
    .filter(({ victim }) => victim !== "program")
    .some(({ victim, atMs }) => {
      const patience = victim === "engine" ? afterlifeMs : 100;
      return renames.some(({ time, ms }) => {
        const sinceKillMs = Date.parse(time) - atMs;
        return sinceKillMs + (ms ?? 0) > -checkpointMs && sinceKillMs < patience;
      });
    });
}
