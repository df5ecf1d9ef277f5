import { isDeepStrictEqual } from "node:util";
import { type Claim, isEarlier, mayBeOf, parseClaim } from "../../lifecycle/claim/claim-name.js";
import { isGeneratedName } from "../../lifecycle/owner.js";
import type { AccountNetwork, AccountNode, AccountObjects, AccountProject } from "./account-objects.js";
import { evidenceOf } from "./evidence.js";
import {
  generatorOf,
  isNamedAndPlacedAs,
  type KnownResource,
  nodeNamesOf,
  projectsOf,
  type StackKnowledge,
} from "./known-resources.js";

/** Why an object is listed: the kind of its name, or the option that selected it. */
export type Reason = "claim" | "generated-name" | "same-name" | "prefix" | "id";

/** An object that a sweep may delete. A network includes its nodes. */
export interface Finding {
  readonly object: AccountNode | AccountNetwork | AccountProject;
  /** Name by which it was found; for a network, whose name the platform chooses, that of its first node. */
  readonly name: string;
  readonly why: Reason;
  /** `possible`: another program may have chosen this name; deleted by `--id` only. */
  readonly certainty: "exact" | "possible";
  /** Evidence for and against it, one clause each. */
  readonly evidence: readonly string[];
  /** Version of the API that created it, if the state shows it. */
  readonly api?: "v1" | "v2";
}

/** How an object's name matches the stack. */
interface Match extends Pick<Finding, "why" | "api"> {
  /** Why it may belong to another program, or be kept on purpose; the match is certain if there are none. */
  readonly obstacles: readonly string[];
  /** The resource that generates this name; undefined if it is not in the state. */
  readonly maker: KnownResource | undefined;
  /** Common to all nodes that were created with a network. */
  readonly madeWith?: string | undefined;
}

// Obstacles to certainty, as shown to the user.
const sharedStack = "no ownerSalt: a stack with this name on another machine generates the same name";
const sharedClaim = "a claim of an earlier version, which two resources may share";
const otherProject = "in a different project than in the state";
const retained = "retainOnDelete keeps old objects on purpose";
const inUse = "it contains objects that are not leftovers";
const handNamed = "the program chose the name";
const forgotten = "it may have been removed from the state on purpose";

/**
 * Finds what a stack created and its state does not contain. Certain are claims of the stack, and generated names of
 * its resources in the project that the state names. Such a name in another project, or of a resource with
 * `retainOnDelete`, or one that the program chose, is only possible; so are generated names of resources that are not
 * in the state, claims in the spelling of earlier versions, and everything if a stack on another machine may generate
 * the same names.
 *
 * A node in a network that is in the state belongs to the network if the network gives such names: the state encrypts
 * the ids of its nodes, and the next `up` resumes those that it was about to recreate.
 */
export function findLeftovers(knowledge: StackKnowledge, objects: AccountObjects): readonly Finding[] {
  const matches = new Map(
    objects.nodes.flatMap((node) => {
      const match = matchNode(node, knowledge, objects);
      return match === undefined ? [] : [[node.id, match] as const];
    }),
  );
  const networks = objects.networks.flatMap((network) => findNetwork(network, matches, knowledge, objects));
  const inNetworks = new Set(networks.flatMap(({ object }) => idsIn(object)));
  const nodes = objects.nodes.flatMap((node): Finding[] => {
    const match = inNetworks.has(node.id) ? undefined : matches.get(node.id);
    return match === undefined ? [] : [findingOf(match, node, node.name, objects)];
  });
  const certain = new Set([...nodes, ...networks].filter(isExact).flatMap(({ object }) => idsIn(object)));
  const projects = objects.projects.flatMap((project): Finding[] => {
    const isSpent = () => contentOf(project.id, objects).every((id) => certain.has(id));
    const match = matchProject(project, knowledge, isSpent);
    return match === undefined ? [] : [findingOf(match, project, project.name, objects)];
  });
  const all = [...nodes, ...networks, ...projects];
  return [...all.filter(isExact), ...all.filter((finding) => !isExact(finding))];
}

