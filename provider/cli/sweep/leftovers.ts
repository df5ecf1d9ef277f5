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
  /** Name that led to it: of a network, which the platform names, that of its first node. */
  readonly name: string;
  readonly why: Reason;
  /** `possible` is what somebody else may have named so: never deleted but by its id. */
  readonly certainty: "exact" | "possible";
  /** What speaks for and against it, a clause each. */
  readonly evidence: readonly string[];
  /** Version of the API that created it, if the state shows it. */
  readonly api?: "v1" | "v2";
}

/** How an object's name leads to the stack. */
interface Match extends Pick<Finding, "why" | "api"> {
  /** Why it may be somebody else's all the same, or stand there on purpose; it is certain where nothing is said. */
  readonly doubts: readonly string[];
  /** The resource that makes this name; undefined where the state does not hold it. */
  readonly maker: KnownResource | undefined;
  /** What the nodes of a network have in common that were made with it. */
  readonly madeWith?: string | undefined;
}

// Doubts, as they are shown.
const sharedStack = "no ownerSalt: another machine's stack of this name makes the same";
const sharedClaim = "a claim of an earlier version, which two resources may share";
const otherProject = "in another project than the state names";
const retained = "retainOnDelete leaves old objects on purpose";
const inUse = "it holds objects that stay";
const handNamed = "the program chose the name";
const forgotten = "it may have been taken out of the state on purpose";

/**
 * Finds what a stack made and its state does not know. Certain are claims of the stack, and generated names of its
 * resources in the project that the state names; such a name in another project, or of a resource with
 * `retainOnDelete`, or one that the program chose, is possible only; so are generated names of resources that the state
 * does not hold, claims in the spelling of earlier versions, and all of it where another machine's stack may have the
 * same names.
 *
 * Nodes of a network that the state holds are its own under every name that it gives: their ids are secret there, and
 * the next `up` takes up those that it was about to make again.
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

/** Whether it is certain that the object is what it is listed for. */
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
  { why, api, doubts, maker }: Match,
  object: Finding["object"],
  name: string,
  objects: AccountObjects,
): Finding {
  const certainty = doubts.length === 0 ? "exact" : "possible";
  const evidence = [...evidenceOf(object.id, maker, objects), ...doubts];
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
    return { why: "claim", doubts: claim.doubts, ...madeAs(maker, claim.resource) };
  }
  // Another network's initial nodes are not made into one that the state holds.
  const candidates = resources.filter(({ type }) => type === "Node" || (type === "Network" && !ids.has(networkId)));
  const generated = candidates.filter((resource) => generatorOf(resource, node.name) !== undefined);
  const inPlace = generated.find((resource) => projectsOf(resource, objects).has(project));
  const maker = inPlace ?? generated[0];
  if (maker !== undefined) {
    const doubts = [...doubtsOf(maker, node.name), ...(inPlace === undefined ? [otherProject] : [])];
    return { why: "generated-name", doubts, ...madeAs(maker) };
  }
  const namesake = candidates.find((resource) => isNamedAndPlacedAs(resource, node));
  if (namesake !== undefined) {
    return { why: "same-name", doubts: [handNamed], ...madeAs(namesake) };
  }
  const isNamed = isNamedByStack(node.name, "Node", knowledge) || isNamedByStack(node.name, "Network", knowledge);
  return isNamed ? { why: "generated-name", doubts: [forgotten], maker: undefined } : undefined;
}

/**
 * Whether the stack would generate this name for a resource that its state does not hold: one whose create died after
 * its last step, and which no later run has declared. Somebody may as well have taken it out of the state on purpose.
 */
function isNamedByStack(name: string, type: "Network" | "Node" | "Project", { identity }: StackKnowledge): boolean {
  const [, base, position] = (type === "Network" ? /^(.+)-(\d+)-[^-]*$/ : /^(.+)-[^-]*$/).exec(name) ?? [];
  const index = position === undefined ? undefined : Number(position);
  return base !== undefined && identity.ownersNamed(type, base).some((owner) => isGeneratedName(name, owner, index));
}

