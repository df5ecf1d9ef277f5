import { objectsIn } from "../../base/is-object.js";
import type { Properties } from "../../lifecycle/engine/properties.js";
import { isGeneratedName, type Owner } from "../../lifecycle/owner.js";
import type { AccountNode, AccountObjects, Placement } from "./account-objects.js";
import type { StackIdentity } from "./stack-identity.js";
import { type ObjectType, type StackState, textOf } from "./stack-state.js";

/** A resource that a stack has, or was about to create, merged from all its entries in the state. */
export interface KnownResource {
  readonly type: ObjectType;
  /** Its owner under each salt. */
  readonly owners: readonly Owner[];
  readonly ids: ReadonlySet<string>;
  /** Whether its old objects are kept on the platform on purpose (`retainOnDelete`). */
  readonly isRetained: boolean;
  /** Its pending operations, such as `creating`. */
  readonly pending: readonly string[];
  /** Properties, one for each entry. */
  readonly versions: readonly Properties[];
}

export interface StackKnowledge {
  readonly identity: StackIdentity;
  /** Resources that it creates itself. */
  readonly resources: readonly KnownResource[];
  /** Ids of all its objects, including those that it only reads. */
  readonly ids: ReadonlySet<string>;
}

export function knowledgeOf({ entries }: StackState, identity: StackIdentity): StackKnowledge {
  const resources = new Map<string, KnownResource>();
  for (const { type, urn, owner, id, isExternal, isRetained, pending, properties } of entries) {
    if (isExternal) {
      continue;
    }
    const owners = identity.ownersOf(urn, owner);
    const before = resources.get(urn);
    resources.set(urn, {
      type,
      owners: [...(before?.owners ?? []), ...owners],
      ids: new Set([...(before?.ids ?? []), ...(id === undefined ? [] : [id])]),
      isRetained: isRetained || before?.isRetained === true,
      pending: [...(before?.pending ?? []), ...(pending === undefined ? [] : [pending])],
      versions: [...(before?.versions ?? []), properties],
    });
  }
  return {
    identity,
    resources: [...resources.values()],
    ids: new Set(entries.flatMap(({ id }) => (id === undefined ? [] : [id]))),
  };
}

/** The owner for which the provider generates this name; undefined if it does not. */
export function generatorOf({ type, owners }: KnownResource, candidate: string): Owner | undefined {
  const [, position = ""] = (type === "Network" ? /-(\d+)-[0-9a-f]{8}$/.exec(candidate) : null) ?? [];
  const index = position === "" ? undefined : Number(position);
  return type === "Network" && index === undefined
    ? undefined
    : owners.find((owner) => isGeneratedName(candidate, owner, index));
}

/** The projects of a resource, current or former; for a v1 node, those of its networks. */
export function projectsOf({ versions }: KnownResource, { networks }: AccountObjects): ReadonlySet<string> {
  const ids = versions.flatMap(({ project, networkId }) => {
    const known = textOf(project) ?? networks.find(({ id }) => id === networkId)?.project;
    return known === undefined ? [] : [known];
  });
  return new Set(ids);
}

/** Names of a network's initial nodes, current or planned. */
export function nodeNamesOf({ versions }: KnownResource): ReadonlySet<string> {
  return new Set(versions.flatMap((version) => objectsIn(version.nodes).flatMap(({ name }) => textOf(name) ?? [])));
}

/** Whether a node could belong to the resource: same name, and no known part of the placement differs. */
export function isNamedAndPlacedAs({ type, versions }: KnownResource, node: AccountNode): boolean {
  return versions.some((version) => {
    const isThere = agrees(version.project, node.project);
    if (type === "Network") {
      return (
        isThere &&
        agrees(version.network, node.placement.network) &&
        objectsIn(version.nodes).some(
          (slot) => slot.name === node.name && agree(slot, node.placement, ["type", "provider", "region"]),
        )
      );
    }
    const wanted = { ...version, network: version.network ?? version.chain };
    return (
      type === "Node" &&
      isThere &&
      version.name === node.name &&
      agrees(version.networkId, node.networkId) &&
      agree(wanted, node.placement, ["network", "type", "provider", "region", "cloud", "blockchain"])
    );
  });
}

function agree(wanted: Properties, seen: Placement, keys: readonly (keyof Placement)[]): boolean {
  return keys.every((key) => agrees(wanted[key], seen[key]));
}

// A value that is missing on one side, or secret, is no evidence.
function agrees(a: unknown, b: unknown): boolean {
  return textOf(a) === undefined || textOf(b) === undefined || a === b;
}