/** Whether the match is certain. */
export function isExact({ certainty }: Pick<Finding, "certainty">): boolean {
  return certainty === "exact";
}

/** What keeps the platform from deleting a project: ids of its nodes, and of networks that show none. */
export function contentOf(project: string, { nodes, networks }: AccountObjects): readonly string[] {
  const bare = networks.filter((network) => network.nodes.length === 0);
  return [...nodes, ...bare].filter((object) => object.project === project).map(({ id }) => id);
}

function idsIn(object: Finding["object"]): readonly string[] {
  return object.kind === "network" ? [object.id, ...object.nodes.map(({ id }) => id)] : [object.id];
}

function findingOf(
  { why, api, obstacles, maker }: Match,
  object: Finding["object"],
  name: string,
  objects: AccountObjects,
): Finding {
  const certainty = obstacles.length === 0 ? "exact" : "possible";
  const evidence = [...evidenceOf(object.id, maker, objects), ...obstacles];
  return { object, name, why, certainty, evidence, ...(api === undefined ? {} : { api }) };
}

function matchNode(node: AccountNode, knowledge: StackKnowledge, objects: AccountObjects): Match | undefined {
  const { ids, resources } = knowledge;
  if (ids.has(node.id)) {
    return undefined;
  }
  const { networkId = "", project = "" } = node;
  const claim = claimOf(node.name, knowledge);
  const holder = resources.find(({ type, ids: own }) => type === "Network" && own.has(networkId));
  if (holder !== undefined && belongsTo(holder, node, claim)) {
    return undefined;
  }
  if (claim !== undefined) {
    const maker = resources.find((resource) => mayHaveClaimed(resource, claim));
    return { why: "claim", obstacles: claim.obstacles, ...madeAs(maker, claim.resource) };
  }
  // Initial nodes of other networks are never created in a network that is in the state.
  const candidates = resources.filter(({ type }) => type === "Node" || (type === "Network" && !ids.has(networkId)));
  const generated = candidates.filter((resource) => generatorOf(resource, node.name) !== undefined);
  const inPlace = generated.find((resource) => projectsOf(resource, objects).has(project));
  const maker = inPlace ?? generated[0];
  if (maker !== undefined) {
    const obstacles = [...obstaclesOf(maker, node.name), ...(inPlace === undefined ? [otherProject] : [])];
    return { why: "generated-name", obstacles, ...madeAs(maker) };
  }
  const namesake = candidates.find((resource) => isNamedAndPlacedAs(resource, node));
  if (namesake !== undefined) {
    return { why: "same-name", obstacles: [handNamed], ...madeAs(namesake) };
  }
  const isNamed = isNamedByStack(node.name, "Node", knowledge) || isNamedByStack(node.name, "Network", knowledge);
  return isNamed ? { why: "generated-name", obstacles: [forgotten], maker: undefined } : undefined;
}

/**
 * Whether the stack would generate this name for a resource that is not in its state: one whose create was killed after
 * its last step, and which no later run has declared. It may also have been removed from the state on purpose.
 */
function isNamedByStack(name: string, type: "Network" | "Node" | "Project", { identity }: StackKnowledge): boolean {
  const [, base, position] = (type === "Network" ? /^(.+)-(\d+)-[^-]*$/ : /^(.+)-[^-]*$/).exec(name) ?? [];
  const index = position === undefined ? undefined : Number(position);
  return base !== undefined && identity.ownersNamed(type, base).some((owner) => isGeneratedName(name, owner, index));
}

/** A claim of the stack, and why another stack may have made it. */
function claimOf(name: string, { identity }: StackKnowledge): (Claim & Pick<Match, "obstacles">) | undefined {
  const claim = parseClaim(name);
  const stack = claim && identity.stacksByHash.get(claim.stackHash);
  const obstacles = [
    ...(stack?.isExclusive === false ? [sharedStack] : []),
    ...(claim && isEarlier(claim) ? [sharedClaim] : []),
  ];
  return stack && { ...claim, obstacles };
}