/** A claim of the stack, and why somebody else may have made it. */
function claimOf(name: string, { identity }: StackKnowledge): (Claim & Pick<Match, "doubts">) | undefined {
  const claim = parseClaim(name);
  const stack = claim && identity.stacksByHash.get(claim.stackHash);
  const doubts = [
    ...(stack?.isExclusive === false ? [sharedStack] : []),
    ...(claim && isEarlier(claim) ? [sharedClaim] : []),
  ];
  return stack && { ...claim, doubts };
}

function mayHaveClaimed({ owners }: KnownResource, claim: Claim): boolean {
  return owners.some((owner) => mayBeOf(claim, owner));
}

/** Why a name that the resource generates may be another stack's, or that of an object that was left on purpose. */
function doubtsOf(resource: KnownResource, name: string): readonly string[] {
  const isShared = generatorOf(resource, name)?.isExclusive !== true;
  return [...(isShared ? [sharedStack] : []), ...(resource.isRetained ? [retained] : [])];
}

/** Whether a node of a network that the state holds is one of its initial nodes, or is becoming one. */
function belongsTo(holder: KnownResource, { name }: AccountNode, claim: Claim | undefined): boolean {
  return claim === undefined
    ? generatorOf(holder, name) !== undefined || nodeNamesOf(holder).has(name)
    : mayHaveClaimed(holder, claim);
}

/** @param resource `Claim.resource` of a resource that the state does not know: then it may have been a network */
function madeAs(maker: KnownResource | undefined, resource?: string): Pick<Match, "api" | "madeWith" | "maker"> {
  if (maker === undefined) {
    return { maker, madeWith: resource };
  }
  const isOfV1 = maker.type === "Network" || maker.versions.some(({ networkId }) => networkId !== undefined);
  const [owner] = maker.type === "Network" ? maker.owners : [];
  return { maker, api: isOfV1 ? "v1" : "v2", madeWith: owner?.resourceHash };
}

const slotPattern = /-n\d+$/;

/** A network with nothing in it but the nodes that were made with it. */
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
  // A single claim without a state that tells what it is may be a node of v2: its network goes with it all the same.
  const isNetwork =
    resources.some(
      ({ type, owners }) => type === "Network" && owners.some((owner) => owner.resourceHash === madeWith),
    ) || network.nodes.some((node) => slotPattern.test(node.name));
  const isAlike = others.every((other) =>
    isDeepStrictEqual([other?.madeWith, other?.doubts], [madeWith, first.doubts]),
  );
  return isNetwork && isAlike ? [{ ...findingOf(first, network, name, objects), object: network }] : [];
}

/** @param isSpent whether nothing is in it that stays */
function matchProject(project: AccountProject, knowledge: StackKnowledge, isSpent: () => boolean): Match | undefined {
  const { id, name } = project;
  if (knowledge.ids.has(id)) {
    return undefined;
  }
  const resources = knowledge.resources.filter(({ type }) => type === "Project");
  const claim = claimOf(name, knowledge);
  if (claim !== undefined) {
    return { why: "claim", doubts: claim.doubts, maker: resources.find((resource) => mayHaveClaimed(resource, claim)) };
  }
  const maker = resources.find((resource) => generatorOf(resource, name) !== undefined);
  if (maker !== undefined) {
    // A project has no parent that shows its owner: one that is in use may belong to another stack.
    return { why: "generated-name", doubts: [...doubtsOf(maker, name), ...(isSpent() ? [] : [inUse])], maker };
  }
  const namesake = resources.find(({ versions }) => versions.some((version) => version.name === name));
  if (namesake !== undefined) {
    return { why: "same-name", doubts: [handNamed], maker: namesake };
  }
  const isNamed = isNamedByStack(name, "Project", knowledge);
  return isNamed ? { why: "generated-name", doubts: [forgotten], maker: undefined } : undefined;
}
