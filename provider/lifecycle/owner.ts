import { createHash } from "node:crypto";

/** Identity of a resource. */
export interface Owner {
  /** Full URN of the resource. */
  readonly urn: string;
  /** Logical name: the last part of the URN. */
  readonly name: string;
  readonly stack: string;
  /** 8 hex digits: a hash of Pulumi organization, salt, project and stack. */
  readonly stackHash: string;
  /** 16 hex digits: a hash of organization, salt and full URN. */
  readonly resourceHash: string;
  /**
   * Whether the hashes are unique to this stack. On a DIY backend every organization is called `organization`: stacks
   * of the same name on different machines have the same hashes, unless a salt distinguishes them.
   */
  readonly isExclusive: boolean;
}

export const saltAdvice =
  "This backend has no organizations: another machine's stack of the same name has the same claims. Give each of them an ownerSalt of its own (blockchain-nodes:ownerSalt).";

// What `pulumi.getOrganization()` returns on a backend that has no organizations.
const sharedOrganization = "organization";

const urnPattern = /^([^/]*)\/(urn:pulumi:(.*?)::(.*?)::.*?::(.*))$/s;

/**
 * Parses the identity of a resource.
 *
 * @param owner `<organization>/<urn>`
 * @param salt setting `ownerSalt`, which distinguishes stacks of the same name
 */
export function parseOwner(owner: string, salt: string): Owner {
  const [, organization = "", urn = owner, stack = "", project = "", name = "resource"] = urnPattern.exec(owner) ?? [];
  return {
    urn,
    name,
    stack,
    stackHash: hash(organization, salt, project, stack).slice(0, 8),
    resourceHash: hash(organization, salt, urn).slice(0, 16),
    isExclusive: salt !== "" || !["", sharedOrganization].includes(organization),
  };
}

/**
 * A name for a resource without one in the program: logical name and 8 digits of the resource's hash. It is the same in
 * each run, or a saved plan would fail; a replacement and its predecessor differ in their ids.
 */
export function generateName({ name, resourceHash }: Owner, index?: number): string {
  return `${index === undefined ? name : `${name}-${index}`}-${resourceHash.slice(0, 8)}`;
}

/**
 * Whether a name was generated for this resource. Earlier versions used four digits of the hash and four random ones.
 *
 * @param index position of an initial node in its network
 */
export function isGeneratedName(candidate: string, owner: Owner, index?: number): boolean {
  const kept = generateName(owner, index).slice(0, -4);
  return candidate.startsWith(kept) && /^[0-9a-f]{4}$/.test(candidate.slice(kept.length));
}

function hash(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\0")).digest("hex");
}
