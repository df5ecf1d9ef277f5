import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Name of the Pulumi project of every round. */
const projectName = "chaos";
/** Name of the stack of every round. */
export const stackName = "dev";

/** One resource as the program declares it. */
export interface ProgramResource {
  readonly type: "Project" | "Network" | "Node";
  /** Logical name. */
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Arguments that are the id of a resource declared before, by its logical name. */
  readonly refs: Readonly<Record<string, string>>;
  /** Resource options. */
  readonly options?: { readonly deleteBeforeReplace?: boolean };
}

/** What a program declares, in order. */
export type Program = readonly ProgramResource[];

/** An initial node among the arguments of a network. */
export interface Slot {
  readonly name?: string;
  readonly type: string;
  readonly provider: string;
  readonly region: string;
  readonly configuration: Readonly<Record<string, unknown>>;
}

/** The initial nodes of a network; none for another resource. */
export function slotsOf(resource: ProgramResource): readonly Slot[] {
  return resource.type === "Network" ? (resource.args.nodes as readonly Slot[]) : [];
}

/** URN of a resource of a round's stack. */
export function urnOf({ type, name }: Pick<ProgramResource, "type" | "name">): string {
  return `urn:pulumi:${stackName}::${projectName}::pulumi-nodejs:dynamic/blockchain-nodes:${type}::${name}`;
}

// What `pulumi.getOrganization()` answers with a backend of files.
const organization = "organization";

/** Setting `ownerSalt` of the stack; where two machines have stacks of one name, neither has any. */
export const ownerSalt = "chaos";

function hash(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\0")).digest("hex");
}

/** Name of the object while it is being created, computed here from the documentation, not taken from the provider. */
export function claimOf(resource: Pick<ProgramResource, "type" | "name">): string {
  const stackHash = hash(organization, ownerSalt, projectName, stackName).slice(0, 8);
  return `creating-${stackHash}-${hash(organization, ownerSalt, urnOf(resource)).slice(0, 16)}`;
}

/** The name that the resource generates for itself, or for its initial node at that position. */
export function generatedName(
  resource: Pick<ProgramResource, "type" | "name">,
  slot?: number,
  salt = ownerSalt,
): string {
  const base = slot === undefined ? resource.name : `${resource.name}-${slot}`;
  return `${base}-${hash(organization, salt, urnOf(resource)).slice(0, 8)}`;
}

const source = `const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const kinds = require("pulumi-blockchain-nodes");
const made = {};
for (const { type, name, args, refs, options } of JSON.parse(readFileSync(join(__dirname, "resources.json"), "utf8"))) {
  const ids = Object.fromEntries(Object.entries(refs).map(([key, of]) => [key, made[of].id]));
  made[name] = new kinds[type](name, { ...args, ...ids }, options);
}
`;

/** Writes the files of a project that runs a program of this kind. */
export async function writeProject(folder: string): Promise<void> {
  const runtime = "runtime:\n  name: nodejs\n  options:\n    typescript: false\n";
  await writeFile(join(folder, "Pulumi.yaml"), `name: ${projectName}\n${runtime}`);
  await writeFile(join(folder, "package.json"), '{ "private": true, "main": "index.js" }\n');
  await writeFile(join(folder, "index.js"), source);
}

/** Sets what the program of that folder declares from now on. */
export async function writeProgram(folder: string, program: Program): Promise<void> {
  await writeFile(join(folder, "resources.json"), JSON.stringify(program, undefined, 2));
}