function mayHaveClaimed({ owners }: KnownResource, claim: Claim): boolean {
  return owners.some((owner) => mayBeOf(claim, owner));
}

/** Why a name that the resource generates may be another stack's, or that of an object that is kept on purpose. */
function obstaclesOf(resource: KnownResource, name: string): readonly string[] {
  const isShared = generatorOf(resource, name)?.isExclusive !== true;
  return [...(isShared ? [sharedStack] : []), ...(resource.isRetained ? [retained] : [])];
}

/** Whether a node of a network in the state is one of its initial nodes, or is becoming one. */
function belongsTo(holder: KnownResource, { name }: AccountNode, claim: Claim | undefined): boolean {
  return claim === undefined
    ? generatorOf(holder, name) !== undefined || nodeNamesOf(holder).has(name)
    : mayHaveClaimed(holder, claim);
}

/** @param resource `Claim.resource` of a resource that is not in the state: it may have been a network */
function madeAs(maker: KnownResource | undefined, resource?: string): Pick<Match, "api" | "madeWith" | "maker"> {
  if (maker === undefined) {
    return { maker, madeWith: resource };
  }
  const isOfV1 = maker.type === "Network" || maker.versions.some(({ networkId }) => networkId !== undefined);
  const [owner] = maker.type === "Network" ? maker.owners : [];
  return { maker, api: isOfV1 ? "v1" : "v2", madeWith: owner?.resourceHash };
}

const slotPattern = /-n\d+$/;

/** A network that contains only its initial nodes. */
function findNetwork(
  network: AccountNetwork,
  matches: ReadonlyMap<string, Match>,
  { ids, resources }: StackKnowledge,
  objects: AccountObjects,
): readonly (Finding & { readonly object: AccountNetwork })[] {
  const [first, ...others] = network.nodes.map(({ id }) => matches.get(id));
  const name = network.nodes[0]?.name ?? network.name;
  const madeWith = first?.madeWith;
  if (ids.has(network.id) || first === undefined || madeWith === undefined) {
    return [];
  }
  // A single claim of an unknown resource may be a v2 node: its network is deleted with it anyway.
  const isNetwork =
    resources.some(
      ({ type, owners }) => type === "Network" && owners.some((owner) => owner.resourceHash === madeWith),
    ) || network.nodes.some((node) => slotPattern.test(node.name));
  const isAlike = others.every((other) =>
    isDeepStrictEqual([other?.madeWith, other?.obstacles], [madeWith, first.obstacles]),
  );
  return isNetwork && isAlike ? [{ ...findingOf(first, network, name, objects), object: network }] : [];
}

/** @param isSpent whether it contains only objects that are certainly leftovers */
function matchProject(project: AccountProject, knowledge: StackKnowledge, isSpent: () => boolean): Match | undefined {
  const { id, name } = project;
  if (knowledge.ids.has(id)) {
    return undefined;
  }
  const resources = knowledge.resources.filter(({ type }) => type === "Project");
  const claim = claimOf(name, knowledge);
  if (claim !== undefined) {
    const maker = resources.find((resource) => mayHaveClaimed(resource, claim));
    return { why: "claim", obstacles: claim.obstacles, maker };
  }
  const maker = resources.find((resource) => generatorOf(resource, name) !== undefined);
  if (maker !== undefined) {
    // A project has no parent that shows its owner: if it is in use, it may belong to another stack.
    return { why: "generated-name", obstacles: [...obstaclesOf(maker, name), ...(isSpent() ? [] : [inUse])], maker };
  }
  const namesake = resources.find(({ versions }) => versions.some((version) => version.name === name));
  if (namesake !== undefined) {
    return { why: "same-name", obstacles: [handNamed], maker: namesake };
  }
  const isNamed = isNamedByStack(name, "Project", knowledge);
  return isNamed ? { why: "generated-name", obstacles: [forgotten], maker: undefined } : undefined;
}
